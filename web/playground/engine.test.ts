// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { Engine, EngineError } from "./engine";
import { npy } from "./npy";
import { rasterise, readStrokes } from "./strokes";

const program = process.env.BITBASIN_PROGRAM ?? "bitbasin";
const module = new WebAssembly.Module(readFileSync(process.env.BITBASIN_ENGINE ?? "engine.wasm"));
const UNTIL_SOLVED = 0n;

function perceptron(n: number, alpha: number, seed = 1n, teacher = false): Engine {
  const engine = new Engine(module);
  engine.makePerceptron(n, alpha, teacher, seed);
  return engine;
}

function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "playground-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// What the native program finds for the same seed.
function native(n: number, alpha: number, algorithm: string, seed: number) {
  return inFolder((folder) => {
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
  });
}

describe("the engine", () => {
  test.each([
    [1001, 0.7, "rbp", 1],
    [1001, 0.5, "rbp:rate=0.01", 4],
    [301, 0.6, "fbp", 2],
    [301, 0.5, "rms", 3],
    [201, 0.5, "edmc:mode=parallel", 1],
    [301, 0.5, "sbpi", 1],
    [301, 0.5, "cpr", 1],
    [201, 0.4, "sa", 1],
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

  test.each(["edmc", "probsat", "sa"])(
    "satisfies a formula as the native program does: %s",
    async (algorithm) => {
      const engine = new Engine(module);
      engine.makeFormula(500, 3, 3.9, 2n);
      expect([engine.variables, engine.clauses]).toEqual([500, 1950]);
      expect(await engine.satisfy(algorithm, 2n, UNTIL_SOLVED, () => {})).toBe(0);
      const flags = ["--n", "500", "--k", "3", "--alpha", "3.9", "--seed", "2", "--algorithm", algorithm];
      const saved = inFolder((folder) => {
        execFileSync(program, ["solve", "ksat", ...flags, "--quiet", "--save", join(folder, "v.txt")]);
        return readFileSync(join(folder, "v.txt"), "utf8");
      });
      const literals = saved
        .split("\n")
        .filter((line) => line.startsWith("v"))
        .flatMap((line) => line.split(" ").slice(1).map(Number))
        .filter((literal) => literal !== 0);
      expect([...engine.assignment()]).toEqual(literals.map(Math.sign));
    },
  );

  test("reads a formula, or says what is wrong with it", async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const engine = new Engine(module);
    engine.readFormula(bytes("c a comment\np cnf 3 2\n1 -2 0\n2 3 0\n"));
    expect([engine.variables, engine.clauses]).toEqual([3, 2]);
    expect(await engine.satisfy("probsat", 1n, UNTIL_SOLVED, () => {})).toBe(0);
    for (const text of ["", "p cnf 1", "p cnf 3 1\n4 0\n", "<b>"]) {
      expect(() => new Engine(module).readFormula(bytes(text)), text).toThrow(EngineError);
    }
  });

  test("looks around a solution as the native program does", async () => {
    const engine = perceptron(301, 0.3);
    await engine.solve("rbp", 1n, UNTIL_SOLVED, () => {});
    const flags = "entropy perceptron --n 301 --alpha 0.3 --seed 1 --distances 0.02:0.1:5 --threads 1 --json";
    const native = JSON.parse(execFileSync(program, flags.split(" "), { encoding: "utf8" }));
    expect(engine.entropy("0.02:0.1:5", 1n).map(({ entropy }) => entropy)).toEqual(
      native.points.map((point: { entropy: number }) => point.entropy),
    );
    const walk = engine.walk(10, 8, 1n);
    expect(walk.length).toBe(8);
    expect(walk[0]?.distance).toBe(0);
    expect(walk.at(-1)?.sweeps).toBeCloseTo(10, 1);
  });

  test("answers images as the native program does", () => {
    const file = fileURLToPath(new URL("digits.model", import.meta.url));
    const engine = new Engine(module);
    const sizes = engine.readModel(readFileSync(file));
    expect([sizes.rows, sizes.columns, sizes.labels]).toEqual([28, 28, 10]);
    const drawings = ["OOeOcSYYUe", "YIYY", "UMOUOeUmcmieiUcMUM", "OQUMcMgUUgMogo"].map((text) =>
      rasterise(readStrokes(text), 28, 28),
    );
    const labels = drawings.map((pixels) => engine.look(pixels, sizes).label);
    const expected = inFolder((folder) =>
      drawings.map((pixels) => {
        writeFileSync(join(folder, "x.npy"), npy(pixels, 28, 28));
        return Number(execFileSync(program, ["predict", file, join(folder, "x.npy")], { encoding: "utf8" }));
      }),
    );
    expect(labels).toEqual(expected);
    engine.flip(0.5, 1n);
    engine.flip(0, 1n);
    expect(drawings.map((pixels) => engine.look(pixels, sizes).label)).toEqual(expected);
    expect(() => engine.look(new Uint8Array(3), sizes)).toThrow(/28/);
    expect(() => new Engine(module).readModel(new Uint8Array(99))).toThrow(EngineError);
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
