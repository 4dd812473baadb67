// SPDX-License-Identifier: Apache-2.0
// Reports that the program has made from small but real stores, in a real browser.
import { readFileSync, statSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Figure } from "../src/data";
import { inLine, pieces } from "../src/notation";
import { describe as pointText, show } from "../src/numbers";
import { Workshop } from "./workshop";

const kInjected = `<img src=x onerror=alert(1)>`;
const kSweep = `
seed = 1

[[sweep]]
kind = "solve perceptron"
n = [101, 201]
alpha = "0.4:1.0:4"  # nothing is solved at the end
algorithm = ["rbp", "sbpi"]
budget = 200_000
instances = 10

[[sweep]]
kind = "entropy perceptron"
n = 101
alpha = 0.4
algorithm = "rbp"
instances = 5

[[sweep]]
kind = "theory"
alpha = 0.4
distance = [0.05, 0.2]
y = ["auto", "0"]
`;

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
  workshop.write(`${kInjected}.toml`, kSweep);
  workshop.run("sweep", `${kInjected}.toml`, "--store", "runs.db", "--quiet");
  workshop.run("reproduce", "--store", "runs.db", "equilibrium-capacity", "teacher-transition", "--quiet");
  workshop.run("report", "--store", "runs.db", "--out", "report.html");
}, 120_000);

afterAll(async () => workshop?.close());

// Text as the page shows it, without marks.
function plain(text: string): string {
  return pieces(text)
    .map((p) => p.text)
    .join("");
}

function figures(): Figure[] {
  return workshop.data("report.html").report.figures;
}

function chart(page: Page, figure: Figure): Locator {
  return page.locator(`[id="figure-${figure.id}"]`);
}

function success(): Figure {
  const found = figures().find((f) => f.id === "success");
  if (found === undefined) throw new Error("expected a figure success in the report");
  return found;
}

// How many of the marks with a class are drawn.
async function count(chart: Locator, marks: string): Promise<number> {
  return chart
    .locator(`.stage .${marks}`)
    .evaluateAll((groups) =>
      groups.reduce((sum, group) => sum + group.querySelectorAll("circle, path, line").length, 0),
    );
}

// What the numbers at the ticks of an axis say.
async function ticks(chart: Locator, axis: "x" | "y"): Promise<number[]> {
  const texts = await chart.locator(`[aria-label="${axis}-axis tick label"] text`).allTextContents();
  return texts.filter((text) => text !== "").map((text) => Number(text.replace("\u2212", "-")));
}

