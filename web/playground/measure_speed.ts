// SPDX-License-Identifier: Apache-2.0
// Measures the engine against the program with --simd sse4, both on one thread, for doc/playground.md:
//   BITBASIN_PROGRAM=../build/release/bitbasin BITBASIN_ENGINE=../build/release/playground/engine.wasm \
//     npx vite-node playground/measure_speed.ts
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Engine } from "./engine";
import { npy } from "./npy";
import { rasterise, type Stroke } from "./strokes";

const program = process.env["BITBASIN_PROGRAM"] ?? "bitbasin";
const module = new WebAssembly.Module(readFileSync(process.env["BITBASIN_ENGINE"] ?? "engine.wasm"));
const RUNS = 30; // of which the shortest counts

// What the program prints; exit code 1 says that something is left unsolved.
function native(...args: string[]) {
  const flags = [...args, "--simd", "sse4", "--threads", "1", "--json"];
  const { stdout } = spawnSync(program, flags, { encoding: "utf8", maxBuffer: 1e8 });
  return JSON.parse(stdout);
}

async function compareRuns(
  kind: "perceptron" | "ksat",
  n: number,
  alpha: number,
  algorithm: string,
): Promise<void> {
  let [ours, theirs] = [Infinity, Infinity];
  for (let run = 0; run < RUNS; ++run) {
    const engine = new Engine(module);
    if (kind === "perceptron") engine.makePerceptron(n, alpha, false, 1n);
    else engine.makeFormula(n, 3, alpha, 1n);
    const begin = performance.now();
    if (kind === "perceptron") await engine.solve(algorithm, 1n, 0n, () => {});
    else await engine.satisfy(algorithm, 1n, 0n, () => {});
    ours = Math.min(ours, (performance.now() - begin) / 1000);
    const flags = ["--n", String(n), "--alpha", String(alpha), "--seed", "1", "--algorithm", algorithm];
    theirs = Math.min(theirs, native("solve", kind, ...flags).seconds);
  }
  console.log(`${kind} N = ${n}, alpha = ${alpha}, ${algorithm}: ${(theirs / ours).toFixed(2)}`);
}

// Scribbles, by the network in the page.
function compareAnswers(count: number): void {
  const file = fileURLToPath(new URL("digits.model", import.meta.url));
  const engine = new Engine(module);
  const sizes = engine.readModel(readFileSync(file));
  const scribble = (k: number): Stroke =>
    Array.from({ length: 12 }, (_, i) => ({ x: 32 + 20 * Math.sin(k + 0.7 * i), y: 6 + 4.5 * i }));
  const images = Array.from({ length: count }, (_, k) => rasterise([scribble(k)], sizes.rows, sizes.columns));
  let ours = Infinity;
  for (let run = 0; run < RUNS; ++run) {
    const begin = performance.now();
    for (const image of images) engine.label(image);
    ours = Math.min(ours, (performance.now() - begin) / 1000);
  }
  const folder = mkdtempSync(join(tmpdir(), "playground-"));
  try {
    const all = new Uint8Array(count * sizes.rows * sizes.columns);
    images.forEach((image, k) => all.set(image, k * image.length));
    writeFileSync(join(folder, "x.npy"), npy(all, sizes.rows, sizes.columns));
    const { bench } = native("predict", file, join(folder, "x.npy"), "--bench");
    console.log(`predict: ${(count / ours / bench.library).toFixed(2)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [n, alpha, algorithm] of [
  [1001, 0.7, "rbp"],
  [1001, 0.6, "fbp"],
  [1001, 0.6, "rms"],
  [1001, 0.7, "sbpi"],
  [1001, 0.5, "cpr"],
  [1001, 0.4, "sa"],
] as const) {
  await compareRuns("perceptron", n, alpha, algorithm);
}
await compareRuns("ksat", 10_000, 4, "probsat");
await compareRuns("ksat", 10_000, 3.9, "sa:runs=1,sweeps=300");
await compareRuns("ksat", 5000, 4, "edmc");
compareAnswers(1000);
