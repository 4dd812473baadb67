// SPDX-License-Identifier: Apache-2.0
// A folder with the stores and reports of a test, the program that makes them, and a browser that opens them.
//   BITBASIN_PROGRAM    the program, build/release/bitbasin if not given
//   BITBASIN_CHROMIUM   the browser, Debian's if not given
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { check, type Checked } from "../src/data";

const program =
  process.env["BITBASIN_PROGRAM"] ?? fileURLToPath(new URL("../../build/release/bitbasin", import.meta.url));
const chromiumPath = process.env["BITBASIN_CHROMIUM"] ?? "/usr/bin/chromium";

export interface Opened {
  page: Page;
  said: string[]; // to the console, errors too
  asked: string[]; // addresses
}

export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), "bitbasin-report-"));
  private constructor(private readonly browser: Browser) {}

  static async open(): Promise<Workshop> {
    for (const file of [program, chromiumPath]) {
      if (!existsSync(file)) throw new Error(`the tests of the page need ${file}, which does not exist`);
    }
    // Without its sandbox, because tests may be run by root.
    return new Workshop(
      await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] }),
    );
  }

  async close(): Promise<void> {
    await this.browser.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  write(name: string, text: string): void {
    writeFileSync(this.path(name), text);
  }

  // What the program prints. Exit code 1 is an answer too: some claim was not reproduced.
  run(...args: string[]): string {
    try {
      return execFileSync(program, args, {
        cwd: this.folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      });
    } catch (error) {
      const { status, stdout, stderr } = error as { status?: number; stdout?: string; stderr?: string };
      if (status === 1) return stdout ?? "";
      throw new Error(`expected bitbasin ${args.join(" ")} to work but it says ${stderr}`);
    }
  }

  // Changes a store behind the program's back.
  alter(store: string, ...statements: string[]): void {
    const script =
      "import sqlite3, sys\nwith sqlite3.connect(sys.argv[1]) as db:\n  for s in sys.argv[2:]: db.execute(s)";
    execFileSync("/usr/bin/python3", ["-c", script, this.path(store), ...statements]);
  }

  // The data block of a report.
  data(name: string): Checked {
    const block = /<script id="report-data" type="application\/json">([^<]*)<\/script>/.exec(
      this.read(name),
    )?.[1];
    return check(JSON.parse(block ?? "null"));
  }

  async show(name: string, options: BrowserContextOptions = {}): Promise<Opened> {
    const context = await this.browser.newContext({ viewport: { width: 1000, height: 900 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const said: string[] = [];
    const asked: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    page.on("dialog", (dialog) => {
      said.push(dialog.message());
      void dialog.dismiss();
    });
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`file://${this.path(name)}`);
    await page.waitForSelector("html[data-ready]", { state: "attached" });
    return { page, said, asked };
  }
}
