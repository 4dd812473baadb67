// SPDX-License-Identifier: Apache-2.0
import { expect, it } from "vitest";
import { interpolate } from "./zoom";

it("goes evenly along linear axes and by factors along logarithmic ones", () => {
  expect(interpolate([2, 6], 0.25, "linear")).toBe(3);
  expect(interpolate([2, 6], -0.5, "linear")).toBe(0);
  expect(interpolate([1, 10000], 0.5, "log")).toBeCloseTo(100);
});
