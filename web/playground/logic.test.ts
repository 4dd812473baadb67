// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import { kLastPlace, kPerceptronAlgorithms, optionAt, placeOf, readSpec, writeSpec } from "./algorithms";
import { binsOf } from "./histogram";
import { History } from "./history";
import { numberIn, oneOf, placesIn, readLink, seedIn, writeLink } from "./link";
import { outlook } from "./outlook";
import { npy } from "./npy";
import { Pace } from "./pace";
import { gridFor } from "./pixels";
import { duration } from "./scoreboard";
import { rasterise, readStrokes, writeStrokes } from "./strokes";
import { beatsOf } from "./tempo";
import { clauseOutlook } from "./thresholds";

describe("a link", () => {
  test("brings back what it was written from", () => {
    const state = new URLSearchParams({ n: "1001", run: "rbp:rate=0.01,margin=0" });
    const hash = writeLink("learn", state);
    expect(hash).toBe("#learn?n=1001&run=rbp:rate=0.01,margin=0");
    expect(readLink(hash)).toEqual({ view: "learn", state });
    expect(writeLink("learn", new URLSearchParams())).toBe("#learn");
  });

  test("never fails", () => {
    const { view, state } = readLink("#?n=<b>&alpha=9&seed=-1&labels=x&m=&i=Infinity");
    expect(view).toBe("");
    expect(numberIn(state, "n", [3, 10001], 1001)).toBe(1001);
    expect(numberIn(state, "m", [3, 10001], 1001)).toBe(1001);
    expect(numberIn(state, "i", [3, 10001], 1001)).toBe(1001);
    expect(numberIn(state, "alpha", [0.1, 1], 0.7)).toBe(1);
    expect(seedIn(state, "seed")).toBe(1n);
    expect(oneOf(state, "labels", ["random", "teacher"], "random")).toBe("random");
    expect(seedIn(new URLSearchParams("seed=18446744073709551615"), "seed")).toBe(2n ** 64n - 1n);
    expect(seedIn(new URLSearchParams("seed=18446744073709551616"), "seed")).toBe(1n);
    expect(placesIn(new URLSearchParams("at=12,end,x,-3,0"), "at")).toEqual([12, Infinity, 1, 1, 1]);
    expect(placesIn(state, "at")).toBeUndefined();
  });
});

test("a slider stands where it was put, for every option", () => {
  for (const { name, option } of kPerceptronAlgorithms) {
    for (const place of [0, 1, 20, kLastPlace]) {
      expect(placeOf(option, optionAt(option, place)), `${name} at ${place}`).toBe(place);
    }
    expect(placeOf(option, "other=3")).toBe(0);
  }
  expect(readSpec("rbp:rate=0.01,margin=0")).toEqual({ name: "rbp", options: "rate=0.01,margin=0" });
  for (const spec of ["rbp", "fbp:y=3"]) expect(writeSpec(readSpec(spec))).toBe(spec);
});

test("a history is bounded, even, and knows the last moment", () => {
  const history = new History(64);
  for (let iteration = 1; iteration <= 10_000; ++iteration) {
    history.add([{ iteration, errors: 10_000 - iteration, seconds: 0 }]);
  }
  const moments = history.moments();
  expect(moments.length).toBeLessThanOrEqual(65);
  expect(moments.length).toBeGreaterThan(30);
  expect(moments[0]?.iteration).toBe(1);
  expect(moments.at(-1)?.iteration).toBe(10_000);
  const steps = moments.slice(1, -1).map(({ iteration }, i) => iteration - (moments[i]?.iteration ?? 0));
  expect(new Set(steps).size).toBe(1);
  expect(history.moments(10).length).toBeLessThan(25);
});

test("zero is an error, and belongs to the bin on the left", () => {
  const bins = binsOf(Float32Array.of(-9, -0.3, 0, 0.1, 0.15, 9), 0.2, 0.4);
  expect(bins.map(({ count }) => count)).toEqual([2, 1, 2, 1]);
  expect(bins[1]?.to).toBeCloseTo(0);
});

test("a grid has room for every pixel", () => {
  for (const count of [1, 51, 1001, 10001]) {
    const { columns, rows } = gridFor(count, 400, 90);
    expect(columns * rows).toBeGreaterThanOrEqual(count);
    expect(columns * (rows - 1)).toBeLessThan(count);
  }
});

