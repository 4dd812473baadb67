// SPDX-License-Identifier: Apache-2.0
import { expect, it } from "vitest";
import type { Figure } from "./data";
import { between, drawable, leftOut, magnified, moved, place, type View, whole } from "./view";

const figure: Figure = {
  id: "f",
  title: "",
  caption: "",
  command: "",
  x: { label: "x", scale: "linear" },
  y: { label: "y", scale: "linear" },
  series: [
    {
      name: "a",
      kind: "line",
      dashed: false,
      points: [
        { x: 0, y: 1 },
        { x: 4, y: 3, low: -2, high: 5 },
      ],
    },
    { name: "b", kind: "line", dashed: false, points: [{ x: 100, y: 10 }] },
  ],
  rules: [{ axis: "x", value: 6, label: "" }],
};
const linear = { x: "linear", y: "linear" } as const;
const log = { x: "log", y: "log" } as const;
const view = (scales: View["scales"], ...hidden: number[]): View => ({ scales, hidden: new Set(hidden) });

it("holds points, error bars and rules, but not what is hidden", () => {
  expect(whole(figure, view(linear))).toEqual({ x: [0, 100], y: [-2, 10] });
  expect(whole(figure, view(linear, 1))).toEqual({ x: [0, 6], y: [-2, 5] });
});

it("leaves out of logarithmic axes what they cannot show, and counts it", () => {
  expect(drawable(figure.series[0]!.points, log)).toHaveLength(1);
  expect(leftOut(figure, view(log))).toBe(1);
  expect(leftOut(figure, view(linear))).toBe(0);
  expect(whole(figure, view(log))).toEqual({ x: [4, 100], y: [3, 10] });
});

it("has room around a single value, and something to show for none", () => {
  const single = { ...figure, rules: [] };
  expect(whole(single, view(linear, 0))).toEqual({ x: [90, 110], y: [9, 11] });
  expect(whole(single, view(log, 0))).toEqual({ x: [50, 200], y: [5, 20] });
  expect(whole(single, view(log, 0, 1))).toEqual({ x: [1, 10], y: [1, 10] });
  const zero = { ...single, series: [{ ...figure.series[0]!, points: [{ x: 0, y: 0 }] }] };
  expect(whole(zero, view(linear))).toEqual({ x: [-1, 1], y: [-1, 1] });
});

it("goes evenly along linear axes and by factors along logarithmic ones", () => {
  expect(between([2, 6], 0.25, "linear")).toBe(3);
  expect(between([1, 10000], 0.5, "log")).toBeCloseTo(100);
  expect(place([2, 6], 3, "linear")).toBe(0.25);
  expect(place([1, 10000], 100, "log")).toBeCloseTo(0.5);
});

it("magnifies around the middle, or around a point that stays where it is", () => {
  const window = { x: [0, 8], y: [0, 4] } as { x: [number, number]; y: [number, number] };
  expect(magnified(window, linear, 2)).toEqual({ x: [2, 6], y: [1, 3] });
  expect(magnified(window, linear, 2, { x: 8, y: 0 })).toEqual({ x: [4, 8], y: [0, 2] });
  expect(magnified(window, linear, 2, { x: 80, y: 0 }).x).toEqual([2, 6]); // outside: the middle
  expect(moved(window, linear, 0.25, -0.5)).toEqual({ x: [2, 10], y: [-2, 2] });
  const tens = moved({ x: [1, 10], y: [1, 100] }, log, 1, 0.5);
  expect(tens.x[1]).toBeCloseTo(100);
  expect(tens.y[0]).toBeCloseTo(10);
});
