// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { check, kFormat, read } from "./data";

const figure = {
  id: "success",
  title: "success",
  caption: "",
  command: "bitbasin sweep",
  x: { label: "alpha", scale: "linear" },
  y: { label: "solved", scale: "linear" },
  series: [
    {
      name: "rbp",
      kind: "both",

      points: [{ x: 0.7, y: 1, low: 0.9, high: 1, label: "N = 1001", note: "9 of 10" }],
    },
  ],
  rules: [{ axis: "x", value: 0.833, label: "capacity" }],
};
const claim = {
  id: "a",
  statement: "s",
  paper: "1",
  beyond_paper: true,
  measured: "2",
  verdict: "partly",
  why: "few",
  command: "c",
  interval: [1, 3],
};
const whole = {
  format: 1,
  title: "a report",
  provenance: [{ name: "version", value: "1" }],
  claims: [claim],
  figures: [figure],
  pictures: [{ id: "weights", title: "w", caption: "", command: "", png: "iVBORw0=" }],
};

describe("check", () => {
  it("takes a sound report as it is", () => {
    const { report, problems } = check(whole);
    expect(problems).toEqual([]);
    expect(report.title).toBe("a report");
    expect(report.provenance).toEqual([["version", "1"]]);
    const { beyond_paper: beyondPaper, ...same } = claim;
    expect(report.claims[0]).toEqual({ ...same, beyondPaper });
    expect(report.figures[0]?.series[0]).toEqual({ ...figure.series[0], dashed: false });
    expect(report.figures[0]?.rules).toEqual(figure.rules);
    expect(report.pictures).toHaveLength(1);
  });

  it("knows claims that have no interval and lack nothing", () => {
    const { report, problems } = check({ ...whole, claims: [{ ...claim, interval: null, why: "" }] });
    expect(problems).toEqual([]);
    expect(report.claims[0]?.interval).toBeUndefined();
    expect(report.claims[0]?.why).toBeUndefined();
  });

  it("leaves out what is not sound and says so", () => {
    const broken = [
      { ...figure, id: 7 },
      { ...figure, x: { label: "alpha", scale: "cubic" } },
      { ...figure, series: [{ name: "rbp", kind: "both", points: [{ x: 0.7, y: null }] }] },
      figure,
    ];
    const { report, problems } = check({ ...whole, figures: broken });
    expect(report.figures.map((f) => f.id)).toEqual(["success"]);
    expect(problems).toEqual([
      "id of a figure: expected text, got a number",
      "scale of figure success: expected one of linear, log",
      "y of figure success: expected a finite number, got null",
    ]);
  });

  it("knows the verdicts and that pictures are base64", () => {
    const { problems } = check({
      ...whole,
      claims: [{ ...claim, verdict: "maybe" }],
      pictures: [{ ...whole.pictures[0], png: '"><script>' }],
    });
    expect(problems).toEqual([
      "verdict of claim a: expected one of reproduced, partly, not reproduced, not run",
      "png of picture weights: expected base64",
    ]);
  });

  it("reads the data block, or says why not", () => {
    expect(check(read(JSON.stringify(whole))).problems).toEqual([]);
    expect(check(read('{"format": 1,')).problems[0]).toMatch(/^the data of the report: expected JSON, got /);
  });

  it("refuses data that is no report, or of the future", () => {
    expect(check(undefined).problems).toEqual(["the data of the report: expected an object, got nothing"]);
    expect(check([]).problems).toEqual(["the data of the report: expected an object, got a list"]);
    expect(check({ ...whole, format: kFormat + 1 }).problems).toEqual([
      "expected data of format 1 or older, got format 2",
    ]);
  });
});
