// SPDX-License-Identifier: Apache-2.0
import type { Figure, Point, Scale, Series } from "./data";

export interface Scales {
  x: Scale;
  y: Scale;
}

// The part of a chart that is shown, in its own units.
export interface Window {
  x: [number, number];
  y: [number, number];
}

// How a reader has changed the view of a figure.
export interface View {
  scales: Scales;
  hidden: Set<number>; // series
  window?: Window | undefined; // all of it if not given
  cursor?: { series: number; point: number } | undefined; // index among the points that can be drawn
}

export function drawable(points: readonly Point[], scales: Scales): Point[] {
  return points.filter((p) => (scales.x === "linear" || p.x > 0) && (scales.y === "linear" || p.y > 0));
}

export function shownSeries(figure: Figure, view: View): { series: Series; index: number }[] {
  return figure.series
    .map((series, index) => ({ series, index }))
    .filter(({ index }) => !view.hidden.has(index));
}

// How many points a logarithmic axis cannot show.
export function leftOut(figure: Figure, view: View): number {
  return shownSeries(figure, view).reduce(
    (sum, { series }) => sum + series.points.length - drawable(series.points, view.scales).length,
    0,
  );
}

function domain(values: number[], scale: Scale): [number, number] {
  const usable = scale === "log" ? values.filter((v) => v > 0) : values;
  let low = Infinity;
  let high = -Infinity;
  for (const v of usable) {
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  if (low > high) return scale === "log" ? [1, 10] : [0, 1];
  if (low < high) return [low, high];
  return scale === "log"
    ? [low / 2, low * 2]
    : [low - (Math.abs(low) / 10 || 1), high + (Math.abs(high) / 10 || 1)];
}

// The smallest window that contains everything shown.
export function whole(figure: Figure, view: View): Window {
  const points = shownSeries(figure, view).flatMap(({ series }) => drawable(series.points, view.scales));
  const rules = (axis: "x" | "y"): number[] =>
    figure.rules.filter((r) => r.axis === axis).map((r) => r.value);
  return {
    x: domain([...points.map((p) => p.x), ...rules("x")], view.scales.x),
    y: domain([...points.flatMap((p) => [p.y, p.low ?? p.y, p.high ?? p.y]), ...rules("y")], view.scales.y),
  };
}

// Between the ends of a range and beyond: 0 is the first, 1 the second.
export function between([from, to]: readonly [number, number], t: number, scale: Scale): number {
  if (scale === "log" && from > 0 && to > 0) return from * Math.pow(to / from, t);
  return from + (to - from) * t;
}

// Where a value lies between the ends of a range.
export function place([from, to]: readonly [number, number], value: number, scale: Scale): number {
  if (scale === "log" && from > 0 && to > 0) return Math.log(value / from) / Math.log(to / from);
  return (value - from) / (to - from);
}

function map(window: Window, scales: Scales, part: (axis: "x" | "y") => [number, number]): Window {
  const moved = (axis: "x" | "y"): [number, number] => {
    const [a, b] = part(axis);
    return [between(window[axis], a, scales[axis]), between(window[axis], b, scales[axis])];
  };
  return { x: moved("x"), y: moved("y") };
}

// The window with 1 / factor of the range, around a point of it or around its middle.
export function magnified(window: Window, scales: Scales, factor: number, around?: Point): Window {
  return map(window, scales, (axis) => {
    const inside = around === undefined ? 0.5 : place(window[axis], around[axis], scales[axis]);
    const centre = inside >= 0 && inside <= 1 ? inside : 0.5;
    return [centre - centre / factor, centre + (1 - centre) / factor];
  });
}

// The window moved by parts of its size.
export function moved(window: Window, scales: Scales, x: number, y: number): Window {
  return map(window, scales, (axis) => (axis === "x" ? [x, 1 + x] : [y, 1 + y]));
}
