// SPDX-License-Identifier: Apache-2.0
import { type Look, looks } from "./colours";
import type { Figure, Point, Scale } from "./data";
import { download, fileName, svgFile } from "./download";
import { dragToChoose } from "./drag";
import { draw, type Drawing, swatch } from "./drawing";
import { button, commandLine, element } from "./elements";
import { inLine, notation } from "./notation";
import { csv, describe, show } from "./numbers";
import { drawable, leftOut, magnified, moved, shownSeries, type View, whole, type Window } from "./view";

const kFactor = 1.6; // of one step of the zoom
const kStep = 0.2; // of the window, when it is moved

const kKeys =
  "Arrow keys read the points and the series, plus and minus zoom, shift and arrows move, 0 shows all.";

// A figure with its controls. It is drawn by resize(), once it is in the page.
export class Chart {
  readonly root: HTMLElement;
  private readonly stage: HTMLElement;
  private readonly spoken = element("p", { class: "spoken", "aria-live": "polite" });
  private readonly note = element("p", { class: "note" });
  private toggles: HTMLButtonElement[];
  private readonly legendBox: HTMLElement;
  private readonly axes: { axis: "x" | "y"; toggle: HTMLButtonElement }[] = [];
  private command: HTMLElement;
  private readonly caption = element("figcaption");
  private readonly showAll = button("show all", "show all of the chart (key 0)", () =>
    this.choose(undefined),
  );
  private readonly view: View;
  private svg: Drawing | undefined;
  private width = 0;

  // Where the chart shows only part of the data, `all` has the rest, for the table and the file.
  constructor(
    private figure: Figure,
    private readonly all: () => Figure = () => this.figure,
  ) {
    this.view = { scales: { x: figure.x.scale, y: figure.y.scale }, hidden: new Set() };
    this.stage = element("div", {
      class: "stage",
      tabindex: "0",
      role: "application",
      "aria-roledescription": "chart",
      "aria-label": inLine(`${figure.title}: ${figure.y.label} against ${figure.x.label}. ${kKeys}`),
    });
    this.toggles = this.legend();
    this.legendBox = element(
      "div",
      { class: "legend", role: "group", "aria-label": "series" },
      ...this.toggles,
    );
    this.command = commandLine(figure.command);
    this.caption.append(...notation(figure.caption));
    this.root = element(
      "figure",
      { class: "chart", id: `figure-${figure.id}` },
      element("h3", {}, ...notation(figure.title)),
      this.legendBox,
      this.stage,
      this.spoken,
      this.note,
      this.caption,
      this.tools(),
      this.command,
      this.table(),
    );
    this.stage.addEventListener("keydown", (event) => {
      if (this.key(event)) event.preventDefault();
    });
    new ResizeObserver(() => this.resize(this.room())).observe(this.stage);
  }

  // The width that the page has for it.
  room(): number {
    return this.stage.clientWidth;
  }

  resize(width: number): void {
    if (width === this.width || width === 0) return;
    this.width = width;
    this.redraw();
  }

  // Shows other data in its place. A reader's choices stay, unless they are about series that are gone.
  update(figure: Figure): void {
    const names = ({ series }: Figure): string => JSON.stringify(series.map(({ name }) => name));
    const same = names(figure) === names(this.figure);
    const command = figure.command === this.figure.command ? this.command : commandLine(figure.command);
    if (figure.caption !== this.figure.caption) this.caption.replaceChildren(...notation(figure.caption));
    this.figure = figure;
    this.command.replaceWith(command);
    this.command = command;
    if (!same) {
      this.view.hidden.clear();
      this.view.cursor = undefined;
      this.toggles = this.legend();
      this.legendBox.replaceChildren(...this.toggles);
    }
    this.redraw();
  }

  private redraw(): void {
    if (this.width === 0) return;
    this.svg = draw(this.figure, this.view, this.width);
    dragToChoose(this.svg, (window) => this.choose(window));
    this.stage.replaceChildren(this.svg);
    this.showAll.hidden = this.view.window === undefined;
    this.toggles.forEach((toggle, i) =>
      toggle.setAttribute("aria-pressed", String(!this.view.hidden.has(i))),
    );
    for (const { axis, toggle } of this.axes) {
      const positive = this.figure.series.some((s) => s.points.some((p) => p[axis] > 0));
      toggle.disabled = this.view.scales[axis] === "linear" && !positive;
    }
    this.note.textContent = this.remark();
  }

  // What a reader does not see, in words.
  private remark(): string {
    if (this.figure.series.length === 0) return "";
    const shown = shownSeries(this.figure, this.view);
    if (shown.every(({ series }) => series.points.length === 0)) {
      return "Nothing to show: all series are hidden or empty.";
    }
    const missing = leftOut(this.figure, this.view);
    return missing > 0
      ? `Not shown: ${missing} of the points, at zero or below, which a logarithmic axis cannot hold.`
      : "";
  }

  private choose(window: Window | undefined): void {
    this.view.window = window;
    this.redraw();
  }

  private zoom(factor: number): void {
    this.choose(magnified(this.window(), this.view.scales, factor, this.current()));
  }

  private window(): Window {
    return this.view.window ?? whole(this.figure, this.view);
  }

