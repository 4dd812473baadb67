// SPDX-License-Identifier: Apache-2.0
// A network that looks at images, in a thread of its own.
import { Engine, type ModelSizes, sentenceOf, type Sight } from "./engine";

export type ToDigit =
  | { type: "model"; module: WebAssembly.Module; file: Uint8Array }
  | { type: "look"; pixels: Uint8Array; fraction: number; seed: bigint }
  | { type: "save"; fraction: number; seed: bigint };

// How far the answer is ahead of all others, with a fraction of the weights flipped.
export interface Lead {
  fraction: number;
  lead: number;
}

export type FromDigit =
  | { type: "ready"; sizes: ModelSizes }
  | { type: "sight"; sight: Sight; milliseconds: number }
  | { type: "leads"; leads: Lead[] }
  | { type: "saved"; file: Uint8Array<ArrayBuffer> }
  | { type: "failed"; sentence: string };

const FRACTIONS = Array.from({ length: 26 }, (_, k) => k / 50);
const IDLE_MS = 250; // without a new drawing, before weights are flipped to try

let engine: Engine | undefined;
let sizes: ModelSizes | undefined;
let asked = 0; // looks
let flipped = ""; // how the weights are; nothing: as they were trained

function say(message: FromDigit): void {
  postMessage(message);
}

function fail(error: unknown): void {
  say({ type: "failed", sentence: sentenceOf(error) });
}

function flip(fraction: number, seed: bigint): void {
  const next = fraction === 0 ? "" : `${fraction} ${seed}`;
  if (next !== flipped) engine?.flip(fraction, seed);
  flipped = next;
}

// Positive while the label is still the answer.
export function leadOf(sums: Float32Array, label: number): number {
  return (sums[label] ?? 0) - Math.max(...sums.filter((_sum, other) => other !== label));
}

async function tryFlips(pixels: Uint8Array, seed: bigint): Promise<void> {
  const turn = asked;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  await pause(IDLE_MS);
  const leads: Lead[] = [];
  let label = -1;
  for (const fraction of FRACTIONS) {
    await pause(0);
    if (turn !== asked || engine === undefined || sizes === undefined) return;
    flip(fraction, seed);
    const sight = engine.look(pixels, sizes);
    if (fraction === 0) label = sight.label;
    leads.push({ fraction, lead: leadOf(sight.sums, label) });
  }
  say({ type: "leads", leads });
}

function hear(message: ToDigit): void {
  if (message.type === "model") {
    const next = new Engine(message.module);
    sizes = next.readModel(message.file);
    next.look(new Uint8Array(sizes.rows * sizes.columns), sizes); // the browser compiles what this calls
    engine = next;
    flipped = "";
    say({ type: "ready", sizes });
  } else if (engine === undefined || sizes === undefined) {
    return;
  } else if (message.type === "save") {
    flip(message.fraction, message.seed);
    say({ type: "saved", file: engine.writeModel() });
  } else {
    ++asked;
    flip(message.fraction, message.seed);
    const begin = performance.now();
    const sight = engine.look(message.pixels, sizes);
    say({ type: "sight", sight, milliseconds: performance.now() - begin });
    tryFlips(message.pixels, message.seed).catch(fail);
  }
}

addEventListener("message", ({ data }: MessageEvent<ToDigit>) => {
  try {
    hear(data);
  } catch (error) {
    fail(error);
  }
});
