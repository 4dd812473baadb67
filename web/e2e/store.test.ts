// SPDX-License-Identifier: Apache-2.0
// The content of a store determines what a report says, and is never more than text.
import { afterAll, beforeAll, expect, it } from "vitest";
import { Workshop } from "./workshop";

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
});

afterAll(async () => workshop?.close());

function report(name: string): void {
  workshop.run("report", "--store", `${name}.db`, "--out", `${name}.html`);
}

it("shows markup in names as text", async () => {
  const image = "<img src=x onerror=alert(1)>";
  const script = "</script><script>alert(2)</script>";
  workshop.write(
    `${image}.toml`,
    '[[sweep]]\nkind = "solve perceptron"\nn = 101\nalpha = 0.4\ninstances = 3\n',
  );
  workshop.run("sweep", `${image}.toml`, "--store", "names.db", "--quiet");
  workshop.alter("names.db", `update result set algorithm = '${script}'`);
  report("names");
  expect(workshop.read("names.html")).not.toContain("<img src=x");
  expect(workshop.read("names.html")).not.toContain("alert(2)</script>");
  const { page, said, asked } = await workshop.show("names.html");
  expect(said).toEqual([]);
  expect(asked.filter((url) => !url.startsWith("data:"))).toHaveLength(1);
  expect(await page.locator("#provenance").textContent()).toContain(image);
  expect(await page.locator("figure.chart .legend").first().textContent()).toContain(script);
  expect(await page.locator("main img").count()).toBe(0);
});

it("draws a verdict from the numbers in the store, not from what was once said", async () => {
  workshop.run("reproduce", "--store", "claims.db", "equilibrium-capacity", "--quiet");
  const verdict = (name: string): string | undefined =>
    workshop.data(name).report.claims.find((c) => c.id === "equilibrium-capacity")?.verdict;
  report("claims");
  expect(verdict("claims.html")).toBe("reproduced");
  workshop.alter("claims.db", "update result set result = json_set(result, '$.capacity', 0.7)");
  report("claims");
  expect(verdict("claims.html")).toBe("not reproduced");
  const { page } = await workshop.show("claims.html");
  const row = page.locator("tr", { has: page.locator("#claim-equilibrium-capacity") });
  expect(await row.locator(".verdict").textContent()).toBe("not reproduced");
  expect(await row.textContent()).toContain("0.7");
});

it("opens a report of 10,000 runs, and says how soon", async () => {
  workshop.write(
    "many.toml",
    `[[sweep]]
kind = "solve perceptron"
n = [21, 31, 41, 51]
alpha = "0.1:0.8:10"
algorithm = ["rbp", "sbpi", "cpr", "rms", "sa"]
budget = 20_000
instances = 50
`,
  );
  workshop.run("sweep", "many.toml", "--store", "many.db", "--quiet");
  report("many");
  const { page, said } = await workshop.show("many.html");
  expect(said).toEqual([]);
  const ready = await page.evaluate(() => performance.getEntriesByName("ready")[0]?.startTime ?? NaN);
  console.log(`10,000 runs: ready ${ready.toFixed(0)} ms after navigation`); // measured, never asserted
  const shown = await page.locator("figure.chart .dots").count();
  expect(shown).toBeGreaterThan(0);
}, 60_000);
