// SPDX-License-Identifier: Apache-2.0

// An option that a slider changes, evenly in its logarithm.
export interface MainOption {
  name: string;
  from: number;
  to: number;
  whole?: boolean;
}

export interface AlgorithmInfo {
  name: string;
  meaning: string;
  option: MainOption;
}

export const kPerceptronAlgorithms: readonly AlgorithmInfo[] = [
  { name: "rbp", meaning: "reinforced belief propagation", option: { name: "rate", from: 1e-4, to: 0.1 } },
  { name: "fbp", meaning: "focusing belief propagation", option: { name: "y", from: 1, to: 30 } },
  { name: "rms", meaning: "reinforced max-sum", option: { name: "rate", from: 1e-4, to: 0.1 } },
  {
    name: "sbpi",
    meaning: "stochastic belief propagation, integer hidden states",
    option: { name: "probability", from: 0.05, to: 1 },
  },
  {
    name: "cpr",
    meaning: "clipped perceptron with reinforcement",
    option: { name: "reinforcement", from: 0.1, to: 10 },
  },
  {
    name: "edmc",
    meaning: "entropy-driven Monte Carlo",
    option: { name: "gamma_step", from: 1e-4, to: 0.1 },
  },
  {
    name: "sa",
    meaning: "simulated annealing",
    option: { name: "sweeps", from: 100, to: 100000, whole: true },
  },
];

export const kFormulaAlgorithms: readonly AlgorithmInfo[] = [
  {
    name: "edmc",
    meaning: "entropy-driven Monte Carlo",
    option: { name: "gamma_step", from: 1e-4, to: 0.1 },
  },
  { name: "probsat", meaning: "focused local search", option: { name: "base", from: 1, to: 10 } },
  {
    name: "sa",
    meaning: "simulated annealing",
    option: { name: "sweeps", from: 100, to: 100000, whole: true },
  },
];

// "rbp:rate=0.01": the name of an algorithm and its options, as everywhere in bitbasin.
export interface Spec {
  name: string;
  options: string; // what follows the colon
}

export function readSpec(text: string): Spec {
  const colon = text.indexOf(":");
  return colon < 0
    ? { name: text, options: "" }
    : { name: text.slice(0, colon), options: text.slice(colon + 1) };
}

export function writeSpec({ name, options }: Spec): string {
  return options === "" ? name : `${name}:${options}`;
}

const kSteps = 60;

// The places of an option's slider: 0 is the default, 1 to kSteps + 1 are values with two digits.
export const kLastPlace = kSteps + 1;

export function optionAt(option: MainOption, place: number): string {
  if (place === 0) return "";
  const value = option.from * Math.pow(option.to / option.from, (place - 1) / kSteps);
  return `${option.name}=${option.whole ? Math.round(value) : Number(value.toPrecision(2))}`;
}

// Where a slider stands for options that it could have set, or at the nearest place.
export function placeOf(option: MainOption, options: string): number {
  const value = Number(/^(\w+)=([^,]*)/.exec(options)?.[2]);
  if (!options.startsWith(`${option.name}=`) || !(value > 0)) return 0;
  const part = Math.log(value / option.from) / Math.log(option.to / option.from);
  return 1 + Math.round(kSteps * Math.min(1, Math.max(0, part)));
}
