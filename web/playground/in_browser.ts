// SPDX-License-Identifier: Apache-2.0
// For tests: the page of the playground in a browser, and what a person does there.
import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type Opened, Workshop } from "../e2e/workshop";

export let workshop: Workshop;

// To be called once in a file of tests.
export function makePage(): void {
  beforeAll(async () => {
    workshop = await Workshop.open();
    workshop.run("playground", "--out", "page.html");
  });
  afterAll(async () => workshop?.close());
}

export async function open(hash: string, options: BrowserContextOptions = {}): Promise<Opened> {
  return workshop.show(`page.html${hash}`, options);
}

export function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name, exact: true }).filter({ visible: true }).click();
}

// Until every run in sight has ended.
export async function ended(page: Page): Promise<string[]> {
  await page.waitForFunction(
    () => {
      const cells = [...document.querySelectorAll<HTMLElement>("[data-status]")].filter((c) =>
        c.checkVisibility(),
      );
      return cells.length > 0 && cells.every((c) => /solved|given up|failed/.test(c.textContent ?? ""));
    },
    undefined,
    { timeout: 40_000 },
  );
  return page.locator("[data-status]").filter({ visible: true }).allTextContents();
}

// A cell of the table of runs, by its column.
export function cell(page: Page, algorithm: string, column: string): Promise<string> {
  return page.evaluate(
    ([name, title]) => {
      const table = [...document.querySelectorAll("table.scores")].find((t) => t.checkVisibility());
      const column = [...(table?.querySelectorAll("th[scope=col]") ?? [])].findIndex(
        (h) => h.textContent === title,
      );
      const row = [...(table?.querySelectorAll("tbody tr") ?? [])].find(
        (r) => r.children[0]?.textContent === name,
      );
      return row?.children[column]?.textContent ?? "";
    },
    [algorithm, column] as const,
  );
}

// The command that a view shows, run by the program, with what else it is to be told.
export async function runShown(page: Page, figure: string, ...more: string[]): Promise<string> {
  const command = (await page.locator(`${figure} .command`).textContent()) ?? "";
  const [program, ...args] = command.split(" ");
  if (program !== "bitbasin") throw new Error(`expected a command of bitbasin, got ${command}`);
  return workshop.run(...args, ...more);
}

export async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, name)]);
  return readFileSync(await file.path(), "utf8");
}
