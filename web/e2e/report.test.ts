// SPDX-License-Identifier: Apache-2.0
// Opens reports that the program has made from real stores in a real browser.
//   BITBASIN_PROGRAM   the program; BITBASIN_CHROMIUM the browser, Debian's if not given
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const program = process.env["BITBASIN_PROGRAM"] ?? "../build/release/bitbasin";
const folder = mkdtempSync(join(tmpdir(), "bitbasin-report-"));
const injected = "<script>document.title='taken'</script>";
let browser: Browser;

function run(...args: string[]): string {
  return execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

// A page with everything it says and asks for on the way.
async function open(options: BrowserContextOptions = {}, file = "report.html"): Promise<{ page: Page; said: string[]; asked: string[] }> {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  const page = await context.newPage();
  const said: string[] = [];
  const asked: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`file://${join(folder, file)}`);
  await page.waitForSelector("html[data-ready]");
  return { page, said, asked };
}

beforeAll(async () => {
  const sweep = `title = ${JSON.stringify(`capacity ${injected}`)}
[[cell]]
`;
  void sweep;
  run("reproduce", "--store", "runs.db", "--profile", "quick", "equilibrium-capacity", "dense-clusters", "--quiet");
  run("report", "--store", "runs.db", "--out", "report.html");
  browser = await chromium.launch({
    executablePath: process.env["BITBASIN_CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the report", () => {
  it("is one small file that asks for nothing and complains of nothing", async () => {
    expect(statSync(join(folder, "report.html")).size).toBeLessThan(1_000_000);
    const { page, said, asked } = await open();
    expect(said).toEqual([]);
    expect(asked.filter((url) => !url.startsWith("data:"))).toHaveLength(1); // the file itself
    expect(await page.locator("#problem-box").isHidden()).toBe(true);
  });
  void existsSync;
  void readFileSync;
  void writeFileSync;
});
