// SPDX-License-Identifier: Apache-2.0
// The page of the playground in a browser, each view used as a person would.
import { copyFileSync, openSync, closeSync, ftruncateSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { cell, download, ended, makePage, open, press, runShown, workshop } from "./in_browser";

makePage();

const kSmall = "#learn?n=201&alpha=0.5&seed=1&pace=5";

describe("learn", () => {
  it("takes the steps of the program, and draws them", async () => {
    const { page, said, asked } = await open(`${kSmall}&run=rbp&run=sbpi&run=sa`);
    await press(page, "start");
    expect(await ended(page)).toEqual(["solved", "solved", "solved"]);
    const rows = (await download(page, "CSV")).split("\n").map((row) => row.split(","));
    for (const algorithm of ["rbp", "sbpi"]) {
      await page.getByRole("radio", { name: `show ${algorithm} below` }).click();
      const native = JSON.parse(await runShown(page, "#learn", "--json"));
      expect(await cell(page, algorithm, "iteration")).toBe(String(native.iterations));
      const [head = [], ...trace] = workshop
        .read("run.csv")
        .trim()
        .split("\n")
        .map((row) => row.split(","));
      expect(rows.filter(([name]) => name === algorithm).map((row) => row.slice(1, 3))).toEqual(
        trace.map((row) => [row[0], row[head.indexOf("errors")]]),
      );
    }
    expect(await page.locator("#learn .stage .line path").count()).toBe(3);
    expect(await page.locator("#learn .tempo .beats path").count()).toBe(3);
    const wrong = page.locator("#learn .histogram rect[fill='var(--wrong)']");
    const heights = await wrong.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute("height"))));
    expect(Math.max(0, ...heights)).toBe(0);
    expect(said).toEqual([]);
    expect(asked.filter((address) => !/^(file|blob|data):/.test(address))).toEqual([]);
  });

  it("pauses, makes one step, and goes on", async () => {
    const { page } = await open("#learn?n=1001&alpha=0.75&seed=1&pace=2&run=rbp");
    const iteration = async (): Promise<number> => Number(await cell(page, "rbp", "iteration"));
    await press(page, "start");
    await page.waitForFunction(
      () => Number(document.querySelectorAll("table.scores td")[2]?.textContent) > 5,
    );
    await press(page, "pause");
    await page.waitForTimeout(300);
    const before = await iteration();
    await page.waitForTimeout(300);
    expect(await iteration()).toBe(before);
    await press(page, "one step");
    await page.waitForFunction(
      (n) => Number(document.querySelectorAll("table.scores td")[2]?.textContent) === n,
      before + 1,
    );
    await press(page, "continue");
    await page.waitForFunction(
      (n) => Number(document.querySelectorAll("table.scores td")[2]?.textContent) > n,
      before + 3,
    );
  });

  it("keeps its settings in the address", async () => {
    const { page } = await open("#learn?n=501&alpha=0.8&seed=7&run=fbp:y=3&run=rms");
    const alpha = page.getByRole("slider", { name: /patterns per weight/ }).filter({ visible: true });
    expect(await alpha.inputValue()).toBe("0.8");
    expect(await page.locator("#learn .outlook").textContent()).toContain("a run should fail");
    expect(await page.getByRole("checkbox", { checked: true }).filter({ visible: true }).count()).toBe(2);
    await alpha.focus();
    await page.keyboard.press("ArrowLeft");
    expect(await page.evaluate(() => location.hash)).toBe(
      "#learn?n=501&alpha=0.79&seed=7&run=fbp:y=3&run=rms",
    );
    for (let k = 0; k < 3; ++k) await page.keyboard.press("ArrowLeft");
    expect(await page.locator("#learn .outlook").textContent()).toContain("solvers find them");
    const again = await open(await page.evaluate(() => location.hash));
    const sliders = again.page.getByRole("slider", { name: /patterns per weight/ }).filter({ visible: true });
    expect(await sliders.inputValue()).toBe("0.76");
  });

  it("comes back from a link where it was paused", async () => {
    const { page } = await open("#learn?n=301&alpha=0.7&seed=3&pace=2&run=rbp&run=sbpi&show=1");
    await press(page, "start");
    await page.waitForFunction(
      () => Number(document.querySelectorAll("table.scores td")[2]?.textContent) > 5,
    );
    await press(page, "pause");
    await page.waitForTimeout(200);
    const state = (p: Page): Promise<unknown> =>
      p.evaluate(() => [
        location.hash,
        document.querySelector("#learn .histogram svg")?.getAttribute("aria-label"),
        ...[...document.querySelectorAll<HTMLCanvasElement>("#learn canvas")].map((c) => c.toDataURL()),
        ...[...document.querySelectorAll("#learn tbody tr")].map((r) =>
          [...r.children].slice(0, 4).map((c) => c.textContent),
        ),
      ]);
    const before = await state(page);
    expect(JSON.stringify(before)).toMatch(/at=\d+,\d+/);
    const { page: again } = await open(await page.evaluate(() => location.hash));
    await again.waitForFunction(() => document.querySelectorAll("[data-status=paused]").length === 2);
    await again.waitForTimeout(200);
    expect(await state(again)).toEqual(before);
    const over = (await again.evaluate(() => location.hash)).replace(/at=.*/, "at=end,end");
    const { page: end } = await open(over);
    expect(await ended(end)).toEqual(["solved", "solved"]);
    expect(await end.evaluate(() => location.hash)).toBe(over);
  });

  it("can be used by keys alone", async () => {
    const { page } = await open(`${kSmall}&run=rbp&run=cpr`);
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.ariaLabel || document.activeElement?.textContent || "");
    const tabTo = async (name: string): Promise<void> => {
      for (let k = 0; k < 60 && (await focused()) !== name; ++k) await page.keyboard.press("Tab");
      expect(await focused()).toBe(name);
    };
    await tabTo("start");
    await page.keyboard.press("Enter");
    expect(await ended(page)).toEqual(["solved", "solved"]);
    await tabTo("show rbp below");
    await page.keyboard.press("ArrowDown");
    expect(await page.locator("#learn .command").textContent()).toContain("--algorithm cpr");
  });

  it("says in one sentence what is wrong with a link, and reads none of it as HTML", async () => {
    const { page, said } = await open("#learn?n=101&run=rbp:<img src=x onerror=alert(1)>=2");
    await press(page, "start");
    expect(await ended(page)).toEqual(["failed"]);
    expect(await page.locator("#learn .problem").textContent()).toContain("<img");
    expect(await page.locator("img").count()).toBe(0);
    expect(said).toEqual([]);
  });

  it("saves data and chart", async () => {
    const { page } = await open(`${kSmall}&run=rbp`);
    await press(page, "start");
    await ended(page);
    const csv = await download(page, "CSV");
    expect(csv.split("\n")[0]).toContain("series,iteration,errors");
    expect(csv.trim().split("\n").at(-1)).toMatch(/^rbp,\d+,0,/);
    expect(await download(page, "SVG")).toMatch(/^<\?xml.*\n<svg/);
  });

  it("frees the threads of earlier runs", async () => {
    const { page } = await open("#learn?n=101&alpha=0.3&pace=5&run=rbp&run=cpr");
    await press(page, "start");
    for (let run = 0; run < 15; ++run) await press(page, "again");
    await ended(page);
    await page.waitForTimeout(200);
    expect(page.workers().length).toBeLessThanOrEqual(2);
  });

  it("draws seldom for readers who want less motion", async () => {
    const frames = async (reducedMotion: "reduce" | "no-preference"): Promise<number> => {
      const { page } = await open("#learn?n=1001&alpha=0.82&pace=3&run=rbp", { reducedMotion });
      await press(page, "start");
      return page.evaluate(async () => {
        let count = 0;
        const stage = document.querySelector("#learn .histogram");
        if (stage !== null)
          new MutationObserver(() => ++count).observe(stage, { attributes: true, subtree: true });
        await new Promise((resolve) => setTimeout(resolve, 1500));
        return count;
      });
    };
    const [moving, calm] = [await frames("no-preference"), await frames("reduce")];
    expect(calm).toBeLessThanOrEqual(5);
    expect(moving).toBeGreaterThan(2 * calm);
  });
});

