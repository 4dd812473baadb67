// SPDX-License-Identifier: Apache-2.0
import * as Plot from "@observablehq/plot";
import { element } from "../src/elements";

export interface Bin {
  from: number;
  to: number;
  count: number;
}

// Bins of one width, of which one begins at 0 exactly. What lies outside goes to the first or last one.
export function binsOf(values: Float32Array, width: number, most: number): Bin[] {
  const half = Math.round(most / width);
  const bins = Array.from({ length: 2 * half }, (_, i) => ({
    from: (i - half) * width,
    to: (i + 1 - half) * width,
    count: 0,
  }));
  for (const value of values) {
    const at = Math.ceil(value / width) - 1 + half; // zero belongs to the bin below
    const bin = bins[Math.min(2 * half - 1, Math.max(0, at))];
    if (bin !== undefined) ++bin.count;
  }
  return bins;
}

const kMost = 3.6;
const kWidth = 0.2;

// The stabilities of patterns. Those of errors, to the left of zero, have a colour of their own.
export class Histogram {
  readonly root = element("div", { class: "stage histogram" });
  private width = 0;
  private top = 0; // of the axis; it shrinks seldom, so that the picture stays calm
  private drawn: { svg: SVGSVGElement & Plot.Plot; width: number; top: number } | undefined;

  constructor() {
    new ResizeObserver(([entry]) => {
      if (entry !== undefined) this.width = entry.contentRect.width;
    }).observe(this.root);
  }

  draw(stabilities: Float32Array): void {
    const width = this.width || this.root.clientWidth;
    if (width === 0) return;
    const bins = binsOf(stabilities, kWidth, kMost);
    const highest = Math.max(10, ...bins.map((bin) => bin.count));
    if (highest > this.top || highest < 0.4 * this.top) this.top = 1.15 * highest;
    if (this.drawn?.width !== width || this.drawn.top !== this.top) {
      this.drawn = { svg: this.plot(bins, width), width, top: this.top };
      this.root.replaceChildren(this.drawn.svg);
    }
    const { svg } = this.drawn;
    // A new plot for every frame would take most of its time.
    const y = svg.scale("y");
    const [zero = 0, ...tops] = [0, ...bins.map(({ count }) => count)].map((v) => Number(y?.apply(v)));
    svg.querySelectorAll<SVGRectElement>(".bins rect").forEach((bar, i) => {
      const top = tops[i] ?? zero;
      bar.setAttribute("y", String(top));
      bar.setAttribute("height", String(zero - top));
    });
    const wrong = stabilities.filter((s) => s <= 0).length;
    svg.setAttribute("aria-label", `histogram of stabilities: ${wrong} of ${stabilities.length} are errors`);
  }

  private plot(bins: Bin[], width: number): SVGSVGElement & Plot.Plot {
    const svg = Plot.plot({
      width,
      height: 220,
      marginLeft: 46,
      marginRight: 10,
      marginTop: 26,
      marginBottom: 40,
      style: { background: "transparent", fontSize: "12px" },
      x: { label: "stability x \u00b7 w / \u221aN of a pattern", domain: [-kMost, kMost], labelOffset: 36 },
      y: { label: "patterns", domain: [0, this.top], grid: true, ticks: 4 },
      marks: [
        Plot.frame({ stroke: "var(--line)" }),
        Plot.rectY(bins, {
          x1: "from",
          x2: "to",
          y: "count",
          fill: (bin: Bin) => (bin.to <= 1e-9 ? "var(--wrong)" : "var(--right)"),
          insetLeft: 0.5,
          insetRight: 0.5,
          className: "bins",
        }),
        Plot.ruleX([0], { stroke: "currentColor" }),
      ],
    }) as SVGSVGElement & Plot.Plot;
    svg.setAttribute("role", "img");
    return svg;
  }
}