  private legend(): HTMLButtonElement[] {
    const look = looks(this.figure.series);
    const { hidden } = this.view;
    return this.figure.series.map((series, i) => {
      const toggle = button("", "show or hide this series; with shift, show no other", (event) => {
        if (event.shiftKey) {
          this.figure.series.forEach((_series, other) =>
            other === i ? hidden.delete(other) : hidden.add(other),
          );
        } else if (!hidden.delete(i)) {
          hidden.add(i);
        }
        this.view.cursor = undefined;
        this.redraw();
      });
      toggle.append(swatch(series, look[i] as Look), element("span", {}, ...notation(series.name)));
      toggle.setAttribute("aria-pressed", "true");
      return toggle;
    });
  }

  private tools(): HTMLElement {
    const axis = (name: "x" | "y"): HTMLButtonElement => {
      const { scales } = this.view;
      const other = (): Scale => (scales[name] === "log" ? "linear" : "log");
      const label = (): string => `${name}: ${scales[name]}`;
      const toggle = button(label(), `change the ${name} axis between linear and logarithmic`, () => {
        scales[name] = other();
        toggle.textContent = label();
        this.view.cursor = undefined;
        this.choose(undefined);
      });
      this.axes.push({ axis: name, toggle });
      return toggle;
    };
    return element(
      "div",
      { class: "tools", role: "group", "aria-label": "tools of the chart" },
      axis("x"),
      axis("y"),
      button("+", "zoom in (key +)", () => this.zoom(kFactor)),
      button("\u2212", "zoom out (key -)", () => this.zoom(1 / kFactor)),
      this.showAll,
      button("CSV", "download the data", () =>
        download(fileName(this.figure.id, "csv"), "text/csv", csv(this.all())),
      ),
      button("SVG", "download the chart", () => {
        const { figure } = this;
        if (this.svg === undefined) return;
        const legend = shownSeries(figure, this.view).map(({ series, index }) => ({
          name: inLine(series.name),
          swatch: swatch(series, looks(figure.series)[index] as Look),
        }));
        download(
          fileName(figure.id, "svg"),
          "image/svg+xml",
          svgFile(this.svg, inLine(figure.title), legend),
        );
      }),
    );
  }

  // The same numbers for readers who cannot see the chart, made on demand.
  private table(): HTMLElement {
    const summary = element("summary", {}, "data");
    const details = element("details", {}, summary);
    const fill = (): void => {
      const { x, y, series } = this.all();
      const noted = series.some((s) => s.points.some((p) => p.note !== undefined));
      const head = ["series", x.label, y.label, "low", "high", ...(noted ? ["note"] : [])].map((name) =>
        element("th", { scope: "col" }, ...notation(name)),
      );
      const rows = series.flatMap(({ name, points }) =>
        points.map((p) => {
          const cells = [p.x, p.y, p.low, p.high].map((v) =>
            element("td", {}, v === undefined ? "" : show(v)),
          );
          if (noted) cells.push(element("td", {}, p.note ?? ""));
          const title = p.label === undefined ? name : `${name}, ${p.label}`;
          return element("tr", {}, element("th", { scope: "row" }, ...notation(title)), ...cells);
        }),
      );
      const table = element(
        "table",
        {},
        element("thead", {}, element("tr", {}, ...head)),
        element("tbody", {}, ...rows),
      );
      details.replaceChildren(summary, element("div", { class: "scroll" }, table));
    };
    details.addEventListener("toggle", () => {
      if (details.open) fill();
    });
    return details;
  }

  private current(): Point | undefined {
    const { cursor, scales } = this.view;
    if (cursor === undefined) return undefined;
    return drawable(this.figure.series[cursor.series]?.points ?? [], scales)[cursor.point];
  }

  // Moves to another point, or to the corresponding one in another series, and describes it.
  private step(series: number, points: number): void {
    const { scales, cursor } = this.view;
    const able = shownSeries(this.figure, this.view).filter(
      (s) => drawable(s.series.points, scales).length > 0,
    );
    if (able.length === 0) return;
    const at = Math.max(
      0,
      able.findIndex(({ index }) => index === cursor?.series),
    );
    const next = able[(at + series + able.length) % able.length];
    if (next === undefined) return;
    const all = drawable(next.series.points, scales);
    const before = cursor?.point ?? (points === 0 ? 0 : -1);
    const point = Math.max(0, Math.min(all.length - 1, before + points));
    this.view.cursor = { series: next.index, point };
    this.spoken.textContent = describe(all[point] as Point, this.figure, next.series.name).join(", ");
    this.redraw();
  }

  // Whether the key means something here.
  private key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const move = (x: number, y: number): void => this.choose(moved(this.window(), this.view.scales, x, y));
    const shift = event.shiftKey;
    const actions: Record<string, () => void> = {
      ArrowRight: () => (shift ? move(kStep, 0) : this.step(0, 1)),
      ArrowLeft: () => (shift ? move(-kStep, 0) : this.step(0, -1)),
      ArrowUp: () => (shift ? move(0, kStep) : this.step(-1, 0)),
      ArrowDown: () => (shift ? move(0, -kStep) : this.step(1, 0)),
      Home: () => this.step(0, -Infinity),
      End: () => this.step(0, Infinity),
      "+": () => this.zoom(kFactor),
      "-": () => this.zoom(1 / kFactor),
      "0": () => this.choose(undefined),
      Escape: () => {
        this.view.cursor = undefined;
        this.choose(undefined);
      },
    };
    const action = actions[event.key];
    action?.();
    return action !== undefined;
  }
}