test("the theory is told on both sides of its thresholds", () => {
  expect([0.7, 0.776, 0.78, 0.833, 0.84].map((alpha) => outlook(alpha).level)).toEqual([
    "good",
    "good",
    "fair",
    "fair",
    "bad",
  ]);
  expect([3.8, 4.2, 4.3].map((alpha) => clauseOutlook(3, alpha).level)).toEqual(["good", "fair", "bad"]);
});

describe("a drawing", () => {
  const seven = [
    [
      { x: 10, y: 10 },
      { x: 40, y: 10 },
      { x: 25, y: 60 },
    ],
  ];

  test("comes back from a link", () => {
    expect(readStrokes(writeStrokes(seven))).toEqual(seven);
    expect(readStrokes(writeStrokes([...seven, [{ x: 0, y: 63 }]]))).toEqual([...seven, [{ x: 0, y: 63 }]]);
    expect(readStrokes("<b>!.A")).toEqual([]);
    expect(readStrokes("")).toEqual([]);
  });

  test("is centred by mass, wherever and however large it was drawn", () => {
    const small = seven.map((stroke) => stroke.map(({ x, y }) => ({ x: x / 2 + 30, y: y / 2 })));
    for (const strokes of [seven, small]) {
      const pixels = rasterise(strokes, 28, 28);
      let [mass, x, y] = [0, 0, 0];
      pixels.forEach((value, i) => {
        mass += value;
        x += value * ((i % 28) + 0.5);
        y += value * (Math.floor(i / 28) + 0.5);
      });
      expect(x / mass).toBeCloseTo(14, 0);
      expect(y / mass).toBeCloseTo(14, 0);
      const rows = [...Array(28).keys()].filter((r) =>
        pixels.slice(28 * r, 28 * r + 28).some((v) => v > 128),
      );
      expect(rows.length).toBeGreaterThan(17);
      expect(rows.length).toBeLessThan(23);
    }
    expect(rasterise([], 28, 28).some((v) => v > 0)).toBe(false);
  });

  test("is a file that NumPy reads", () => {
    const file = npy(Uint8Array.of(1, 2, 3, 4, 5, 6), 2, 3);
    expect(file.length % 64).toBe(6);
    expect(new TextDecoder("latin1").decode(file.slice(0, 80))).toContain("(1, 2, 3)");
    expect([...file.slice(-6)]).toEqual([1, 2, 3, 4, 5, 6]);
    expect((file[8] ?? 0) + 256 * (file[9] ?? 0) + 10).toBe(file.length - 6);
  });
});

test("durations are short", () => {
  expect([4.27e-4, 0.0123, 2.34].map(duration)).toEqual(["430 \u00b5s", "12 ms", "2.34 s"]);
});

test("the time of an iteration is that since the last one that the clock can tell apart", () => {
  const moments = [
    { iteration: 1, errors: 9, seconds: 0.002 },
    { iteration: 2, errors: 8, seconds: 0.002 },
    { iteration: 5, errors: 7, seconds: 0.01 },
  ];
  expect(beatsOf(moments)).toEqual([
    { iteration: 1, milliseconds: 2 },
    { iteration: 5, milliseconds: 2 },
  ]);
});

describe("the pace of a run", () => {
  test("waits for the next step while it is paused", async () => {
    const pace = new Pace();
    pace.pause();
    let steps = 0;
    const run = (async () => {
      while (steps < 3) {
        await pace.wait();
        ++steps;
      }
    })();
    const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
    await turn();
    expect(steps).toBe(0);
    pace.step();
    await turn();
    expect(steps).toBe(1);
    pace.go();
    await run;
    expect(steps).toBe(3);
  });

  test("hurries to the iteration at which it is to pause", async () => {
    const pace = new Pace();
    pace.set(5);
    pace.pause(40);
    let iteration = 0;
    const run = (async () => {
      while (iteration < 41) await pace.wait(++iteration);
    })();
    while (!pace.holds(iteration)) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(iteration).toBe(40);
    pace.step();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(iteration).toBe(41);
    pace.go();
    await run;
  });

  test("keeps about to the iterations a second", async () => {
    const pace = new Pace();
    pace.set(400);
    const begin = performance.now();
    for (let k = 0; k < 80; ++k) await pace.wait();
    expect(performance.now() - begin).toBeGreaterThan(180);
  });

  test("lets messages in where it is as fast as it can be", () => {
    let now = 0;
    const pace = new Pace(() => now);
    pace.set(Infinity);
    now = 100;
    expect(pace.wait()).toBeInstanceOf(Promise);
    expect(pace.frameIsDue()).toBe(true);
    now = 110;
    expect(pace.frameIsDue()).toBe(false);
    now = 140;
    expect(pace.frameIsDue()).toBe(true);
  });
});
