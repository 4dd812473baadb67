// SPDX-License-Identifier: Apache-2.0
const FRAME_MS = 33;

// When a run waits: for the user, for the pace that was asked for, or for a moment, to let messages in.
export class Pace {
  private perSecond = Infinity;
  private paused = false;
  private stepping = false;
  private wake: (() => void) | undefined;
  private due = 0; // when the next iteration may begin
  private breath = 0; // when the run last let messages in
  private framed = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  set(perSecond: number): void {
    this.perSecond = perSecond;
    this.due = this.now();
    this.rouse();
  }
  go(): void {
    this.paused = false;
    this.due = this.now();
    this.rouse();
  }
  pause(): void {
    this.paused = true;
  }
  step(): void {
    this.paused = true;
    this.stepping = true;
    this.rouse();
  }

  // Whether the page should see where the run is; then it will be true again after a while.
  frameIsDue(): boolean {
    if (!this.paused && this.now() - this.framed < FRAME_MS) return false;
    this.framed = this.now();
    return true;
  }

  // What an iteration has to wait for, if for anything. To be asked after every one.
  wait(): Promise<void> | undefined {
    this.stepping = false;
    this.due = Math.max(this.due + 1000 / this.perSecond, this.now() - 10 * FRAME_MS);
    if (!this.paused && this.due <= this.now() && this.now() - this.breath < FRAME_MS) return undefined;
    return this.rest();
  }

  private async rest(): Promise<void> {
    do {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        if (!this.paused) setTimeout(resolve, Math.min(FRAME_MS, Math.max(0, this.due - this.now())));
      });
    } while (this.paused ? !this.stepping : this.due > this.now() + 1);
    this.breath = this.now();
  }

  private rouse(): void {
    this.wake?.();
    this.wake = undefined;
  }
}
