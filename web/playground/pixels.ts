// SPDX-License-Identifier: Apache-2.0
import { ramp, resolve } from "./colour";
import { element } from "../src/elements";

// Columns and rows of a grid with room for `count` cells, about square in a box of the given shape, that leaves
// as few cells empty as it can.
export function gridFor(count: number, width: number, height: number): { columns: number; rows: number } {
  const square = Math.sqrt((count * width) / height);
  let best = { columns: count, rows: 1 };
  let least = Infinity;
  for (
    let columns = Math.max(1, Math.floor(0.8 * square));
    columns <= Math.min(count, 1.25 * square);
    ++columns
  ) {
    const rows = Math.ceil(count / columns);
    const cost = (columns * rows - count) / count + 0.1 * Math.abs(Math.log(columns / square));
    if (cost < least) [best, least] = [{ columns, rows }, cost];
  }
  return best;
}

const kShades = 64; // on either side of zero

// Numbers from -1 to 1 as pixels, from one colour through the ground to the other.
export class Pixels {
  readonly root: HTMLCanvasElement;
  private box = { width: 0, height: 0 };

  // Ink is drawn from the ground to the colour of text.
  constructor(
    label: string,
    private readonly palette: "signs" | "ink" = "signs",
  ) {
    this.root = element("canvas", { class: "pixels", role: "img", "aria-label": label });
    new ResizeObserver(([entry]) => {
      if (entry !== undefined) this.box = entry.contentRect;
    }).observe(this.root);
  }

  // In the given number of columns, or in as many as make pixels square.
  draw(values: Float32Array, width?: number): void {
    if (values.length === 0) return;
    if (this.box.width === 0) this.box = this.root.getBoundingClientRect();
    if (this.box.width === 0) return;
    const fitting = gridFor(values.length, this.box.width, this.box.height);
    const { columns, rows } =
      width === undefined ? fitting : { columns: width, rows: Math.ceil(values.length / width) };
    if (this.root.width !== columns) this.root.width = columns;
    if (this.root.height !== rows) this.root.height = rows;
    const context = this.root.getContext("2d");
    if (context === null) return;
    const shades = ramp(
      resolve("var(--negative)"),
      resolve("var(--zero)"),
      resolve(this.palette === "ink" ? "var(--text)" : "var(--positive)"),
      kShades,
    );
    const image = context.createImageData(columns, rows);
    const pixels = new Uint32Array(image.data.buffer);
    values.forEach((value, i) => {
      // A root makes small fields visible.
      const size = kShades * Math.sqrt(Math.min(1, Math.abs(value)));
      pixels[i] = shades[kShades + Math.round(value < 0 ? -size : size)] ?? 0;
    });
    context.putImageData(image, 0, 0);
  }
}

// What a colour means.
export function swatch(variable: string, label: string): HTMLElement {
  const colour = element("i", { class: "swatch" });
  colour.style.background = `var(${variable})`;
  return element("span", { class: "key" }, colour, label);
}
