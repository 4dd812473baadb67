// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Engine, EngineError } from "./engine";

const program = process.env.BITBASIN_PROGRAM ?? "bitbasin";
const module = new WebAssembly.Module(readFileSync(process.env.BITBASIN_ENGINE ?? "engine.wasm"));
const UNTIL_SOLVED = 0n;

function perceptron(n: number, alpha: number, seed = 1n, teacher = false): Engine {
  const engine = new Engine(module);
  engine.makePerceptron(n, alpha, teacher, seed);
  return engine;
}

// What the native program finds for the same seed.
function native(n: number, alpha: number, algorithm: string, seed: number) {
  const folder = mkdtempSync(join(tmpdir(), "playground-"));
  try {
    const flags = [
      "--n",
      n,
      "--alpha",
      alpha,
      "--algorithm",
      algorithm,
      "--seed",
      seed,
      "--threads",
      1,
      "--json",
    ];
    const args = ["solve", "perceptron", ...flags.map(String), "--save", join(folder, "w.txt")];
    const result = JSON.parse(execFileSync(program, args, { encoding: "utf8" }));
    const weights = readFileSync(join(folder, "w.txt"), "utf8").trim().split(/\s+/).map(Number);
    return { iterations: result.iterations, errors: result.errors, weights };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("the engine", () => {
  test.each([
    [1001, 0.7, "rbp", 1],
    [1001, 0.5, "rbp:rate=0.01", 4],
    [301, 0.6, "fbp", 2],
    [301, 0.5, "rms", 3],
    [201, 0.5, "edmc:mode=parallel", 1],
  ])("finds the weights of the native program: N = %i, alpha = %f, %s", async (n, alpha, algorithm, seed) => {
    const engine = perceptron(n, alpha, BigInt(seed));
    let iterations = 0;
    const errors = await engine.solve(algorithm, BigInt(seed), UNTIL_SOLVED, (told) => {
      iterations = told.iteration;
    });
    const expected = native(n, alpha, algorithm, seed);
    expect(errors).toBe(expected.errors);
    expect(iterations).toBe(expected.iterations);
    expect([...engine.weights()]).toEqual(expected.weights);
  });

  test("gives the same result when every iteration is suspended", async () => {
    const run = async (pause: () => Promise<void> | void) => {
      const engine = perceptron(201, 0.6);
      const errors: number[] = [];
      await engine.solve("rbp", 1n, UNTIL_SOLVED, (told) => {
        errors.push(told.errors);
        return pause();
      });
      return { errors, weights: [...engine.weights()] };
    };
    const straight = await run(() => {});
    const halting = await run(() => new Promise((resolve) => setTimeout(resolve)));
    expect(straight.errors.length).toBeGreaterThan(10);
    expect(halting).toEqual(straight);
  });

  test("shows weights, messages and stabilities while a run is suspended", async () => {
    const engine = perceptron(201, 0.6);
    let looks = 0;
    await engine.solve("rbp", 1n, UNTIL_SOLVED, async (told) => {
      await Promise.resolve();
      ++looks;
      expect(engine.stabilities().filter((s) => s <= 0).length).toBe(told.errors);
      expect(engine.weights()).toEqual(engine.magnetisations().map((m) => (m >= 0 ? 1 : -1)));
      const overlap = engine.magnetisations().reduce((sum, m) => sum + (m * m) / 201, 0);
      expect(overlap).toBeCloseTo(told.overlap, 5);
    });
    expect(looks).toBeGreaterThan(10);
  });

  test("says in one sentence what is wrong", async () => {
    expect(() => perceptron(100, 0.5)).toThrow(EngineError);
    expect(() => perceptron(100, 0.5)).toThrow(/odd/);
    const solve = perceptron(101, 0.5).solve("nosuch", 1n, UNTIL_SOLVED, () => {});
    await expect(solve).rejects.toThrow(/nosuch/);
    for (const number of ["0x1", "+0.1", " 0.1", "", "-", "1e999", "0.1.", "rate"]) {
      const read = perceptron(101, 0.5).solve(`rbp:rate=${number}`, 1n, UNTIL_SOLVED, () => {});
      await expect(read).rejects.toThrow(EngineError);
    }
  });

  test("keeps its memory over many runs", async () => {
    const engine = perceptron(1001, 0.3);
    const memory = () => (engine as unknown as { exports: { memory: WebAssembly.Memory } }).exports.memory;
    await engine.solve("rbp", 1n, UNTIL_SOLVED, () => {});
    const after = memory().buffer.byteLength;
    for (let run = 0; run < 100; ++run) {
      engine.makePerceptron(1001, 0.3, false, BigInt(run));
      await engine.solve("rbp:rate=0.05", 1n, UNTIL_SOLVED, () => {});
    }
    expect(memory().buffer.byteLength).toBe(after);
  });
});
