// SPDX-License-Identifier: Apache-2.0
// Finds a solution and looks around it, in a thread of its own.
import { Engine, sentenceOf } from "./engine";
import type { RandomPerceptron } from "./protocol";

export interface Look {
  module: WebAssembly.Module;
  problem: RandomPerceptron;
  algorithm: string;
  seed: bigint;
  distances: string;
  sweeps: number; // of the walk
  points: number;
}

export type Seen =
  | { type: "errors"; iteration: number; errors: number }
  | { type: "found"; errors: number }
  | { type: "entropy"; points: { distance: number; entropy: number }[] }
  | { type: "walk"; points: { sweeps: number; distance: number; density: number }[] }
  | { type: "failed"; sentence: string };

const REPORT_MS = 50;

function say(seen: Seen): void {
  postMessage(seen);
}

async function look({ module, problem, algorithm, seed, distances, sweeps, points }: Look): Promise<void> {
  const engine = new Engine(module);
  engine.makePerceptron(problem.n, problem.alpha, problem.teacher, problem.seed);
  let told = 0;
  const errors = await engine.solve(algorithm, seed, 0n, ({ iteration, errors }) => {
    if (performance.now() < told + REPORT_MS) return;
    told = performance.now();
    say({ type: "errors", iteration, errors });
  });
  say({ type: "found", errors });
  if (errors > 0) return;
  say({ type: "entropy", points: engine.entropy(distances, seed) });
  say({ type: "walk", points: engine.walk(sweeps, points, seed) });
}

addEventListener("message", ({ data }: MessageEvent<Look>) => {
  look(data).catch((error: unknown) => say({ type: "failed", sentence: sentenceOf(error) }));
});
