// SPDX-License-Identifier: Apache-2.0
import { show } from "./numbers";

export interface Ticks {
  ticks?: number[]; // Plot chooses if not given
  tickFormat: (value: number) => string;
}

// Ticks of a logarithmic axis: numbers at powers of ten, and between them as many as there is room for.
export function logTicks([from, to]: readonly [number, number]): Ticks {
  const decades = Math.log10(to / from);
  if (decades < 0.7) return { tickFormat: (value) => show(value) };
  const leading = decades < 4 ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [1];
  // (With many ticks d3 leaves out the numbers of those with a high first digit, whatever the options.)
  const numbered = decades <= 2 ? [1, 2, 5] : decades < 3.5 ? [1, 3] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); ++power) {
    ticks.push(...leading.map((digit) => Number(`${digit}e${power}`)));
  }
  const digit = (value: number): number => Number(value.toExponential().split("e")[0]);
  return {
    ticks: ticks.filter((value) => value >= from && value <= to),
    tickFormat: (value) => (numbered.includes(digit(value)) ? show(value) : ""),
  };
}
