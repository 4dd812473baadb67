// SPDX-License-Identifier: Apache-2.0
import { expect, it } from "vitest";
import { looks, onLightGround } from "./colours";
import type { Series } from "./data";

const series = (group?: string): Series => ({
  name: "s",
  kind: "both",
  dashed: false,
  points: [],
  ...(group === undefined ? {} : { group }),
});

it("gives every series a look of its own", () => {
  const all = looks(Array.from({ length: 56 }, () => series()));
  expect(new Set(all.map((l) => `${l.colour} ${l.symbol} ${l.dash}`)).size).toBe(56);
});

it("gives a group one colour", () => {
  const [a, b, c] = looks([series("0.5"), series("0.7"), series("0.5")]);
  expect(a?.colour).toBe(c?.colour);
  expect(a?.colour).not.toBe(b?.colour);
  expect(a?.symbol).not.toBe(c?.symbol);
});

it("writes colours out for files", () => {
  expect(onLightGround('stroke="var(--series-0)"')).toBe('stroke="#0072b2"');
});
