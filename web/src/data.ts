// SPDX-License-Identifier: Apache-2.0
// What `bitbasin report` writes into the page, and how it is checked before anything is drawn. Every string
// may come from an untrusted file, so it is only ever shown as text.

export const kFormat = 1;

export type Scale = "linear" | "log";

export interface Axis {
  label: string;
  scale: Scale;
}

export interface Point {
  x: number;
  y: number;
  low?: number; // error bar
  high?: number;
  label?: string; // next to the point
  note?: string; // when it is looked at
}

export interface Series {
  name: string;
  kind: "line" | "points" | "both";
  dashed: boolean;
  points: Point[];
}

// A straight line across the chart, such as a threshold.
export interface Rule {
  axis: "x" | "y";
  value: number;
  label: string;
}

export interface Figure {
  id: string;
  title: string;
  caption: string;
  command: string;
  x: Axis;
  y: Axis;
  series: Series[];
  rules: Rule[];
}

export interface Picture {
  id: string;
  title: string;
  caption: string;
  command: string;
  png: string; // base64
}

export const kVerdicts = ["reproduced", "partly", "not reproduced", "not run"] as const;
export type Verdict = (typeof kVerdicts)[number];

export interface Claim {
  id: string;
  statement: string;
  paper: string;
  beyondPaper: boolean; // of later work, on other models
  measured: string;
  interval?: [number, number]; // null in the data if there is none
  verdict: Verdict;
  why?: string; // what a verdict lacks
  command: string;
}

export interface Report {
  title: string;
  provenance: [string, string][];
  claims: Claim[];
  figures: Figure[];
  pictures: Picture[];
}

export interface Checked {
  report: Report;
  problems: string[]; // a sentence for everything that was left out
}

class Problem extends Error {}

type Fields = Record<string, unknown>;

function fields(value: unknown, what: string): Fields {
  if (value instanceof Problem) throw value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Problem(`${what}: expected an object, got ${kind(value)}`);
  }
  return value as Fields;
}

function kind(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

function text(of: Fields, key: string, what: string): string {
  const value = of[key];
  if (typeof value !== "string") throw new Problem(`${key} of ${what}: expected text, got ${kind(value)}`);
  return value;
}

function number(of: Fields, key: string, what: string): number {
  const value = of[key];
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new Problem(`${key} of ${what}: expected a finite number, got ${kind(value)}`);
  }
  return value;
}

function list(of: Fields, key: string, what: string): unknown[] {
  const value = of[key] ?? [];
  if (!Array.isArray(value)) throw new Problem(`${key} of ${what}: expected a list, got ${kind(value)}`);
  return value;
}

function choice<T extends string>(of: Fields, key: string, known: readonly T[], what: string): T {
  const value = text(of, key, what);
  const found = known.find((name) => name === value);
  if (found === undefined) throw new Problem(`${key} of ${what}: expected one of ${known.join(", ")}`);
  return found;
}

function axis(of: Fields, key: string, what: string): Axis {
  const value = fields(of[key], `${key} of ${what}`);
  return { label: text(value, "label", what), scale: choice(value, "scale", ["linear", "log"], what) };
}

function point(value: unknown, what: string): Point {
  const from = fields(value, `a point of ${what}`);
  const result: Point = { x: number(from, "x", what), y: number(from, "y", what) };
  if (from["low"] !== undefined && from["high"] !== undefined) {
    result.low = number(from, "low", what);
    result.high = number(from, "high", what);
  }
  if (from["label"] !== undefined) result.label = text(from, "label", what);
  if (from["note"] !== undefined) result.note = text(from, "note", what);
  return result;
}

function series(value: unknown, what: string): Series {
  const from = fields(value, `a series of ${what}`);
  return {
    name: text(from, "name", what),
    kind: choice(from, "kind", ["line", "points", "both"], what),
    dashed: from["dashed"] === true,
    points: list(from, "points", what).map((p) => point(p, what)),
  };
}

function rule(value: unknown, what: string): Rule {
  const from = fields(value, `a rule of ${what}`);
  return {
    axis: choice(from, "axis", ["x", "y"], what),
    value: number(from, "value", what),
    label: text(from, "label", what),
  };
}

function figure(value: unknown): Figure {
  const from = fields(value, "a figure");
  const id = text(from, "id", "a figure");
  const what = `figure ${id}`;
  return {
    id,
    title: text(from, "title", what),
    caption: text(from, "caption", what),
    command: text(from, "command", what),
    x: axis(from, "x", what),
    y: axis(from, "y", what),
    series: list(from, "series", what).map((s) => series(s, what)),
    rules: list(from, "rules", what).map((r) => rule(r, what)),
  };
}

function picture(value: unknown): Picture {
  const from = fields(value, "a picture");
  const id = text(from, "id", "a picture");
  const what = `picture ${id}`;
  const png = text(from, "png", what);
  if (!/^[A-Za-z0-9+/]+=*$/.test(png)) throw new Problem(`png of ${what}: expected base64`);
  return {
    id,
    title: text(from, "title", what),
    caption: text(from, "caption", what),
    command: text(from, "command", what),
    png,
  };
}

function claim(value: unknown): Claim {
  const from = fields(value, "a claim");
  const id = text(from, "id", "a claim");
  const what = `claim ${id}`;
  const result: Claim = {
    id,
    statement: text(from, "statement", what),
    paper: text(from, "paper", what),
    beyondPaper: from["beyond_paper"] === true,
    measured: text(from, "measured", what),
    verdict: choice(from, "verdict", kVerdicts, what),
    command: text(from, "command", what),
  };
  if (from["why"] !== undefined && from["why"] !== "") result.why = text(from, "why", what);
  const interval = list(from, "interval", what);
  if (interval.length === 2) {
    result.interval = [
      number({ low: interval[0] }, "low", what),
      number({ high: interval[1] }, "high", what),
    ];
  }
  return result;
}

// The content of the page's data block, or a problem.
export function read(block: string): unknown {
  try {
    return JSON.parse(block);
  } catch (error) {
    return new Problem(`the data of the report: expected JSON, got ${String(error)}`);
  }
}

// Keeps what is valid; anything else becomes a sentence instead of a gap.
export function check(data: unknown): Checked {
  const report: Report = { title: "bitbasin", provenance: [], claims: [], figures: [], pictures: [] };
  const problems: string[] = [];
  const attempt = <T>(make: () => T): T | undefined => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const from = attempt(() => fields(data, "the data of the report"));
  if (from === undefined) return { report, problems };
  const format = attempt(() => number(from, "format", "the report"));
  if (format !== undefined && format > kFormat) {
    problems.push(`expected data of format ${kFormat} or older, got format ${format}`);
    return { report, problems };
  }
  report.title = attempt(() => text(from, "title", "the report")) ?? report.title;
  const all = <T>(key: string, make: (value: unknown) => T): T[] =>
    (attempt(() => list(from, key, "the report")) ?? [])
      .map((value) => attempt(() => make(value)))
      .filter((value): value is T & {} => value !== undefined && value !== null);
  report.claims = all("claims", claim);
  report.figures = all("figures", figure);
  report.pictures = all("pictures", picture);
  report.provenance = all("provenance", (value) => {
    const pair = fields(value, "a line of provenance");
    return [text(pair, "name", "provenance"), text(pair, "value", "provenance")] as [string, string];
  });
  return { report, problems };
}
