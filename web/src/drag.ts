// SPDX-License-Identifier: Apache-2.0
import type { Drawing } from "./drawing";
import type { Window } from "./view";

const kLeast = 8; // pixels: less is a click

type Place = [number, number];

function placeOf(svg: Drawing, event: PointerEvent): Place {
  const bounds = svg.getBoundingClientRect();
  const factor = svg.viewBox.baseVal.width / bounds.width || 1;
  return [(event.clientX - bounds.left) * factor, (event.clientY - bounds.top) * factor];
}

function windowOf(svg: Drawing, a: Place, b: Place): Window {
  const range = (name: "x" | "y", from: number, to: number): [number, number] => {
    const scale = svg.scale(name);
    const [start = 0, end = 1] = Array.from(scale?.range ?? [], Number);
    const value = (pixel: number): number => {
      const kept = Math.max(Math.min(start, end), Math.min(Math.max(start, end), pixel));
      return Number(scale?.invert?.(kept));
    };
    const [low, high] = [value(from), value(to)];
    return [Math.min(low, high), Math.max(low, high)];
  };
  return { x: range("x", a[0], b[0]), y: range("y", a[1], b[1]) };
}

// Drag a rectangle with the mouse to choose a window; a double click chooses all. (Fingers scroll the page.)
export function dragToChoose(svg: Drawing, choose: (window: Window | undefined) => void): void {
  let start: Place | undefined;
  const box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  box.setAttribute("class", "zoom");
  const stop = (): void => {
    start = undefined;
    box.remove();
  };
  svg.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && event.pointerType !== "touch") start = placeOf(svg, event);
  });
  svg.addEventListener("pointermove", (event) => {
    if (start === undefined) return;
    const [x, y] = placeOf(svg, event);
    if (!box.isConnected) {
      svg.append(box);
      svg.setPointerCapture(event.pointerId);
    }
    box.setAttribute("x", String(Math.min(x, start[0])));
    box.setAttribute("y", String(Math.min(y, start[1])));
    box.setAttribute("width", String(Math.abs(x - start[0])));
    box.setAttribute("height", String(Math.abs(y - start[1])));
  });
  svg.addEventListener("pointerup", (event) => {
    if (start === undefined) return;
    const from = start;
    const to = placeOf(svg, event);
    stop();
    if (Math.abs(to[0] - from[0]) >= kLeast && Math.abs(to[1] - from[1]) >= kLeast)
      choose(windowOf(svg, from, to));
  });
  svg.addEventListener("pointercancel", stop);
  svg.addEventListener("dblclick", () => choose(undefined));
}
