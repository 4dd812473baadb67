// SPDX-License-Identifier: Apache-2.0
// The page of the playground in a browser, each view used as a person would.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leastContrast } from "../e2e/contrast";
import { type Opened, Workshop } from "../e2e/workshop";

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
  workshop.run("playground", "--out", "page.html");
});

afterAll(async () => workshop?.close());

const kSmall = "#learn?n=201&alpha=0.5&seed=1&pace=5";

async function open(hash: string, options: BrowserContextOptions = {}): Promise<Opened> {
  return workshop.show(`page.html${hash}`, options);
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name, exact: true }).filter({ visible: true }).click();
}

// Until every run in sight has ended.
async function ended(page: Page): Promise<string[]> {
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
function cell(page: Page, algorithm: string, column: string): Promise<string> {
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

async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, name)]);
  return readFileSync(await file.path(), "utf8");
}

describe("learn", () => {
  it("takes the steps of the program, and draws them", async () => {
    const { page, said, asked } = await open(`${kSmall}&run=rbp&run=sbpi&run=sa`);
    await press(page, "start");
    expect(await ended(page)).toEqual(["solved", "solved", "solved"]);
    const flags = ["--n", "201", "--alpha", "0.5", "--seed", "1", "--json"];
    for (const algorithm of ["rbp", "sbpi"]) {
      const native = JSON.parse(workshop.run("solve", "perceptron", ...flags, "--algorithm", algorithm));
      expect(await cell(page, algorithm, "iteration")).toBe(String(native.iterations));
    }
    expect(await page.locator("#learn .stage .line path").count()).toBe(3);
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
        if (stage !== null) new MutationObserver(() => ++count).observe(stage, { childList: true });
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
    await page.locator("#figure-local-entropy summary").click();
    const entropy = (name: string): Promise<number[]> =>
      page.evaluate(
        (n) =>
          [...document.querySelectorAll("#figure-local-entropy tbody tr")]
            .filter((row) => row.children[0]?.textContent === n)
            .map((row) => Number(row.children[2]?.textContent)),
        name,
      );
    const [dense, sparse, densest] = [
      await entropy("around rbp"),
      await entropy("around sa"),
      await entropy("theory of the densest"),
    ];
    expect(dense.length).toBe(20);
    expect(dense[9]).toBeGreaterThan(sparse[9] ?? Infinity);
    expect(densest.length).toBeGreaterThan(10);
    const native = JSON.parse(
      workshop.run(
        ..."entropy perceptron --n 301 --alpha 0.3 --seed 1 --distances 0.01:0.2:20 --json".split(" "),
      ),
    );
    expect(dense[9]).toBeCloseTo(native.points[9].entropy, 3);
    expect(await page.locator("#figure-walk .dots > *").count()).toBeGreaterThan(40);
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
    const [file] = await Promise.all([page.waitForEvent("download"), press(page, "save the image")]);
    const model = fileURLToPath(new URL("digits.model", import.meta.url));
    expect(workshop.run("predict", model, await file.path()).trim()).toBe("7");

    const hash = await page.evaluate(() => location.hash);
    const again = await open(hash);
    await answer(again.page, "7");
    await press(page, "clear");
    await answer(page, "?");
    expect(said).toEqual([]);
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
    expect(await page.locator("#satisfy .command").textContent()).toBe(
      "bitbasin solve ksat --n 1000 --k 3 --alpha 3.8 --algorithm edmc --seed 2",
    );
    expect(said).toEqual([]);
  });

  it("takes a formula from a file, and says what is wrong with one", async () => {
    const { page, said } = await open("#satisfy?n=1000&k=3&alpha=3.8&seed=2");
    workshop.write("good.cnf", "c two clauses\np cnf 3 2\n1 -2 0\n2 3 0\n");
    workshop.write("bad.cnf", "p cnf 3 1\n1 <img src=x onerror=alert(1)> 0\n");
    const file = page.locator("#satisfy input[type=file]");
    await file.setInputFiles(workshop.path("bad.cnf"));
    expect(await ended(page)).toEqual(["failed", "failed", "failed"]);
    expect(await page.locator("#satisfy .problem").textContent()).toMatch(/line 2.*<img/);
    expect(await page.locator("img").count()).toBe(0);
    await file.setInputFiles(workshop.path("good.cnf"));
    await page.waitForFunction(() => document.querySelectorAll("#satisfy [data-status=solved]").length === 3);
    expect(await page.locator("#satisfy .command").textContent()).toContain("--cnf good.cnf");
    await press(page, "random formula");
    expect(await page.locator("#satisfy .command").textContent()).toContain("--n 1000");
    expect(said).toEqual([]);
  });
});

describe("every view", () => {
  const kViews = ["#learn", "#look", "#draw", "#satisfy"];

  it("is reached by its tab, and remembers where it was", async () => {
    const { page } = await open("#learn?n=501");
    await page.getByRole("link", { name: "Satisfy" }).click();
    expect(await page.locator("#satisfy").isVisible()).toBe(true);
    expect(await page.locator("#learn").isVisible()).toBe(false);
    await page.getByRole("link", { name: "Learn" }).click();
    expect(await page.evaluate(() => location.hash)).toContain("#learn?n=501");
  });

  it("can be read in light and dark", async () => {
    for (const view of kViews) {
      for (const colorScheme of ["light", "dark"] as const) {
        const { page } = await open(view, { colorScheme });
        const { contrast, text } = await leastContrast(page);
        expect(contrast, `${view}, ${colorScheme}: ${text}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it("fits on a phone", async () => {
    for (const view of kViews) {
      const { page } = await open(view, {
        viewport: { width: 390, height: 800 },
        isMobile: true,
        hasTouch: true,
      });
      await page.waitForTimeout(300);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBeLessThanOrEqual(390);
    }
  });

  it("has names for everything that can be used", async () => {
    const { page } = await open("#learn");
    const nameless = await page.locator("button, a, summary, input, select, canvas").evaluateAll((all) =>
      all
        .filter((e) => {
          const labels =
            e instanceof HTMLInputElement || e instanceof HTMLSelectElement ? [...(e.labels ?? [])] : [];
          const name =
            e.getAttribute("aria-label") ?? labels.map((l) => l.textContent).join("") + e.textContent;
          return name.trim() === "";
        })
        .map((e) => e.outerHTML),
    );
    expect(nameless).toEqual([]);
  });

  it("is small, and soon there", async () => {
    expect(readFileSync(workshop.path("page.html")).length).toBeLessThan(3_000_000);
    const { page } = await open("#learn");
    const ready = await page.evaluate(() => performance.getEntriesByName("ready")[0]?.startTime ?? Infinity);
    expect(ready).toBeLessThan(5000); // under a second where nothing else runs
  });
});
