// SPDX-License-Identifier: Apache-2.0
import type * as Plot from "@observablehq/plot";
import type { Scale } from "./data";

// The part of a chart that is shown, in its own units.
export interface Window {
  x: [number, number];
  y: [number, number];
}

type Drawing = SVGSVGElement & Plot.Plot;

interface Extent {
  domain: [number, number];
  range: [number, number];
}

function extent(svg: Drawing, name: "x" | "y"): Extent {
  const scale = svg.scale(name);
  const numbers = (values: Iterable<unknown> | undefined): [number, number] => {
    const [a, b] = Array.from(values ?? [0, 1], Number);
    return [a ?? 0, b ?? 1];
  };
  return { domain: numbers(scale?.domain), range: numbers(scale?.range) };
}

// Between the ends of a domain: 0 is the first, 1 the second.
export function interpolate([from, to]: [number, number], t: number, scale: Scale): number {
  if (scale === "log" && from > 0 && to > 0) return from * Math.pow(to / from, t);
  return from + (to - from) * t;
}

function invert({ domain, range }: Extent, pixel: number, scale: Scale): number {
  return interpolate(domain, (pixel - range[0]) / (range[1] - range[0]), scale);
}

// Drag a rectangle over a chart to enlarge it.
export class Zoom {
  private static readonly kLeast = 8; // pixels: less is a click

  constructor(svg: Drawing, scales: { x: Scale; y: Scale }, choose: (window: Window | undefined) => void) {
    let start: [number, number] | undefined;
    const box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    box.setAttribute("class", "zoom");
    box.setAttribute("data-screen-only", "");
    const place = (event: PointerEvent): [number, number] => {
      const bounds = svg.getBoundingClientRect();
      const factor = svg.viewBox.baseVal.width / bounds.width || 1;
      return [(event.clientX - bounds.left) * factor, (event.clientY - bounds.top) * factor];
    };
    svg.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.pointerType === "touch") return;
      start = place(event);
    });
    svg.addEventListener("pointermove", (event) => {
      if (start === undefined) return;
      const [x, y] = place(event);
      if (!box.isConnected) svg.append(box);
      box.setAttribute("x", String(Math.min(x, start[0])));
      box.setAttribute("y", String(Math.min(y, start[1])));
      box.setAttribute("width", String(Math.abs(x - start[0])));
      box.setAttribute("height", String(Math.abs(y - start[1])));
    });
    svg.addEventListener("pointerup", (event) => {
      if (start === undefined) return;
      const [x0, y0] = start;
      const [x1, y1] = place(event);
      start = undefined;
      box.remove();
      if (Math.abs(x1 - x0) < Zoom.kLeast || Math.abs(y1 - y0) < Zoom.kLeast) return;
      const [x, y] = [extent(svg, "x"), extent(svg, "y")];
      choose({
        x: [invert(x, Math.min(x0, x1), scales.x), invert(x, Math.max(x0, x1), scales.x)],
        y: [invert(y, Math.max(y0, y1), scales.y), invert(y, Math.min(y0, y1), scales.y)],
      });
    });
    svg.addEventListener("pointerleave", () => {
      start = undefined;
      box.remove();
    });
    svg.addEventListener("dblclick", () => choose(undefined));
  }

  // The middle of what is shown, larger or smaller by a factor.
  static around(svg: Drawing, scales: { x: Scale; y: Scale }, factor: number): Window {
    const part = (name: "x" | "y"): [number, number] => {
      const { domain } = extent(svg, name);
      return [interpolate(domain, 0.5 - factor / 2, scales[name]), interpolate(domain, 0.5 + factor / 2, scales[name])];
    };
    return { x: part("x"), y: part("y") };
  }
}
