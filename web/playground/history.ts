// SPDX-License-Identifier: Apache-2.0
import type { Moment } from "./protocol";

// The course of a run in bounded memory: where there are too many moments, every other one is forgotten, and
// from then on only every second (fourth, ...) is kept. The last is always known.
export class History {
  private kept: Moment[] = [];
  private every = 1;
  private count = 0;
  last: Moment | undefined;

  constructor(private readonly most = 8192) {}

  add(moments: readonly Moment[]): void {
    for (const moment of moments) {
      if (this.count++ % this.every === 0) this.kept.push(moment);
      this.last = moment;
      if (this.kept.length === this.most) {
        this.kept = this.kept.filter((_moment, i) => i % 2 === 0);
        this.every *= 2;
      }
    }
  }

  // About as many moments as asked for, evenly chosen, and the last.
  moments(about: number = this.most): Moment[] {
    const stride = Math.max(1, Math.floor(this.kept.length / about));
    const chosen = this.kept.filter((_moment, i) => i % stride === 0);
    if (this.last !== undefined && chosen.at(-1) !== this.last) chosen.push(this.last);
    return chosen;
  }
}
