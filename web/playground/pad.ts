// SPDX-License-Identifier: Apache-2.0
import { element } from "../src/elements";
import { resolve } from "./colour";
import { extend, kSide, type Stroke } from "./strokes";

const kPixels = 320;
const kKeys = "arrow keys move the pen, space puts it down or lifts it";

// A square to draw on: by mouse, finger, pen or keyboard.
export class Pad {
  readonly root: HTMLCanvasElement;
  strokes: Stroke[] = [];
  private pen = { x: kSide / 2, y: kSide / 4 };
  private down = false;
  private byKeys = false; // show the pen

  constructor(private readonly onChange: () => void) {
    this.root = element("canvas", {
      class: "pad",
      width: String(kPixels),
      height: String(kPixels),
      tabindex: "0",
      role: "application",
      "aria-label": `draw a digit here; ${kKeys}`,
      title: `draw here; ${kKeys}`,
    });
    this.root.addEventListener("pointerdown", (event) => {
      this.root.setPointerCapture(event.pointerId);
      this.byKeys = false;
      this.strokes.push([]);
      this.draw(event);
      event.preventDefault();
      this.root.focus({ preventScroll: true });
    });
    this.root.addEventListener("pointermove", (event) => {
      if (this.root.hasPointerCapture(event.pointerId)) this.draw(event);
    });
    this.root.addEventListener("keydown", (event) => {
      if (this.key(event.key)) event.preventDefault();
    });
  }

  clear(): void {
    this.strokes = [];
    this.down = false;
    this.onChange();
  }

  paint(): void {
    const context = this.root.getContext("2d");
    if (context === null) return;
    const scale = kPixels / kSide;
    context.clearRect(0, 0, kPixels, kPixels);
    context.strokeStyle = context.fillStyle = `rgb(${resolve("var(--text)").join(" ")})`;
    context.lineWidth = 0.085 * kPixels;
    context.lineCap = context.lineJoin = "round";
    if (this.strokes.length === 0 && !this.byKeys) {
      context.fillStyle = `rgb(${resolve("var(--faint)").join(" ")})`;
      context.font = "19px system-ui, sans-serif";
      context.textAlign = "center";
      context.fillText("draw a digit here", kPixels / 2, kPixels / 2);
    }
    for (const stroke of this.strokes) {
      context.beginPath();
      stroke.forEach(({ x, y }, i) => {
        if (i === 0) context.moveTo(scale * (x + 0.5), scale * (y + 0.5));
        context.lineTo(scale * (x + 0.5), scale * (y + 0.5));
      });
      context.stroke();
    }
    if (!this.byKeys) return;
    context.fillStyle = `rgb(${resolve(this.down ? "var(--positive)" : "var(--faint)").join(" ")})`;
    context.beginPath();
    context.arc(scale * this.pen.x, scale * this.pen.y, 7, 0, 7);
    context.fill();
  }

  private draw(event: PointerEvent): void {
    const box = this.root.getBoundingClientRect();
    const stroke = this.strokes.at(-1);
    if (stroke === undefined) return;
    for (const { clientX, clientY } of event.getCoalescedEvents?.() ?? [event]) {
      extend(stroke, {
        x: (kSide * (clientX - box.left)) / box.width,
        y: (kSide * (clientY - box.top)) / box.height,
      });
    }
    if (stroke.length === 0) {
      extend(stroke, {
        x: (kSide * (event.clientX - box.left)) / box.width,
        y: (kSide * (event.clientY - box.top)) / box.height,
      });
    }
    this.onChange();
  }

  // Whether the key means something here.
  private key(key: string): boolean {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-2, 0],
      ArrowRight: [2, 0],
      ArrowUp: [0, -2],
      ArrowDown: [0, 2],
    };
    const move = moves[key];
    if (move === undefined && key !== " ") return false;
    this.byKeys = true;
    if (move === undefined) {
      this.down = !this.down;
      if (this.down) this.strokes.push([{ ...this.pen }]);
    } else {
      const inside = (value: number): number => Math.min(kSide - 1, Math.max(0, value));
      this.pen = { x: inside(this.pen.x + move[0]), y: inside(this.pen.y + move[1]) };
      const stroke = this.strokes.at(-1);
      if (this.down && stroke !== undefined) extend(stroke, this.pen);
    }
    this.onChange();
    return true;
  }
}
