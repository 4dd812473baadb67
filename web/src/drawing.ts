// SPDX-License-Identifier: Apache-2.0
import * as Plot from "@observablehq/plot";
import { type Look, looks } from "./colours";
import type { Figure, Point, Rule, Series } from "./data";
import { inLine } from "./notation";
import { describe } from "./numbers";
import { logTicks } from "./ticks";
import { drawable, place, shownSeries, type View, whole, type Window } from "./view";

export type Drawing = SVGSVGElement & Plot.Plot;

// The class of elements that are only meant for the screen; they are left out of files.
export const kScreenOnly = "screen-only";

function bars(points: readonly Point[], view: View, window: Window, look: Look): Plot.Markish {
  const log = view.scales.y === "log";
  // A bar that reaches down to zero is drawn to the lower end of a logarithmic axis.
  const ends = points
    .filter((p) => p.low !== undefined && p.high !== undefined)
    .map((p) => ({ x: p.x, low: log ? Math.max(p.low ?? 0, window.y[0] / 10) : p.low, high: p.high }));
  const style = {
    stroke: look.colour,
    strokeWidth: 1.4,
    clip: true,
    className: `bars ${look.name}`,
  } as const;
  return Plot.ruleX(ends, { x: "x", y1: "low", y2: "high", ...style });
}

function lines(series: Series, points: readonly Point[], look: Look): Plot.Markish[] {
  if (series.kind === "points") return [];
  const style = { stroke: look.colour, strokeDasharray: look.dash, strokeWidth: 1.6, clip: true } as const;
  return [Plot.line(points, { x: "x", y: "y", ...style, className: `line ${look.name}` })];
}

function dots(series: Series, points: readonly Point[], look: Look): Plot.Markish[] {
  if (series.kind === "line") return [];
  const style = {
    fill: look.colour,
    stroke: "var(--chart-ground)",
    strokeWidth: 0.7,
    r: 4,
    clip: true,
  } as const;
  return [
    Plot.dot(points, { x: "x", y: "y", symbol: look.symbol, ...style, className: `dots ${look.name}` }),
  ];
}

// A name next to its point, on the side with more room.
function names(points: readonly Point[], view: View, window: Window): Plot.Markish[] {
  const named = points.filter((p) => p.label !== undefined);
  const left = (p: Point): boolean => place(window.x, p.x, view.scales.x) > 0.6;
  const text = (side: Point[], textAnchor: "start" | "end", dx: number): Plot.Markish =>
    Plot.text(side, {
      x: "x",
      y: "y",
      text: "label",
      textAnchor,
      dx,
      stroke: "var(--chart-ground)",
      fill: "currentColor",
    });
  return [
    text(
      named.filter((p) => !left(p)),
      "start",
      9,
    ),
    text(named.filter(left), "end", -9),
  ];
}

const kRow = 15; // pixels from one line of text to the next

// The names of vertical rules are above the frame, in rows; those of others are at the right end of the rule,
// or at the left end if the right would be too close to the rule below.
function rows(rules: readonly Rule[], view: View, window: Window): Map<Rule, number> {
  const upright = rules.filter((r) => r.axis === "x");
  const result = new Map(upright.map((r, i) => [r, upright.length - 1 - i]));
  let [below, row] = [-1, 0];
  for (const r of rules.filter((r) => r.axis === "y").sort((a, b) => a.value - b.value)) {
    const at = place(window.y, r.value, view.scales.y);
    row = at - below < 0.1 ? 1 - row : 0;
    below = at;
    result.set(r, row);
  }
  return result;
}

function rule(rule: Rule, row: number, view: View, window: Window): Plot.Markish[] {
  const at = place(window[rule.axis], rule.value, view.scales[rule.axis]);
  if (!(at >= -0.001 && at <= 1.001)) return [];
  const stroke = { strokeDasharray: "2 3", strokeOpacity: 0.8 } as const;
  const text = { text: [inLine(rule.label)], stroke: "var(--chart-ground)", fill: "currentColor" } as const;
  if (rule.axis === "x") {
    const textAnchor = at > 0.5 ? "end" : "start";
    return [
      Plot.ruleX([rule.value], { ...stroke, insetTop: -kRow * row }),
      Plot.text([rule.value], {
        ...text,
        textAnchor,
        x: [rule.value],
        frameAnchor: "top",
        dy: -8 - kRow * row,
      }),
    ];
  }
  const side =
    row === 0 ? ({ frameAnchor: "right", dx: -4 } as const) : ({ frameAnchor: "left", dx: 4 } as const);
  return [
    Plot.ruleY([rule.value], stroke),
    Plot.text([rule.value], { ...text, ...side, y: [rule.value], dy: at > 0.95 ? 9 : -8 }),
  ];
}

