// SPDX-License-Identifier: Apache-2.0
import * as Plot from "@observablehq/plot";
import type { Figure, Point, Scale, Series } from "./data";
import { download, svgFile } from "./download";
import { button, element } from "./elements";
import { csv, describe, show } from "./numbers";
import { Zoom, type Window } from "./zoom";

// Okabe and Ito's colours, which colour-blind readers can tell apart, without yellow; and a symbol for each, so
// that a print in black and white can be read as well.
const kColours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#8a6d3b", "#7f7f7f"];
const kSymbols = ["circle", "square", "triangle", "diamond", "cross", "star", "wye", "times"];

interface Mark extends Point {
  series: string;
  text: string;
}

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T;
}

// What a logarithmic axis cannot show is left out.
function visible(point: Point, x: Scale, y: Scale): boolean {
  return (x === "linear" || point.x > 0) && (y === "linear" || point.y > 0);
}

export class Chart {
  readonly root: HTMLElement;
  private readonly figure: Figure;
  private readonly stage = element("div", { class: "stage", tabindex: "0", role: "group" });
  private readonly spoken = element("p", { class: "spoken", "aria-live": "polite" });
  private readonly reset: HTMLButtonElement;
  private readonly hidden = new Set<string>();
  private readonly scales: { x: Scale; y: Scale };
  private window: Window | undefined;
  private cursor: { series: number; point: number } | undefined;

