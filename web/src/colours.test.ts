// SPDX-License-Identifier: Apache-2.0
import { expect, it } from "vitest";
import { type Look, looks, onLightGround } from "./colours";
import type { Series } from "./data";

const series = (name: string, kind: Series["kind"] = "both", dashed = false): Series => {
  return { name, kind, dashed, points: [] };
};
const colours = (all: Look[]): string[] => all.map((look) => look.colour.replace(/\D/g, ""));

it("gives every series a look of its own", () => {
  const all = looks(Array.from({ length: 56 }, (_, i) => series(`s${i}`)));
  expect(new Set(all.map((l) => `${l.colour} ${l.symbol} ${l.dash}`)).size).toBe(56);
});

it("gives theory and measurement one colour for each alpha", () => {
  const all = looks([
    series("densest, alpha = 0.5", "line"),
    series("typical, alpha = 0.5", "line", true),
    series("densest, alpha = 0.7", "line"),
    series("measured, alpha = 0.5", "points"),
  ]);
  expect(colours(all)).toEqual(["0", "0", "1", "0"]);
  expect(all.map((l) => l.dash)).toEqual(["none", "5 4", "none", "none"]);
});

it("gives a solver one colour, and its sizes different symbols and lines", () => {
  const all = looks(
    ["rbp, N = 501", "rbp, N = 1001", "sbpi, N = 501", "sbpi, N = 1001"].map((n) => series(n)),
  );
  expect(colours(all)).toEqual(["0", "0", "1", "1"]);
  expect(new Set(all.map((l) => l.symbol)).size).toBe(4);
  expect(all[0]?.dash).toBe(all[2]?.dash);
  expect(all[0]?.dash).not.toBe(all[1]?.dash);
});

it("gives a fit the colour of what it was fitted to", () => {
  const all = looks([
    series("3-SAT, edmc", "points"),
    series("3-SAT, sa", "points"),
    series("4-SAT, edmc", "points"),
    series("fit N^1.18, 3-SAT, edmc", "line", true),
    series("fit N^1.60, 4-SAT, edmc", "line", true),
  ]);
  expect(colours(all)).toEqual(["0", "0", "1", "0", "1"]);
  expect(all[0]?.symbol).not.toBe(all[1]?.symbol);
});

it("writes colours out for files", () => {
  expect(onLightGround('stroke="var(--series-0)"')).toBe('stroke="#0072b2"');
});
