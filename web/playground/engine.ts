// SPDX-License-Identifier: Apache-2.0
// bitbasin itself, compiled to WebAssembly (src/bitbasin/playground/engine.h). One instance serves one run: a
// failure ends it, and its memory goes with it.

export interface Iteration {
  iteration: number;
  errors: number;
  reinforcement: number; // NaN: the algorithm has none
  overlap: number;
}

// Told of each iteration. A promise suspends the run until it is fulfilled.
export type OnIteration = (iteration: Iteration) => Promise<void> | void;

// What a user did wrong, as one sentence.
export class EngineError extends Error {}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  frames(): number;
  input(bytes: number): number;
  make_perceptron(n: number, alpha: number, teacher: number, seed: bigint): void;
  patterns(): number;
  solve(seed: bigint, budget: bigint): number;
  weights(): number;
  magnetisations(): number;
  stabilities(): number;
  asyncify_start_unwind(frames: number): void;
  asyncify_stop_unwind(): void;
  asyncify_start_rewind(frames: number): void;
  asyncify_stop_rewind(): void;
  asyncify_get_state(): number;
}

const REWINDING = 2;

export class Engine {
  private readonly exports: Exports;
  private sentence?: string; // of a failure
  private onIteration: OnIteration = () => {};
  private suspended?: Promise<void>;
  private frames = 0; // of the run that is suspended
  private n = 0;

  constructor(module: WebAssembly.Module) {
    const instance = new WebAssembly.Instance(module, {
      page: {
        failed: (at: number, bytes: number) => {
          this.sentence = this.text(at, bytes);
        },
        iterated: (iteration: number, errors: number, reinforcement: number, overlap: number) =>
          this.iterated({ iteration, errors, reinforcement, overlap }),
      },
      wasi_snapshot_preview1: this.system(),
    });
    this.exports = instance.exports as unknown as Exports;
    this.exports._initialize();
  }

  makePerceptron(n: number, alpha: number, teacher: boolean, seed: bigint): void {
    this.n = n;
    this.call(() => this.exports.make_perceptron(n, alpha, teacher ? 1 : 0, seed));
  }

  // The errors that are left, by the slow checker.
  async solve(algorithm: string, seed: bigint, budget: bigint, onIteration: OnIteration): Promise<number> {
    const text = new TextEncoder().encode(algorithm);
    const at = this.exports.input(text.length);
    new Uint8Array(this.exports.memory.buffer, at, text.length).set(text);
    this.onIteration = onIteration;
    const run = () => this.call(() => this.exports.solve(seed, budget));
    let errors = run();
    while (this.suspended) {
      this.exports.asyncify_stop_unwind();
      await this.suspended;
      this.suspended = undefined;
      this.exports.asyncify_start_rewind(this.frames);
      errors = run();
    }
    return errors;
  }

  // Copies, of the iteration that was told last or of the result.
  weights(): Float32Array {
    return this.floats(this.exports.weights(), this.n);
  }
  magnetisations(): Float32Array {
    return this.floats(this.exports.magnetisations(), this.n);
  }
  stabilities(): Float32Array {
    return this.floats(this.exports.stabilities(), this.exports.patterns());
  }

  private iterated(iteration: Iteration): void {
    if (this.exports.asyncify_get_state() === REWINDING) {
      this.exports.asyncify_stop_rewind();
      return;
    }
    const suspended = this.onIteration(iteration);
    if (!suspended) return;
    this.suspended = suspended;
    this.frames = this.exports.frames();
    this.exports.asyncify_start_unwind(this.frames);
  }

  private call<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw this.sentence === undefined ? error : new EngineError(this.sentence);
    }
  }

  private text(at: number, bytes: number): string {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, bytes));
  }

  private floats(at: number, count: number): Float32Array {
    return new Float32Array(this.exports.memory.buffer, at, count).slice();
  }

  // What the C library asks of its system: a clock, and nothing else.
  private system() {
    const NOT_SUPPORTED = 58;
    return {
      clock_time_get: (_clock: number, _precision: bigint, at: number) => {
        const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
        new DataView(this.exports.memory.buffer).setBigUint64(at, nanoseconds, true);
        return 0;
      },
      environ_sizes_get: (count: number, bytes: number) => {
        const view = new DataView(this.exports.memory.buffer);
        view.setUint32(count, 0, true);
        view.setUint32(bytes, 0, true);
        return 0;
      },
      environ_get: () => 0,
      fd_close: () => NOT_SUPPORTED,
      fd_seek: () => NOT_SUPPORTED,
      fd_write: () => NOT_SUPPORTED,
      proc_exit: (code: number) => {
        throw new Error(`the engine ended with code ${code}`);
      },
    };
  }
}
