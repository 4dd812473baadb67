// SPDX-License-Identifier: Apache-2.0
// One run of the engine, in a thread of its own.
import { Engine, type Iteration, sentenceOf } from "./engine";
import { Pace } from "./pace";
import type { Frame, FromWorker, Moment, Start, ToWorker } from "./protocol";

const pace = new Pace();
let seen = true; // the page has drawn the last frame
let showPaused = (): void => {};

function say(message: FromWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

function sendFrame(frame: Frame): void {
  seen = false;
  say(frame, [frame.magnetisations.buffer, frame.stabilities.buffer]);
}

async function run({ module, problem, algorithm, seed }: Start): Promise<void> {
  const engine = new Engine(module);
  if (problem.kind === "perceptron") {
    engine.makePerceptron(problem.n, problem.alpha, problem.teacher, problem.seed);
  } else if (problem.kind === "ksat") {
    engine.makeFormula(problem.n, problem.k, problem.alpha, problem.seed);
  } else {
    engine.readFormula(problem.bytes);
  }
  const perceptron = problem.kind === "perceptron";
  let moments: Moment[] = [];
  let overlap = NaN;
  let computed = 0; // milliseconds, without waiting
  let since = performance.now();
  const frame = (): Frame => {
    const result: Frame = {
      type: "frame",
      moments,
      overlap,
      magnetisations: perceptron ? engine.magnetisations() : engine.assignment(),
      stabilities: perceptron ? engine.stabilities() : new Float32Array(),
    };
    moments = [];
    return result;
  };
  // A run that is paused while it waits for its pace, or for the page, has gone further than the page knows.
  showPaused = () => {
    if (pace.holds(moments.at(-1)?.iteration ?? 0)) sendFrame(frame());
  };
  const onIteration = (told: Iteration): Promise<void> | undefined => {
    computed += performance.now() - since;
    overlap = told.overlap;
    moments.push({ iteration: told.iteration, errors: told.errors, seconds: computed / 1000 });
    if (seen && pace.frameIsDue(told.iteration)) sendFrame(frame());
    const wait = pace.wait(told.iteration);
    since = performance.now();
    return wait?.then(() => {
      since = performance.now();
    });
  };
  const errors = perceptron
    ? await engine.solve(algorithm, seed, 0n, onIteration)
    : await engine.satisfy(algorithm, seed, 0n, onIteration);
  computed += performance.now() - since;
  say({ type: "done", last: frame(), errors, iterations: engine.iterations, seconds: computed / 1000 });
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case "start":
      pace.set(data.pace);
      if (data.paused) pace.pause(data.at);
      run(data).catch((error: unknown) => {
        const name = data.problem.kind === "cnf" ? `${data.problem.name},` : "";
        say({ type: "failed", sentence: sentenceOf(error).replace(/^the file/, name) });
      });
      break;
    case "go":
      pace.go();
      break;
    case "pause":
      pace.pause();
      showPaused();
      break;
    case "step":
      pace.step();
      break;
    case "pace":
      pace.set(data.pace);
      break;
    case "seen":
      seen = true;
      showPaused();
  }
});
