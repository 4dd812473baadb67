// SPDX-License-Identifier: Apache-2.0
import * as Plot from "@observablehq/plot";
import { element } from "../src/elements";
import { logTicks } from "../src/ticks";
import type { Moment } from "./protocol";
import type { Lane } from "./race";
import { Seldom } from "./seldom";

export interface Beat {
  iteration: number;
  milliseconds: number; // that one iteration took, on average since the beat before
}

export function beatsOf(moments: readonly Moment[]): Beat[] {
  let [iteration, seconds] = [0, 0];
  return moments.flatMap((moment) => {
    const [steps, spent] = [moment.iteration - iteration, moment.seconds - seconds];
    if (steps <= 0 || spent <= 0) return []; // the clocks of browsers are coarse
    [iteration, seconds] = [moment.iteration, moment.seconds];
    return [{ iteration, milliseconds: (1000 * spent) / steps }];
  });
}

const kBeats = 40;

// How long an iteration takes, in the course of each run.
export class Tempo {
  readonly root = element("div", { class: "stage tempo" });
  private width = 0;
  private readonly seldom = new Seldom(250);

  constructor() {
    new ResizeObserver(([entry]) => {
      if (entry !== undefined) this.width = entry.contentRect.width;
    }).observe(this.root);
  }

  draw(lanes: readonly Lane[], running: boolean): void {
    const width = this.width || this.root.clientWidth;
    if (width === 0 || !this.seldom.due(running)) return;
    const beats = lanes.map(({ history }) => beatsOf(history.moments(kBeats)));
    const times = beats.flat().map(({ milliseconds }) => milliseconds);
    const range: [number, number] =
      times.length === 0 ? [0.1, 10] : [Math.min(...times) / 1.5, Math.max(...times) * 1.5];
    const { ticks: all, tickFormat } = logTicks(range);
    const ticks = all?.filter((value) => tickFormat(value) !== "") ?? 3; // there is little room
    const svg = Plot.plot({
      width,
      height: 150,
      marginLeft: 58,
      marginRight: 14,
      marginTop: 26,
      marginBottom: 36,
      style: { background: "transparent", fontSize: "12px" },
      x: {
        label: "iteration",
        labelOffset: 33,
        domain: [0, Math.max(1, ...beats.flat().map(({ iteration }) => iteration))],
        grid: true,
      },
      // The first iterations take much longer: the browser compiles the engine.
      y: { label: "ms per iteration", type: "log", domain: range, grid: true, ticks, tickFormat },
      marks: [
        Plot.frame({ stroke: "var(--line)" }),
        ...beats.map((line, i) =>
          Plot.line(line, {
            x: "iteration",
            y: "milliseconds",
            stroke: `var(--series-${i})`,
            strokeWidth: 1.6,
            className: "beats",
          }),
        ),
      ],
    });
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", "milliseconds per iteration of each run");
    this.root.replaceChildren(svg);
  }
}