  constructor(figure: Figure) {
    this.figure = figure;
    this.scales = { x: figure.x.scale, y: figure.y.scale };
    this.stage.setAttribute("aria-roledescription", "chart");
    this.stage.setAttribute(
      "aria-label",
      `${figure.title}. ${figure.y.label} against ${figure.x.label}. Arrow keys read the points, plus and minus zoom, 0 shows all.`,
    );
    this.reset = button("show all", "leave the enlarged part (key 0)", () => this.zoomTo(undefined));
    this.reset.hidden = true;
    this.root = element(
      "figure",
      { class: "chart", id: `figure-${figure.id}` },
      element("h3", {}, figure.title),
      this.legend(),
      this.stage,
      this.spoken,
      element("figcaption", {}, figure.caption),
      this.tools(),
      this.table(),
    );
    this.stage.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.stage);
  }

  private shown(): Series[] {
    return this.figure.series.filter((s) => !this.hidden.has(s.name));
  }

  private legend(): HTMLElement {
    const list = element("div", { class: "legend", role: "group", "aria-label": "series" });
    this.figure.series.forEach((series, i) => {
      const toggle = button(series.name, "show or hide this series", () => {
        if (!this.hidden.delete(series.name)) this.hidden.add(series.name);
        toggle.setAttribute("aria-pressed", String(!this.hidden.has(series.name)));
        this.cursor = undefined;
        this.draw();
      });
      toggle.setAttribute("aria-pressed", "true");
      toggle.style.setProperty("--series", pick(kColours, i));
      list.append(toggle);
    });
    return list;
  }

  private tools(): HTMLElement {
    const axis = (name: "x" | "y"): HTMLButtonElement => {
      const label = (): string => `${name}: ${this.scales[name]}`;
      const toggle = button(label(), `change the ${name} axis between linear and logarithmic`, () => {
        this.scales[name] = this.scales[name] === "log" ? "linear" : "log";
        this.window = undefined;
        toggle.textContent = label();
        this.draw();
      });
      const values = this.figure.series.flatMap((s) => s.points.map((p) => p[name]));
      toggle.disabled = this.figure[name].scale === "linear" && !values.some((v) => v > 0);
      return toggle;
    };
    const command = element("code", {}, this.figure.command);
    return element(
      "div",
      { class: "tools" },
      axis("x"),
      axis("y"),
      this.reset,
      button("CSV", "download the data", () => download(`${this.figure.id}.csv`, "text/csv", csv(this.figure))),
      button("SVG", "download the chart", () => {
        const svg = this.stage.querySelector<SVGSVGElement>("svg");
        if (svg !== null) download(`${this.figure.id}.svg`, "image/svg+xml", svgFile(svg));
      }),
      command,
    );
  }

  // The same numbers for those who cannot see the chart, made when they are asked for.
  private table(): HTMLElement {
    const details = element("details", {}, element("summary", {}, "data"));
    details.addEventListener(
      "toggle",
      () => {
        const head = element("tr");
        for (const name of ["series", this.figure.x.label, this.figure.y.label, "low", "high"]) {
          head.append(element("th", { scope: "col" }, name));
        }
        const body = element("tbody");
        for (const series of this.figure.series) {
          for (const p of series.points) {
            const cells = [p.x, p.y, p.low, p.high].map((v) => element("td", {}, v === undefined ? "" : show(v)));
            body.append(element("tr", {}, element("th", { scope: "row" }, p.label ?? series.name), ...cells));
          }
        }
        details.append(element("div", { class: "scroll" }, element("table", {}, element("thead", {}, head), body)));
      },
      { once: true },
    );
    return details;
  }

  private zoomTo(window: Window | undefined): void {
    this.window = window;
    this.draw();
  }

  private marks(series: Series): Mark[] {
    return series.points
      .filter((p) => visible(p, this.scales.x, this.scales.y))
      .map((p) => ({ ...p, series: series.name, text: describe(p, this.figure, series.name) }));
  }

  private seriesMarks(series: Series, index: number): Plot.Markish[] {
    const colour = pick(kColours, index);
    const marks = this.marks(series);
    const barred = marks.filter((p) => p.low !== undefined && (this.scales.y === "linear" || (p.low ?? 0) > 0));
    const result: Plot.Markish[] = [
      Plot.ruleX(barred, { x: "x", y1: "low", y2: "high", stroke: colour, strokeOpacity: 0.6, clip: true }),
    ];
    if (series.kind !== "points") {
      const dash = series.dashed ? "5 4" : "none";
      result.push(Plot.line(marks, { x: "x", y: "y", stroke: colour, strokeDasharray: dash, clip: true }));
    }
    if (series.kind !== "line") {
      const symbol = pick(kSymbols, index) as Plot.SymbolType;
      result.push(Plot.dot(marks, { x: "x", y: "y", stroke: colour, fill: colour, symbol, r: 3.5, clip: true }));
      const named = marks.filter((p) => p.label !== undefined);
      result.push(Plot.text(named, { x: "x", y: "y", text: "label", dy: -10, clip: true, fontSize: 11 }));
    }
    return result;
  }

  private draw(): void {
    const width = this.stage.clientWidth;
    if (width === 0) return;
    const { figure, scales, window } = this;
    const shown = this.shown();
    const all = shown.flatMap((s) => this.marks(s));
    const rules = figure.rules.flatMap((r) => {
      const text = { text: [r.label], fontSize: 11, fillOpacity: 0.8 };
      return r.axis === "x"
        ? [
            Plot.ruleX([r.value], { strokeDasharray: "2 3", strokeOpacity: 0.7, clip: true }),
            Plot.text([r.value], { ...text, x: [r.value], frameAnchor: "top", textAnchor: "start", dx: 3, dy: 3 }),
          ]
        : [
            Plot.ruleY([r.value], { strokeDasharray: "2 3", strokeOpacity: 0.7, clip: true }),
            Plot.text([r.value], { ...text, y: [r.value], frameAnchor: "right", textAnchor: "end", dy: -7 }),
          ];
    });
    const chosen = this.cursor === undefined ? [] : this.marks(shown[this.cursor.series] as Series);
    const current = this.cursor === undefined ? undefined : chosen[this.cursor.point];
    const tip = { x: "x", y: "y", title: "text", lineWidth: 24 } as const;
    const svg = Plot.plot({
      width,
      height: Math.max(240, Math.min(420, width * 0.62)),
      marginLeft: 56,
      marginBottom: 42,
      style: { background: "transparent", overflow: "visible" },
      x: { label: figure.x.label, type: scales.x, domain: window?.x, grid: true, nice: window === undefined },
      y: { label: figure.y.label, type: scales.y, domain: window?.y, grid: true, nice: window === undefined },
      marks: [
        Plot.frame({ strokeOpacity: 0.3 }),
        ...rules,
        ...figure.series.flatMap((s, i) => (this.hidden.has(s.name) ? [] : this.seriesMarks(s, i))),
        Plot.tip(all, Plot.pointer(tip)),
        ...(current === undefined ? [] : [Plot.tip([current], tip)]),
      ],
    }) as SVGSVGElement & Plot.Plot;
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", figure.title);
    this.reset.hidden = window === undefined;
    const empty = all.length === 0 ? element("p", { class: "missing" }, "Nothing to show: all series are hidden or empty.") : "";
    this.stage.replaceChildren(svg, empty);
    new Zoom(svg, scales, (to) => this.zoomTo(to));
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const shown = this.shown();
    if (shown.length === 0) return;
    const at = this.cursor ?? { series: 0, point: -1 };
    const step = (series: number, point: number): void => {
      const s = (series + shown.length) % shown.length;
      const marks = this.marks(shown[s] as Series);
      if (marks.length === 0) return;
      const p = Math.max(0, Math.min(marks.length - 1, point));
      this.cursor = { series: s, point: p };
      this.spoken.textContent = (marks[p] as Mark).text;
      this.draw();
    };
    const svg = this.stage.querySelector("svg") as (SVGSVGElement & Plot.Plot) | null;
    switch (event.key) {
      case "ArrowRight":
        step(at.series, at.point + 1);
        break;
      case "ArrowLeft":
        step(at.series, at.point - 1);
        break;
      case "ArrowUp":
        step(at.series - 1, at.point);
        break;
      case "ArrowDown":
        step(at.series + 1, at.point);
        break;
      case "+":
      case "-":
        if (svg !== null) this.zoomTo(Zoom.around(svg, this.scales, event.key === "+" ? 0.6 : 1 / 0.6));
        break;
      case "0":
      case "Escape":
        this.cursor = undefined;
        this.zoomTo(undefined);
        break;
      default:
        return;
    }
    event.preventDefault();
  }
}
