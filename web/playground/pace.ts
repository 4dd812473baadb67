// SPDX-License-Identifier: Apache-2.0
const FRAME_MS = 25; // with a screen of 60 Hz every second of its frames is one of ours
const LATE_MS = 330; // what a run may catch up on
const BREATH_MS = 8; // often enough that a frame does not wait for the news that the last one was drawn

// Browsers let timers wait for four milliseconds at least, a message of one's own not at all.
function afterMessages(go: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    go();
  };
  port2.postMessage(null);
}

// When a run waits: for the user, for the pace that was asked for, or for a moment, to let messages in.
export class Pace {
  private perSecond = Infinity;
  private paused = false;
  private stepping = false;
  private pausesAt = 0; // iteration up to which a paused run hurries
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
    this.pausesAt = 0;
    this.due = this.now();
    this.rouse();
  }
  // At once, or after an iteration, to which a run goes as fast as it can.
  pause(at = 0): void {
    this.paused = true;
    this.pausesAt = at;
  }
  step(): void {
    this.pause();
    this.stepping = true;
    this.rouse();
  }

  // Whether the run waits at this iteration until the user lets it go on.
  holds(iteration = Infinity): boolean {
    return this.paused && iteration >= this.pausesAt;
  }

  // Whether the page should see where the run is; then it will be true again after a while.
  frameIsDue(iteration?: number): boolean {
    if (!this.holds(iteration) && this.now() - this.framed < FRAME_MS) return false;
    this.framed = this.now();
    return true;
  }

  // What an iteration has to wait for, if for anything. To be asked after every one.
  wait(iteration?: number): Promise<void> | undefined {
    this.stepping = false;
    const hurries = this.paused && !this.holds(iteration);
    const step = hurries ? 0 : 1000 / this.perSecond;
    this.due = Math.max(this.due + step, this.now() - LATE_MS);
    const late = this.due <= this.now();
    if (!this.holds(iteration) && late && this.now() - this.breath < BREATH_MS) return undefined;
    return this.rest(iteration);
  }

  private async rest(iteration?: number): Promise<void> {
    do {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        if (this.holds(iteration)) return;
        const wait = this.due - this.now();
        if (wait > 0) setTimeout(resolve, Math.min(FRAME_MS, wait));
        else afterMessages(resolve);
      });
    } while (this.holds(iteration) ? !this.stepping : this.due > this.now() + 1);
    this.breath = this.now();
  }

  private rouse(): void {
    this.wake?.();
    this.wake = undefined;
  }
}