function inside(p: Point, view: View, window: Window): boolean {
  const within = (axis: "x" | "y"): boolean => {
    const t = place(window[axis], p[axis], view.scales[axis]);
    return t >= -1e-9 && t <= 1 + 1e-9;
  };
  return within("x") && within("y");
}

function tips(figure: Figure, view: View, window: Window): Plot.Markish[] {
  const described = (index: number, points: readonly Point[]): (Point & { text: string })[] =>
    points.map((p) => ({ ...p, text: describe(p, figure, figure.series[index]?.name ?? "").join("\n") }));
  const type = { fontSize: 12, lineHeight: 1.3, lineWidth: 26 } as const;
  const options = { x: "x", y: "y", title: "text", className: kScreenOnly, ...type } as const;
  const all = shownSeries(figure, view).flatMap(({ series, index }) =>
    described(
      index,
      drawable(series.points, view.scales).filter((p) => inside(p, view, window)),
    ),
  );
  const result: Plot.Markish[] = [Plot.tip(all, Plot.pointer(options))];
  const { cursor } = view;
  const chosen = cursor === undefined ? undefined : figure.series[cursor.series];
  const point = chosen === undefined ? undefined : drawable(chosen.points, view.scales)[cursor?.point ?? 0];
  if (cursor !== undefined && point !== undefined && inside(point, view, window)) {
    result.push(
      Plot.dot([point], {
        x: "x",
        y: "y",
        r: 8,
        stroke: "currentColor",
        strokeWidth: 1.5,
        className: kScreenOnly,
      }),
      Plot.tip(described(cursor.series, [point]), options),
    );
  }
  return result;
}

export function draw(figure: Figure, view: View, width: number): Drawing {
  const window = view.window ?? whole(figure, view);
  const look = looks(figure.series);
  const shown = shownSeries(figure, view).map(({ series, index }) => {
    const points = drawable(series.points, view.scales);
    return { series, points, look: look[index] as Look };
  });
  const axis = (name: "x" | "y"): Plot.ScaleOptions => ({
    label: inLine(figure[name].label),
    type: view.scales[name],
    domain: window[name],
    grid: true,
    ...(view.scales[name] === "log" ? logTicks(window[name]) : { nice: view.window === undefined }),
  });
  const rowOf = rows(figure.rules, view, window);
  const top = kRow * figure.rules.filter((r) => r.axis === "x").length;
  const svg = Plot.plot({
    width,
    height: Math.round(Math.max(260, Math.min(430, width * 0.58))) + top,
    marginLeft: 58,
    marginRight: 14,
    marginTop: 28 + top,
    marginBottom: 46,
    // Room for the symbols at the edge if nothing lies beyond it.
    inset: view.window === undefined ? 7 : 0,
    style: { background: "transparent", fontSize: "12px" },
    x: { ...axis("x"), labelOffset: 40 },
    y: axis("y"),
    marks: [
      Plot.frame({ stroke: "var(--line)" }),
      ...figure.rules.flatMap((r) => rule(r, rowOf.get(r) ?? 0, view, window)),
      ...shown.map(({ points, look }) => bars(points, view, window, look)),
      ...shown.flatMap(({ series, points, look }) => lines(series, points, look)),
      ...shown.flatMap(({ series, points, look }) => dots(series, points, look)),
      ...shown.flatMap(({ points }) =>
        names(
          points.filter((p) => inside(p, view, window)),
          view,
          window,
        ),
      ),
      ...tips(figure, view, window),
    ],
  }) as Drawing;
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", inLine(figure.title));
  return svg;
}

// Line and symbol of a series, for a legend.
export function swatch(series: Series, look: Look): SVGSVGElement {
  const points = (xs: number[]): Point[] => xs.map((x) => ({ x, y: 0 }));
  const svg = Plot.plot({
    width: 26,
    height: 12,
    margin: 0,
    axis: null,
    x: { domain: [0, 1] },
    y: { domain: [-1, 1] },
    marks: [...lines(series, points([0, 1]), look), ...dots(series, points([0.5]), look)],
  }) as SVGSVGElement;
  svg.setAttribute("aria-hidden", "true");
  return svg;
}
