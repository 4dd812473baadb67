// SPDX-License-Identifier: Apache-2.0
// What the page and the worker of a run say to each other.

export interface RandomPerceptron {
  kind: "perceptron";
  n: number;
  alpha: number;
  teacher: boolean;
  seed: bigint;
}

export interface RandomFormula {
  kind: "ksat";
  n: number;
  k: number;
  alpha: number;
  seed: bigint;
}

export interface CnfFile {
  kind: "cnf";
  name: string;
  bytes: Uint8Array;
}

export type Problem = RandomPerceptron | RandomFormula | CnfFile;

export interface Start {
  type: "start";
  module: WebAssembly.Module;
  problem: Problem;
  algorithm: string; // a spec string, "rbp:rate=0.001"
  seed: bigint;
  pace: number; // iterations a second; Infinity: as fast as it can
  paused: boolean;
  at: number; // where it is paused: after this iteration
}

export type ToWorker =
  | Start
  | { type: "go" }
  | { type: "pause" }
  | { type: "step" }
  | { type: "pace"; pace: number }
  | { type: "seen" }; // the last frame has been drawn: the next may come

// One iteration of a run.
export interface Moment {
  iteration: number;
  errors: number;
  seconds: number; // of computing, from the beginning of the run
}

// What has happened since the last frame, and how things stand.
export interface Frame {
  type: "frame";
  moments: Moment[];
  overlap: number; // NaN: not known
  magnetisations: Float32Array; // of weights or variables
  stabilities: Float32Array; // of patterns; none for formulas
}

// The run has ended, with errors by the slow checker.
export interface Done {
  type: "done";
  last: Frame;
  errors: number;
  iterations: number;
  seconds: number;
}

export type FromWorker = Frame | Done | { type: "failed"; sentence: string };
