// SPDX-License-Identifier: Apache-2.0
import { History } from "./history";
import type { Frame, FromWorker, Moment, Problem, ToWorker } from "./protocol";
import RunWorker from "./worker?worker&inline";

export type Status = "ready" | "running" | "paused" | "catching up" | "solved" | "given up" | "failed";

// One algorithm in a race, in a worker of its own.
export class Lane {
  readonly history = new History();
  status: Status = "ready";
  sentence = ""; // of a failure
  frame: Frame | undefined; // the last one
  seconds = 0; // of computing
  best: number | undefined; // errors of the result
  readonly worker = new RunWorker();

  // A paused run first goes to iteration `at`.
  constructor(
    readonly algorithm: string,
    private readonly at: number,
  ) {}

  get over(): boolean {
    return this.status === "solved" || this.status === "given up" || this.status === "failed";
  }
  get last(): Moment | undefined {
    return this.history.last;
  }
  get behind(): boolean {
    return (this.last?.iteration ?? 0) < this.at;
  }
  // Where it is, for a link: its iteration or, if that is over, "end".
  get place(): string {
    const iteration = this.status === "catching up" ? this.at : (this.last?.iteration ?? 1);
    return this.over || iteration === Infinity ? "end" : String(iteration);
  }
  get msPerIteration(): number {
    return (1000 * this.seconds) / (this.last?.iteration ?? NaN);
  }
}

// Algorithms on one instance, each in its own thread. onChange is called when there is something new to draw.
export class Race {
  lanes: Lane[] = [];
  private paused = false;

  constructor(
    private readonly module: Promise<WebAssembly.Module>,
    private readonly onChange: () => void,
  ) {}

  get running(): boolean {
    return !this.paused && this.lanes.some((lane) => !lane.over);
  }
  get begun(): boolean {
    return this.lanes.length > 0;
  }
  get over(): boolean {
    return this.begun && this.lanes.every((lane) => lane.over);
  }

  // Where all runs are while none of them moves, for a link.
  get places(): string {
    return this.begun && !this.running ? this.lanes.map((lane) => lane.place).join(",") : "";
  }

  // If paused, each run goes to its iteration in `at`, or to its first.
  async start(
    problem: Problem,
    algorithms: string[],
    seed: bigint,
    pace: number,
    paused = false,
    at: readonly number[] = [],
  ): Promise<void> {
    this.end();
    this.paused = paused;
    this.lanes = algorithms.map((algorithm, i) => new Lane(algorithm, paused ? (at[i] ?? 1) : 0));
    const { lanes } = this;
    this.onChange();
    const module = await this.module;
    for (const [i, lane] of lanes.entries()) {
      lane.worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => this.hear(lane, data));
      lane.worker.addEventListener("error", (event) =>
        this.hear(lane, { type: "failed", sentence: `the run has stopped: ${event.message}` }),
      );
      lane.status = paused ? "catching up" : "running";
      const start: ToWorker = {
        type: "start",
        module,
        problem,
        algorithm: lane.algorithm,
        seed,
        pace,
        paused,
        at: at[i] ?? 1,
      };
      lane.worker.postMessage(start);
    }
    this.onChange();
  }

  go(): void {
    this.setPaused(false);
  }
  pause(): void {
    this.setPaused(true);
  }
  // One iteration of each.
  step(): void {
    this.setPaused(true);
    this.tell({ type: "step" });
  }
  setPace(pace: number): void {
    this.tell({ type: "pace", pace });
  }
  // Frees the threads and their memory.
  end(): void {
    for (const lane of this.lanes) lane.worker.terminate();
    this.lanes = [];
  }
  // The frames have been drawn.
  drawn(): void {
    this.tell({ type: "seen" });
  }

  private setPaused(paused: boolean): void {
    this.paused = paused;
    this.tell({ type: paused ? "pause" : "go" });
    for (const lane of this.lanes) if (!lane.over) lane.status = paused ? "paused" : "running";
    this.onChange();
  }

  private tell(message: ToWorker): void {
    for (const lane of this.lanes) if (!lane.over) lane.worker.postMessage(message);
  }

  private hear(lane: Lane, message: FromWorker): void {
    if (message.type === "failed") {
      lane.status = "failed";
      lane.sentence = message.sentence;
    } else {
      const frame = message.type === "done" ? message.last : message;
      lane.history.add(frame.moments);
      lane.frame = frame;
      lane.seconds = lane.last?.seconds ?? 0;
      if (lane.status === "catching up" && !lane.behind) lane.status = "paused";
    }
    if (message.type === "done") {
      lane.seconds = message.seconds;
      lane.best = message.errors;
      // A search may find a solution between two of the iterations that it tells of.
      if (message.errors === 0 && lane.last?.errors !== 0) {
        const iteration = Math.max(lane.last?.iteration ?? 0, message.iterations);
        lane.history.add([{ iteration, errors: 0, seconds: message.seconds }]);
      }
      lane.status = message.errors === 0 ? "solved" : "given up";
    }
    if (lane.over) lane.worker.terminate();
    this.onChange();
  }
}
