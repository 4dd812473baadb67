// SPDX-License-Identifier: Apache-2.0
import { expect, it } from "vitest";
import { logTicks } from "./ticks";

const labels = (from: number, to: number): string[] => {
  const { ticks, tickFormat } = logTicks([from, to]);
  return (ticks ?? []).map(tickFormat).filter((label) => label !== "");
};

it("numbers as many ticks as there is room for", () => {
  expect(labels(100, 3200)).toEqual(["100", "200", "500", "1000", "2000"]);
  expect(labels(1, 2000)).toEqual(["1", "3", "10", "30", "100", "300", "1000"]);
  expect(labels(1e-7, 0.02)).toEqual(["1e-7", "1e-6", "1e-5", "1e-4", "0.001", "0.01"]);
  expect(logTicks([1, 2000]).ticks).toHaveLength(29);
});

it("leaves the choice to Plot where there is no power of ten to hold on to", () => {
  expect(logTicks([1200, 1300]).ticks).toBeUndefined();
  expect(logTicks([1200, 1300]).tickFormat(1250)).toBe("1250");
});
