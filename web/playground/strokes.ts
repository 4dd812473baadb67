// SPDX-License-Identifier: Apache-2.0
// Strokes of a pen on a square of side kSide, and their form in a link: two letters a point, strokes separated
// by dots.

export const kSide = 64;
const kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const kMostPoints = 4000;

export interface PenPoint {
  x: number;
  y: number;
}
export type Stroke = PenPoint[];

function whole(value: number): number {
  return Math.min(kSide - 1, Math.max(0, Math.round(value)));
}

// Adds a point unless it is where the last one is.
export function extend(stroke: Stroke, point: PenPoint): boolean {
  const next = { x: whole(point.x), y: whole(point.y) };
  const last = stroke.at(-1);
  if (last !== undefined && last.x === next.x && last.y === next.y) return false;
  stroke.push(next);
  return true;
}

export function writeStrokes(strokes: readonly Stroke[]): string {
  return strokes
    .filter((stroke) => stroke.length > 0)
    .map((stroke) => stroke.map(({ x, y }) => `${kLetters[x]}${kLetters[y]}`).join(""))
    .join(".");
}

// What cannot be understood is left out.
export function readStrokes(text: string): Stroke[] {
  return text
    .slice(0, 2 * kMostPoints)
    .split(".")
    .map((letters) => {
      const stroke: Stroke = [];
      for (let i = 0; i + 1 < letters.length; i += 2) {
        const [x, y] = [kLetters.indexOf(letters[i] ?? "."), kLetters.indexOf(letters[i + 1] ?? ".")];
        if (x >= 0 && y >= 0) stroke.push({ x, y });
      }
      return stroke;
    })
    .filter((stroke) => stroke.length > 0);
}

export interface Placement {
  scale: number;
  x: number; // of the middle of the strokes' box, in the image
  y: number;
}

// How strokes are placed in an image as the digits of MNIST are: the longer side of their box takes up 20 of 28
// pixels, and their middle is in the middle. A pen that was hardly moved is not blown up.
export function placement(strokes: readonly Stroke[], rows: number, columns: number): Placement {
  const points = strokes.flat();
  const box = (axis: "x" | "y"): [number, number] => [
    Math.min(...points.map((p) => p[axis])),
    Math.max(...points.map((p) => p[axis])),
  ];
  const [left, right] = box("x");
  const [top, bottom] = box("y");
  const room = (18 / 28) * Math.min(rows, columns); // a pen is two pixels wide
  const scale = room / Math.max(right - left, bottom - top, kSide / 4);
  return { scale, x: columns / 2 - (scale * (left + right)) / 2, y: rows / 2 - (scale * (top + bottom)) / 2 };
}

// The strokes as an image of the given size, one byte a pixel, centred by mass like the digits of MNIST.
export function rasterise(strokes: readonly Stroke[], rows: number, columns: number): Uint8Array {
  const pixels = new Uint8Array(rows * columns);
  if (strokes.length === 0) return pixels;
  const { scale, x, y } = placement(strokes, rows, columns);
  const pen = (1.25 * Math.min(rows, columns)) / 28; // half its width
  const lines = strokes.map((stroke) => stroke.map((p) => ({ x: scale * p.x + x, y: scale * p.y + y })));
  const ink = (dx: number, dy: number): Uint8Array => {
    for (let r = 0; r < rows; ++r) {
      for (let c = 0; c < columns; ++c) {
        const at = { x: c + 0.5 - dx, y: r + 0.5 - dy };
        const near = Math.min(...lines.map((line) => distance(at, line)));
        pixels[r * columns + c] = Math.round(255 * Math.min(1, Math.max(0, pen + 0.5 - near)));
      }
    }
    return pixels;
  };
  ink(0, 0);
  let [mass, mx, my] = [0, 0, 0];
  pixels.forEach((value, i) => {
    mass += value;
    mx += value * ((i % columns) + 0.5);
    my += value * (Math.floor(i / columns) + 0.5);
  });
  return mass === 0 ? pixels : ink(columns / 2 - mx / mass, rows / 2 - my / mass);
}

// From a point to a line through points.
function distance(at: PenPoint, line: Stroke): number {
  let least = Infinity;
  line.forEach((b, i) => {
    const a = line[i - 1] ?? b;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = dx * dx + dy * dy;
    const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length));
    least = Math.min(least, Math.hypot(at.x - a.x - t * dx, at.y - a.y - t * dy));
  });
  return least;
}
