// SPDX-License-Identifier: Apache-2.0
export type Rgb = readonly [number, number, number];

// What a colour of the style sheet is at present, light or dark.
export function resolve(colour: string): Rgb {
  const probe = document.createElement("span");
  probe.style.color = colour;
  document.body.append(probe);
  const numbers = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
  probe.remove();
  return [Number(numbers[0] ?? 0), Number(numbers[1] ?? 0), Number(numbers[2] ?? 0)];
}

export function mix(a: Rgb, b: Rgb, part: number): Rgb {
  const at = (i: 0 | 1 | 2): number => Math.round(a[i] + (b[i] - a[i]) * part);
  return [at(0), at(1), at(2)];
}
