// SPDX-License-Identifier: Apache-2.0
import { expect, it } from "vitest";
import type { Figure } from "./data";
import { csv, describe, show } from "./numbers";

const figure: Figure = {
  id: "f",
  title: "",
  caption: "",
  command: "",
  x: { label: "N", scale: "log" },
  y: { label: "time, s", scale: "log" },
  series: [
    {
      name: 'a "b"',
      kind: "line",
      dashed: false,
      points: [{ x: 1, y: 2, low: 1.5, high: 2.5, label: "x\ny", note: "1 of 2" }],
    },
    { name: "c", kind: "points", dashed: false, points: [{ x: 1e6, y: 1e-7 }] },
  ],
  rules: [],
};

it("shows numbers briefly", () => {
  expect([0, 0.123456, 12345.6, 123456, -1e-7, 0.001, 1e5].map((v) => show(v))).toEqual([
    "0",
    "0.1235",
    "12350",
    "1.235e5",
    "-1e-7",
    "0.001",
    "1e5",
  ]);
});

it("shows fewer digits if asked", () => {
  expect([0.123456, 123456].map((v) => show(v, 2))).toEqual(["0.12", "1.2e5"]);
});

it("describes a point with its error bar", () => {
  const [first, second] = figure.series.map((s) => describe(s.points[0]!, figure, s.name));
  expect(first).toEqual(['a "b", x\ny', "N: 1", "time, s: 2 (1.5 to 2.5)", "1 of 2"]);
  expect(second).toEqual(["c", "N: 1e6", "time, s: 1e-7"]);
});

it("writes comma separated values that read back", () => {
  expect(csv(figure)).toBe(
    'series,N,"time, s",low,high,label,note\n"a ""b""",1,2,1.5,2.5,"x\ny",1 of 2\nc,1000000,1e-7,,,,\n',
  );
});
