// SPDX-License-Identifier: Apache-2.0

// For what is drawn less often than the rest while runs go on: it costs more, and changes less.
export class Seldom {
  private last = -Infinity;

  constructor(private readonly ms: number) {}

  // Whether it is to be drawn now; at once if nothing goes on.
  due(running: boolean): boolean {
    if (running && performance.now() < this.last + this.ms) return false;
    this.last = performance.now();
    return true;
  }
}