describe("look around", () => {
  it("finds more solutions around that of message passing than around that of annealing", async () => {
    const { page, said } = await open("#look?n=301&alpha=0.3&seed=1&solver=rbp");
    await page.waitForFunction(() => document.querySelectorAll("[data-stage=done]").length === 2, undefined, {
      timeout: 40_000,
    });
    const read = async (figure: string, series: string): Promise<number[]> => {
      const details = page.locator(`${figure} details`);
      if ((await details.getAttribute("open")) === null) await details.locator("summary").click();
      const rows = details.locator("tbody tr").filter({ has: page.getByText(series, { exact: true }) });
      return (await rows.locator("td:nth-child(3)").allTextContents()).map(Number);
    };
    const [dense, sparse, densest] = [
      await read("#figure-local-entropy", "around rbp"),
      await read("#figure-local-entropy", "around sa"),
      await read("#figure-local-entropy", "theory of the densest"),
    ];
    expect(dense.length).toBe(20);
    expect(dense[9]).toBeGreaterThan(sparse[9] ?? Infinity);
    expect(densest.length).toBeGreaterThan(10);
    const native = JSON.parse(await runShown(page, "#figure-local-entropy", "--json"));
    expect(dense[9]).toBeCloseTo(native.points[9].entropy, 3);
    expect(await page.locator("#figure-walk .dots > *").count()).toBeGreaterThan(40);
    const walk = JSON.parse(await runShown(page, "#figure-walk", "--json"));
    expect((await read("#figure-walk", "from rbp")).at(-1)).toBeCloseTo(walk.points.at(-1).distance, 3);
    expect(said).toEqual([]);
  });
});

