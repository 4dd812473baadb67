// SPDX-License-Identifier: Apache-2.0
// bitbasin itself, compiled to WebAssembly (src/bitbasin/playground/engine.h). One instance serves one run: a
// failure ends it, and its memory goes with it.

export interface Iteration {
  iteration: number;
  errors: number;
  reinforcement: number; // NaN: the algorithm has none
  overlap: number;
}

export interface ModelSizes {
  rows: number; // of an image
  columns: number;
  bits: number; // that an image becomes
  units: number; // of a committee
  committees: number;
  labels: number;
  weights: number; // of all units
}

// What a network sees in an image: its bits; the fields of all units, over sqrt(N), unit j of committee k at
// j * committees + k; the votes of committees, 1 or -1, for or against label l at l * committees + k; their sum for
// each label.
export interface Sight {
  label: number;
  bits: Float32Array;
  fields: Float32Array;
  votes: Float32Array;
  sums: Float32Array;
}

// Told of each iteration. A promise suspends the run until it is fulfilled.
export type OnIteration = (iteration: Iteration) => Promise<void> | void;

// What a user did wrong, as one sentence.
export class EngineError extends Error {}

// What to tell a user about an error of an engine.
export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return error instanceof EngineError ? text : `the engine has stopped: ${text}`;
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  frames(): number;
  input(bytes: number): number;
  make_perceptron(n: number, alpha: number, teacher: number, seed: bigint): void;
  patterns(): number;
  solve(seed: bigint, budget: bigint): number;
  iterations(): number;
  entropy(seed: bigint): number;
  walk(sweeps: number, count: number, seed: bigint): number;
  points(): number;
  make_formula(n: number, k: number, alpha: number, seed: bigint): void;
  read_formula(): void;
  variables(): number;
  clauses(): number;
  satisfy(seed: bigint, budget: bigint): number;
  assignment(): number;
  read_model(): void;
  model_sizes(): number;
  flip(fraction: number, seed: bigint): void;
  write_model(): number;
  file(): number;
  look(): number;
  bits(): number;
  fields(): number;
  votes(): number;
  sums(): number;
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
  solve(algorithm: string, seed: bigint, budget: bigint, onIteration: OnIteration): Promise<number> {
    return this.run(algorithm, onIteration, () => this.exports.solve(seed, budget));
  }

  // Of the run that has ended; it may have told of fewer.
  get iterations(): number {
    return this.exports.iterations();
  }

  // What lies around the solution: the local entropy at distances such as "0.01:0.2:20" (NaN: not found), and a
  // random walk over solutions.
  entropy(distances: string, seed: bigint): { distance: number; entropy: number }[] {
    this.input(new TextEncoder().encode(distances));
    return this.triples(this.call(() => this.exports.entropy(seed))).map(([distance, entropy]) => ({
      distance,
      entropy,
    }));
  }
  walk(sweeps: number, count: number, seed: bigint): { sweeps: number; distance: number; density: number }[] {
    return this.triples(this.call(() => this.exports.walk(sweeps, count, seed))).map((point) => ({
      sweeps: point[0],
      distance: point[1],
      density: point[2],
    }));
  }

  makeFormula(n: number, k: number, alpha: number, seed: bigint): void {
    this.call(() => this.exports.make_formula(n, k, alpha, seed));
  }
  // From text in DIMACS's format.
  readFormula(cnf: Uint8Array): void {
    this.call(() => {
      this.input(cnf);
      this.exports.read_formula();
    });
  }
  get variables(): number {
    return this.exports.variables();
  }
  get clauses(): number {
    return this.exports.clauses();
  }
  // The clauses that are left unsatisfied, by the slow checker.
  satisfy(algorithm: string, seed: bigint, budget: bigint, onIteration: OnIteration): Promise<number> {
    return this.run(algorithm, onIteration, () => this.exports.satisfy(seed, budget));
  }
  assignment(): Float32Array {
    return this.floats(this.exports.assignment(), this.variables);
  }

  // A model file; what it has to know of an image.
  readModel(file: Uint8Array): ModelSizes {
    this.call(() => {
      this.input(file);
      this.exports.read_model();
    });
    const [rows = 0, columns = 0, bits = 0, units = 0, committees = 0, labels = 0, weights = 0] =
      new Uint32Array(this.exports.memory.buffer, this.exports.model_sizes(), 7);
    return { rows, columns, bits, units, committees, labels, weights };
  }
  // Flips a fraction of the weights at random; 0 restores them.
  flip(fraction: number, seed: bigint): void {
    this.call(() => this.exports.flip(fraction, seed));
  }
  // A model file with the weights as they are.
  writeModel(): Uint8Array<ArrayBuffer> {
    const bytes = this.call(() => this.exports.write_model());
    return Uint8Array.from(new Uint8Array(this.exports.memory.buffer, this.exports.file(), bytes));
  }
  // The label of an image of the model's size.
  label(pixels: Uint8Array): number {
    return this.call(() => {
      this.input(pixels);
      return this.exports.look();
    });
  }
  // What the network makes of it, all in all.
  look(pixels: Uint8Array, sizes: ModelSizes): Sight {
    return {
      label: this.label(pixels),
      bits: this.floats(this.exports.bits(), sizes.bits),
      fields: this.floats(this.exports.fields(), sizes.units * sizes.committees),
      votes: this.floats(this.exports.votes(), sizes.labels * sizes.committees),
      sums: this.floats(this.exports.sums(), sizes.labels),
    };
  }

  private async run(algorithm: string, onIteration: OnIteration, solve: () => number): Promise<number> {
    this.input(new TextEncoder().encode(algorithm));
    this.onIteration = onIteration;
    const run = () => this.call(solve);
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

  private input(bytes: Uint8Array): void {
    const at = this.exports.input(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  private triples(count: number): [number, number, number][] {
    const numbers = new Float64Array(this.exports.memory.buffer, this.exports.points(), 3 * count);
    return Array.from({ length: count }, (_, i) => [
      numbers[3 * i] ?? NaN,
      numbers[3 * i + 1] ?? NaN,
      numbers[3 * i + 2] ?? NaN,
    ]);
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