async function saved(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

describe("the file", () => {
  it("is one, of a few hundred kB, that asks for nothing and complains of nothing", async () => {
    const size = statSync(workshop.path("report.html")).size;
    console.log(`report.html: ${(size / 1000).toFixed(0)} kB`);
    expect(size).toBeLessThan(700_000);
    const { page, said, asked } = await workshop.show("report.html");
    expect(said).toEqual([]);
    expect(asked.filter((url) => !url.startsWith("data:"))).toEqual([page.url()]);
    expect(await page.locator("#problem-box").isHidden()).toBe(true);
  });

  it("holds sound data, and the page shows all of it", async () => {
    const { report, problems } = workshop.data("report.html");
    expect(problems).toEqual([]);
    expect(report.figures.map((f) => f.id)).toEqual(expect.arrayContaining(["success", "entropy-curves"]));
    const { page } = await workshop.show("report.html");
    expect(await page.locator("table.claims tbody tr").count()).toBe(report.claims.length);
    expect(await page.locator("figure.chart").count()).toBe(report.figures.length);
    expect(await page.locator("#provenance dd").allTextContents()).toEqual(
      report.provenance.map(([, value]) => value),
    );
    expect(await page.title()).toBe(report.title);
    for (const claim of report.claims) {
      const row = page.locator("tr", { has: page.locator(`[id="claim-${claim.id}"]`) });
      expect(await row.locator(".verdict").textContent()).toBe(claim.verdict);
      expect(await row.textContent()).toContain(plain(claim.measured));
    }
  });

  it("says how to make what is missing", async () => {
    const { page } = await workshop.show("report.html");
    const place = page.locator('[data-figure="walk-density"]');
    expect(await place.textContent()).toBe(
      "Nothing in the store for this figure yet; make it with bitbasin reproduce walk walk-everywhere.",
    );
    expect(await page.locator("[data-figure]:empty").count()).toBe(0);
  });

  it("says what is wrong with damaged data", async () => {
    const whole = workshop.read("report.html");
    workshop.write("torn.html", whole.replace(/("format":\s*1,)[^<]*/, "$1"));
    const torn = await workshop.show("torn.html");
    expect(await torn.page.locator("#problems").textContent()).toMatch(
      /^the data of the report: expected JSON, got /,
    );
    expect(await torn.page.locator("#problem-box").isVisible()).toBe(true);
    expect(torn.said).toEqual([]);
    workshop.write("odd.html", whole.replace('"scale":"linear"', '"scale":"cubic"'));
    const odd = await workshop.show("odd.html");
    expect(await odd.page.locator("#problems li").allTextContents()).toEqual([
      expect.stringMatching(/^scale of figure .*: expected one of linear, log$/),
    ]);
    expect(await odd.page.locator("figure.chart").count()).toBe(figures().length - 1);
  });
});

describe("a chart", () => {
  it("has a mark for every point and every error bar", async () => {
    const { page } = await workshop.show("report.html");
    for (const figure of figures()) {
      for (const [i, series] of figure.series.entries()) {
        const bars = series.points.filter((p) => p.low !== undefined).length;
        const what = `series ${series.name} of ${figure.id}`;
        expect(await count(chart(page, figure), `dots.series-${i}`), what).toBe(
          series.kind === "line" ? 0 : series.points.length,
        );
        expect(await count(chart(page, figure), `bars.series-${i}`), what).toBe(bars);
        if (series.kind === "points") continue;
        const path = await chart(page, figure).locator(`.stage .line.series-${i} path`).getAttribute("d");
        expect(path?.match(/[ML]/g) ?? [], what).toHaveLength(series.points.length);
      }
      for (const rule of figure.rules)
        expect(await chart(page, figure).textContent()).toContain(inLine(rule.label));
    }
  });

  it("hides a series, shows it again, and shows one alone", async () => {
    const { page } = await workshop.show("report.html");
    const success_ = chart(page, success());
    const toggles = success_.locator(".legend button");
    const all = success().series.length;
    expect(await toggles.count()).toBe(all);
    await toggles.nth(1).click();
    expect(await toggles.nth(1).getAttribute("aria-pressed")).toBe("false");
    expect(await count(success_, "dots.series-1")).toBe(0);
    expect(await count(success_, "dots.series-0")).toBe(success().series[0]?.points.length);
    await toggles.nth(1).click();
    expect(await count(success_, "dots.series-1")).toBe(success().series[1]?.points.length);
    await toggles.nth(1).click({ modifiers: ["Shift"] });
    expect(await success_.locator('.legend button[aria-pressed="true"]').count()).toBe(1);
    await toggles.nth(1).click();
    expect(await success_.locator(".note").textContent()).toBe(
      "Nothing to show: all series are hidden or empty.",
    );
  });

  it("shows the values under the mouse", async () => {
    const { page } = await workshop.show("report.html");
    const success_ = chart(page, success());
    await success_
      .locator(".legend button")
      .first()
      .click({ modifiers: ["Shift"] }); // no other point near it
    const dot = success_.locator(".stage .dots.series-0 path, .stage .dots.series-0 circle").last();
    await dot.scrollIntoViewIfNeeded();
    const box = await dot.boundingBox();
    if (box === null) throw new Error("expected a dot");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const tip = success_.locator(".stage [aria-label=tip] text");
    await tip.waitFor();
    const [series] = success().series;
    const point = series?.points.at(-1);
    if (series === undefined || point === undefined) throw new Error("expected a point");
    expect(point.note).toMatch(/^\d+ of 10$/);
    const lines = (await tip.locator("tspan").allTextContents()).map((line) => line.replace("\u200b", ""));
    expect(lines).toEqual(pointText(point, success(), series.name));
  });

  it("reads its points to the keyboard", async () => {
    const { page } = await workshop.show("report.html");
    const success_ = chart(page, success());
    const spoken = success_.locator(".spoken");
    await success_.locator(".stage").focus();
    const [first, second] = success().series;
    const line = (name: string | undefined, x: number | undefined): string =>
      `${name}, \u03b1: ${show(x ?? NaN)}, solved: `;
    for (const [key, expected] of [
      ["ArrowRight", line(first?.name, first?.points[0]?.x)],
      ["ArrowRight", line(first?.name, first?.points[1]?.x)],
      ["ArrowDown", line(second?.name, second?.points[1]?.x)],
      ["ArrowLeft", line(second?.name, second?.points[0]?.x)],
      ["End", line(second?.name, second?.points.at(-1)?.x)],
      ["ArrowUp", line(first?.name, first?.points.at(-1)?.x)],
      ["Home", line(first?.name, first?.points[0]?.x)],
    ] as const) {
      await page.keyboard.press(key);
      expect(await spoken.textContent()).toContain(expected);
    }
    expect(await success_.locator(".stage [aria-label=tip] text").count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await success_.locator(".stage [aria-label=tip] text").count()).toBe(0);
  });

  it("is enlarged by a drag, by keys and by buttons", async () => {
    const { page } = await workshop.show("report.html");
    const success_ = chart(page, success());
    const stage = success_.locator(".stage");
    const span = async (): Promise<number> => {
      const at = await ticks(success_, "x");
      return Math.max(...at) - Math.min(...at);
    };
    const whole = await span();
    const back = success_.getByRole("button", { name: "show all" });
    expect(await back.isHidden()).toBe(true);
    await stage.scrollIntoViewIfNeeded();
    const box = await stage.boundingBox();
    if (box === null) throw new Error("expected a chart");
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.7, { steps: 4 });
    expect(await success_.locator("rect.zoom").count()).toBe(1);
    await page.mouse.up();
    expect(await span()).toBeLessThan(whole / 2);
    await back.click();
    expect(await span()).toBe(whole);

    await stage.focus();
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    const enlarged = await ticks(success_, "x");
    expect(await span()).toBeLessThan(whole);
    await page.keyboard.press("Shift+ArrowRight");
    expect(Math.max(...(await ticks(success_, "x")))).toBeGreaterThan(Math.max(...enlarged));
    await page.keyboard.press("0");
    expect(await span()).toBe(whole);

    await success_.getByRole("button", { name: "+", exact: true }).click();
    expect(await back.isVisible()).toBe(true);
    await stage.locator("svg").dblclick();
    expect(await back.isHidden()).toBe(true);
  });

  it("has axes that can be logarithmic, and says what they cannot hold", async () => {
    const { page } = await workshop.show("report.html");
    const success_ = chart(page, success());
    const zeros = success()
      .series.flatMap((s) => s.points)
      .filter((p) => p.y <= 0).length;
    await success_.getByRole("button", { name: "y: linear" }).click();
    const logarithmic = success_.getByRole("button", { name: "y: log" });
    expect(zeros).toBeGreaterThan(0);
    expect(await success_.locator(".note").textContent()).toBe(
      `Not shown: ${zeros} of the points, at zero or below, which a logarithmic axis cannot hold.`,
    );
    const points = success().series.reduce((sum, s) => sum + s.points.length, 0);
    expect(await count(success_, "dots")).toBe(points - zeros);
    await logarithmic.click();
    expect(await count(success_, "dots")).toBe(points);
  });

  it("is there as a table", async () => {
    const { page } = await workshop.show("report.html");
    const details = chart(page, success()).locator("details");
    await details.locator("summary").click();
    await details.locator("table").waitFor(); // the browser says that it is open a little later
    const points = success().series.reduce((sum, s) => sum + s.points.length, 0);
    expect(await details.locator("tbody tr").count()).toBe(points);
  });

  it("can be saved as CSV and SVG", async () => {
    const { page } = await workshop.show("report.html", { colorScheme: "dark" });
    for (const figure of figures()) {
      const csv = await saved(page, chart(page, figure).getByRole("button", { name: "CSV" }));
      expect(csv.name).toMatch(/^[\w.-]+\.csv$/);
      const rows = csv.text.trimEnd().split("\n");
      expect(rows).toHaveLength(1 + figure.series.reduce((sum, s) => sum + s.points.length, 0));
      const last = figure.series.at(-1)?.points.at(-1);
      expect(rows.at(-1)).toContain(`,${last?.x},${last?.y},`);

      const svg = await saved(page, chart(page, figure).getByRole("button", { name: "SVG" }));
      expect(svg.text).not.toMatch(/var\(|screen-only/); // nothing that only the page knows
      const found = await page.evaluate((text) => {
        const root = new DOMParser().parseFromString(text, "image/svg+xml");
        const shapes = "circle, path";
        return {
          broken: root.querySelectorAll("parsererror").length,
          dots: [...root.querySelectorAll(".dots.series-0")].map((g) => g.querySelectorAll(shapes).length),
          text: root.documentElement.textContent ?? "",
        };
      }, svg.text);
      expect(found.broken).toBe(0);
      expect(found.text).toContain(inLine(figure.title));
      for (const series of figure.series) expect(found.text).toContain(inLine(series.name));
      const [first] = figure.series;
      // In the legend, and in the chart.
      if (first !== undefined && first.kind !== "line") expect(found.dots).toEqual([1, first.points.length]);
    }
  });
});
