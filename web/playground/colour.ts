// SPDX-License-Identifier: Apache-2.0
export type Rgb = readonly [number, number, number];

const system = (): boolean => matchMedia("(prefers-color-scheme: dark)").matches;
const known = new Map<string, Rgb>();

// What a colour of the style sheet is at present, light or dark. Asking the browser costs a layout, so that it is
// asked once for each theme.
export function resolve(colour: string): Rgb {
  const key = `${document.documentElement.dataset["theme"] ?? system()} ${colour}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const probe = document.createElement("span");
  probe.style.color = colour;
  document.body.append(probe);
  const numbers = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
  probe.remove();
  const result: Rgb = [Number(numbers[0] ?? 0), Number(numbers[1] ?? 0), Number(numbers[2] ?? 0)];
  known.set(key, result);
  return result;
}

// Colours from one through the middle to the other, as pixels of a canvas.
export function ramp(from: Rgb, middle: Rgb, to: Rgb, half: number): Uint32Array {
  const bytes = new Uint8ClampedArray(4 * (2 * half + 1));
  for (let k = -half; k <= half; ++k) {
    const end = k < 0 ? from : to;
    const part = Math.abs(k) / half;
    bytes.set([...middle.map((m, i) => m + ((end[i] ?? 0) - m) * part), 255], 4 * (k + half));
  }
  return new Uint32Array(bytes.buffer);
}