describe("draw a digit", () => {
  // A line through points of the pad, from 0 to 1.
  async function stroke(page: Page, points: readonly (readonly [number, number])[]): Promise<void> {
    const box = await page.locator(".pad").boundingBox();
    if (box === null) throw new Error("expected a pad");
    const at = ([x, y]: readonly [number, number]): [number, number] => [
      box.x + x * box.width,
      box.y + y * box.height,
    ];
    await page.mouse.move(...at(points[0] ?? [0, 0]));
    await page.mouse.down();
    for (const point of points) await page.mouse.move(...at(point), { steps: 4 });
    await page.mouse.up();
  }

  const answer = (page: Page, label: string): Promise<unknown> =>
    page.waitForFunction((l) => document.querySelector(".answer")?.textContent === l, label);

  it("answers as the program does, and survives some flips", async () => {
    const { page, said } = await open("#draw");
    await stroke(page, [
      [0.3, 0.25],
      [0.7, 0.25],
      [0.5, 0.8],
    ]);
    await answer(page, "7");
    await page.waitForFunction(() =>
      document.querySelector("#figure-flips figcaption")?.textContent?.includes("survives"),
    );
    expect(await page.locator("#figure-flips figcaption").textContent()).toMatch(/survives [1-9]\d? %/);
    const [file] = await Promise.all([page.waitForEvent("download"), press(page, "save image")]);
    await file.saveAs(workshop.path("drawing.npy"));
    copyFileSync(fileURLToPath(new URL("digits.model", import.meta.url)), workshop.path("digits.model"));
    expect((await runShown(page, "#draw")).trim()).toBe("7");

    const hash = await page.evaluate(() => location.hash);
    const again = await open(hash);
    await answer(again.page, "7");
    await press(page, "clear");
    await answer(page, "?");
    expect(said).toEqual([]);
  });

  it("answers as the program does after flips", async () => {
    const { page } = await open("#draw?flips=45&seed=5&pen=OOeOcSYYUe");
    await page.waitForFunction(() => /\d/.test(document.querySelector(".answer")?.textContent ?? ""));
    for (const [name, as] of [
      ["save image", "drawing.npy"],
      ["save model", "digits-flipped.model"],
    ] as const) {
      const [file] = await Promise.all([page.waitForEvent("download"), press(page, name)]);
      expect(file.suggestedFilename()).toBe(as);
      await file.saveAs(workshop.path(as));
    }
    expect((await runShown(page, "#draw")).trim()).toBe(await page.locator(".answer").textContent());
  });

  it("can be drawn on by a finger", async () => {
    const { page } = await open("#draw", { viewport: { width: 390, height: 800 }, hasTouch: true });
    const box = await page.locator(".pad").boundingBox();
    if (box === null) throw new Error("expected a pad");
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number): Promise<unknown> =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: box.x + box.width / 2, y: box.y + y * box.height }],
      });
    await touch("touchStart", 0.2);
    for (const y of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]) await touch("touchMove", y);
    await touch("touchEnd", 0.8);
    await answer(page, "1");
    expect(await page.evaluate(() => scrollY)).toBe(0); // the page stays where it is
  });

  it("can be drawn on by keys", async () => {
    const { page } = await open("#draw");
    await page.locator(".pad").focus();
    await page.keyboard.press("Space");
    for (let k = 0; k < 20; ++k) await page.keyboard.press("ArrowDown");
    await answer(page, "1");
  });

  it("takes another model, and says what is wrong with one", async () => {
    const { page, said } = await open("#draw");
    await stroke(page, [
      [0.5, 0.2],
      [0.5, 0.8],
    ]);
    await answer(page, "1");
    workshop.write("bad.model", "<img src=x onerror=alert(1)>");
    await page.locator("#draw input[type=file]").setInputFiles(workshop.path("bad.model"));
    await page.waitForFunction(() => document.querySelector("#draw .problem")?.textContent !== "");
    expect(await page.locator("#draw .problem").textContent()).toMatch(/^bad\.model: .*model/);
    expect(await page.locator("#figure-flips .command").textContent()).toContain("digits.model");
    expect(await page.locator("img").count()).toBe(0);
    workshop.run("generate", "images", "--out", "letters");
    const flags = ["--features", "threshold", "--k1", "5", "--k2", "20", "--epochs", "5"];
    workshop.run("train", "--dataset", "letters", ...flags, "--save", "letters.model", "--quiet");
    await page.locator("#draw input[type=file]").setInputFiles(workshop.path("letters.model"));
    await page.waitForFunction(() => document.querySelector("#draw .problem")?.textContent === "");
    await page.waitForFunction(() =>
      document.querySelector("#figure-flips .command")?.textContent?.includes("letters"),
    );
    expect(said).toEqual([]);
  });
});

