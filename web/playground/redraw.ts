// SPDX-License-Identifier: Apache-2.0
const kCalmMs = 500;

// Draws when there is something new, with the screen; for readers who want less motion, twice a second.
export class Redraw {
  private pending = false;
  private last = 0;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");

  constructor(private readonly draw: () => void) {}

  request(): void {
    if (this.pending) return;
    this.pending = true;
    const frame = (): void => {
      requestAnimationFrame(() => {
        this.pending = false;
        this.last = performance.now();
        this.draw();
      });
    };
    const wait = this.calm.matches ? this.last + kCalmMs - performance.now() : 0;
    if (wait > 0) setTimeout(frame, wait);
    else frame();
  }
}
