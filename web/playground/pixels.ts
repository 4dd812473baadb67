// SPDX-License-Identifier: Apache-2.0
import { mix, resolve } from "./colour";
import { element } from "../src/elements";

// Columns and rows of a grid with room for `count` square cells in a box of the given shape.
export function gridFor(count: number, width: number, height: number): { columns: number; rows: number } {
  const columns = Math.max(1, Math.min(count, Math.round(Math.sqrt((count * width) / height))));
  return { columns, rows: Math.ceil(count / columns) };
}

// Numbers from -1 to 1 as pixels, from one colour through the ground to the other.
export class Pixels {
  readonly root: HTMLCanvasElement;

  constructor(label: string) {
    this.root = element("canvas", { class: "pixels", role: "img", "aria-label": label });
  }

  draw(values: Float32Array): void {
    const box = this.root.getBoundingClientRect();
    if (box.width === 0 || values.length === 0) return;
    const { columns, rows } = gridFor(values.length, box.width, box.height);
    this.root.width = columns;
    this.root.height = rows;
    const context = this.root.getContext("2d");
    if (context === null) return;
    const [negative, zero, positive] = [
      resolve("var(--negative)"),
      resolve("var(--zero)"),
      resolve("var(--positive)"),
    ];
    const image = context.createImageData(columns, rows);
    values.forEach((value, i) => {
      // A root makes small fields visible.
      const size = Math.sqrt(Math.min(1, Math.abs(value)));
      image.data.set([...mix(zero, value < 0 ? negative : positive, size), 255], 4 * i);
    });
    context.putImageData(image, 0, 0);
  }
}