describe("satisfy", () => {
  it("lets three searches race", async () => {
    const { page, said } = await open("#satisfy?n=1000&k=3&alpha=3.8&seed=2");
    await press(page, "start");
    expect(await ended(page)).toEqual(["solved", "solved", "solved"]);
    expect(await page.locator("#satisfy .chart").textContent()).toContain("solved in");
    const native = JSON.parse(await runShown(page, "#satisfy", "--json"));
    expect([native.unsatisfied, String(native.iterations)]).toEqual([
      0,
      await cell(page, "edmc", "iteration"),
    ]);
    expect(said).toEqual([]);
  });

  it("takes a formula from a file, and says what is wrong with one", async () => {
    const { page, said } = await open("#satisfy?n=1000&k=3&alpha=3.8&seed=2");
    workshop.write("good.cnf", "c two clauses\np cnf 3 2\n1 -2 0\n2 3 0\n");
    workshop.write("bad.cnf", "p cnf 3 1\n1 <img src=x onerror=alert(1)> 0\n");
    const file = page.locator("#satisfy input[type=file]");
    await file.setInputFiles(workshop.path("bad.cnf"));
    expect(await ended(page)).toEqual(["failed", "failed", "failed"]);
    expect(await page.locator("#satisfy .problem").textContent()).toMatch(/^bad\.cnf, line 2.*<img/);
    expect(await page.locator("img").count()).toBe(0);
    for (const [name, text, sentence] of [
      ["empty.cnf", "", /empty/],
      ["page.html", "<!doctype html><title>x</title><script>alert(1)</script>", /line 1/],
      ["binary.cnf", "\0\x01\x02\uffff", /line 1/],
      ["short.cnf", "p cnf 3 5\n1 2 3 0\n", /5 clauses/],
    ] as const) {
      workshop.write(name, text);
      await file.setInputFiles(workshop.path(name));
      await page.locator("#satisfy .problem").filter({ hasText: sentence }).waitFor();
      expect((await page.locator("#satisfy .problem").textContent())?.length).toBeLessThan(200);
    }
    const huge = openSync(workshop.path("huge.cnf"), "w");
    ftruncateSync(huge, 300e6);
    closeSync(huge);
    await file.setInputFiles(workshop.path("huge.cnf"));
    await page.waitForFunction(() =>
      document.querySelector("#satisfy .problem")?.textContent?.includes("at most 200 MB"),
    );
    const good = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "good.cnf"));
      return transfer;
    }, workshop.read("good.cnf"));
    await page.locator("#satisfy .chart").dispatchEvent("drop", { dataTransfer: good });
    await page.waitForFunction(() => document.querySelectorAll("#satisfy [data-status=solved]").length === 3);
    expect(await page.locator("#satisfy .command").textContent()).toContain("--cnf good.cnf");
    expect(await runShown(page, "#satisfy")).toContain("solved");
    await press(page, "random formula");
    expect(await page.locator("#satisfy .command").textContent()).toContain("--n 1000");
    expect(said).toEqual([]);
  });
});
