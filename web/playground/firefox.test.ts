// SPDX-License-Identifier: Apache-2.0
// The page of the playground in Firefox, where that is installed: the engine runs there, too.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const program = process.env["BITBASIN_PROGRAM"] ?? "bitbasin";
const firefoxPath = process.env["BITBASIN_FIREFOX"] ?? "/usr/bin/firefox-esr";

// Sends commands of Marionette, Firefox's own protocol, and gives its answers: "LENGTH:[1, id, error, result]".
function marionette(port: number): (name: string, parameters?: object) => Promise<unknown> {
  const socket = connect(port, "127.0.0.1");
  const asked = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let bytes = Buffer.alloc(0);
  socket.on("data", (more) => {
    bytes = Buffer.concat([bytes, more]);
    for (;;) {
      const colon = bytes.indexOf(":");
      const end = colon + 1 + Number(bytes.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || bytes.length < end) return;
      const message: unknown = JSON.parse(bytes.subarray(colon + 1, end).toString());
      bytes = bytes.subarray(end);
      if (!Array.isArray(message)) continue; // the greeting
      const [, id, error, result] = message;
      if (error === null) asked.get(id)?.resolve(result?.value);
      else asked.get(id)?.reject(new Error(error.message));
    }
  });
  let count = 0;
  return (name, parameters = {}) =>
    new Promise((resolve, reject) => {
      asked.set(++count, { resolve, reject });
      const text = JSON.stringify([0, count, name, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

// Opens a page and returns what a script in it calls its argument with.
async function inFirefox(folder: string, address: string, script: string): Promise<unknown> {
  writeFileSync(join(folder, "user.js"), 'user_pref("marionette.port", 0);\n');
  const flags = ["--headless", "--marionette", "--no-remote", "--profile", folder];
  const firefox = spawn(firefoxPath, flags, { stdio: "ignore", env: { ...process.env, HOME: folder } });
  try {
    const file = join(folder, "MarionetteActivePort");
    while (!existsSync(file) || readFileSync(file).length === 0) {
      if (firefox.exitCode !== null)
        throw new Error(`expected Firefox to run, got exit code ${firefox.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const ask = marionette(Number(readFileSync(file, "utf8")));
    await ask("WebDriver:NewSession", { capabilities: { alwaysMatch: {} } });
    await ask("WebDriver:SetTimeouts", { script: 40_000, pageLoad: 20_000 });
    await ask("WebDriver:Navigate", { url: address });
    const result = await ask("WebDriver:ExecuteAsyncScript", { script, args: [] });
    await ask("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => undefined);
    return result;
  } finally {
    firefox.kill("SIGKILL");
  }
}

describe.skipIf(!existsSync(firefoxPath))("in Firefox", () => {
  it("takes the steps of the program", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bitbasin-firefox-"));
    try {
      const page = join(folder, "page.html");
      execFileSync(program, ["playground", "--out", page, "--quiet"]);
      const state = "#learn?n=201&alpha=0.5&seed=1&run=rbp&run=fbp&run=sbpi&at=end,end,end";
      const rows = await inFirefox(
        folder,
        `file://${page}${state}`,
        `const done = arguments[0];
        const look = () => {
          const rows = [...document.querySelectorAll("#learn tbody tr")].map((r) => [...r.children].map((c) => c.textContent));
          if (rows.length === 3 && rows.every((r) => /solved|given up|failed/.test(r[1]))) done(rows.map((r) => r.slice(0, 4)));
          else setTimeout(look, 20);
        };
        look();`,
      );
      const expected = ["rbp", "fbp", "sbpi"].map((algorithm) => {
        const flags = ["--n", "201", "--alpha", "0.5", "--seed", "1", "--algorithm", algorithm, "--json"];
        const native = JSON.parse(
          execFileSync(program, ["solve", "perceptron", ...flags], { encoding: "utf8" }),
        );
        return [algorithm, "solved", "0", String(native.iterations)];
      });
      expect(rows).toEqual(expected);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  });
});
