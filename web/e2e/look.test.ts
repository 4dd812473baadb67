// SPDX-License-Identifier: Apache-2.0
// How a report looks: light, dark, on a phone, in print.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leastContrast } from "./contrast";
import { Workshop } from "./workshop";

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
  workshop.write(
    "a.toml",
    '[[sweep]]\nkind = "solve perceptron"\nn = 101\nalpha = [0.4, 0.5]\ninstances = 5\n',
  );
  workshop.run("sweep", "a.toml", "--store", "runs.db", "--quiet");
  workshop.run("reproduce", "--store", "runs.db", "equilibrium-capacity", "--quiet");
  workshop.run("report", "--store", "runs.db", "--out", "report.html");
}, 60_000);

afterAll(async () => workshop?.close());

async function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

it("is light or dark as the system is, or as the button says, and can be read", async () => {
  const light = await workshop.show("report.html", { colorScheme: "light" });
  const dark = await workshop.show("report.html", { colorScheme: "dark" });
  const [white, black] = [await ground(light.page), await ground(dark.page)];
  expect(white).not.toBe(black);
  for (const { page } of [light, dark]) {
    const { contrast, text } = await leastContrast(page);
    expect(contrast, text).toBeGreaterThanOrEqual(4.5);
  }
  await light.page.getByRole("button", { name: "dark", exact: true }).click();
  expect(await ground(light.page)).toBe(black);
  expect((await leastContrast(light.page)).contrast).toBeGreaterThanOrEqual(4.5);
  await light.page.getByRole("button", { name: "light", exact: true }).click();
  expect(await ground(light.page)).toBe(white);
});

it("fits on a phone", async () => {
  const { page } = await workshop.show("report.html", {
    viewport: { width: 390, height: 800 },
    isMobile: true,
    hasTouch: true,
  });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  // Tables and charts too, whatever they hide.
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll("figure, table, .stage svg, button, code")]
      .filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > 390.5)
      .map((e) => e.outerHTML.slice(0, 100)),
  );
  expect(wide).toEqual([]);
});

it("follows the width of the window", async () => {
  const { page } = await workshop.show("report.html");
  const chart = page.locator("#figure-success .stage svg");
  const before = await chart.getAttribute("width");
  await page.setViewportSize({ width: 600, height: 900 });
  await page.waitForFunction(
    (b) => document.querySelector("#figure-success .stage svg")?.getAttribute("width") !== b,
    before,
  );
  expect(Number(await chart.getAttribute("width"))).toBeLessThan(600);
});

it("is printed on white, whole, without its buttons", async () => {
  const { page } = await workshop.show("report.html", { colorScheme: "dark" });
  await page.getByRole("button", { name: "light", exact: true }).click();
  await page.getByRole("button", { name: "dark", exact: true }).click();
  await page.emulateMedia({ media: "print" });
  expect(await ground(page)).toBe("rgb(255, 255, 255)");
  expect((await leastContrast(page)).contrast).toBeGreaterThanOrEqual(4.5);
  expect(await page.locator(".tools").first().isHidden()).toBe(true);
  expect(await page.locator("#theme").isHidden()).toBe(true);
  expect(await page.locator(".stage svg").first().isVisible()).toBe(true);
  const broken = await page
    .locator("figure")
    .evaluateAll((all) => all.filter((f) => getComputedStyle(f).breakInside !== "avoid").length);
  expect(broken).toBe(0);
  expect((await page.pdf({ format: "A4" })).subarray(0, 5).toString()).toBe("%PDF-");
});

it("can be used without a mouse", async () => {
  const { page } = await workshop.show("report.html");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("to the claims");
  // Everything that can be clicked or read by keys has a name and its turn.
  const nameless = await page
    .locator("button, a, [tabindex], summary")
    .evaluateAll((all) =>
      all
        .filter(
          (e) =>
            (e.getAttribute("aria-label") ?? e.textContent ?? "").trim() === "" ||
            (e as HTMLElement).tabIndex < 0,
        )
        .map((e) => e.outerHTML),
    );
  expect(nameless).toEqual([]);
  expect(await page.locator("img:not([alt])").count()).toBe(0);
});
