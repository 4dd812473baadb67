// SPDX-License-Identifier: Apache-2.0
// What the page of the playground promises in every view: it can be read and used by everyone, asks nobody for
// anything, and does not grow.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { leastContrast } from "../e2e/contrast";
import { ended, makePage, open, press, workshop } from "./in_browser";

makePage();

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

  it("follows a change between light and dark", async () => {
    const { page } = await open("#draw?pen=OOeOcSYYUe", { colorScheme: "light" });
    const ink = (): Promise<number> =>
      page.evaluate(() => {
        const pad = document.querySelector<HTMLCanvasElement>(".pad");
        return pad?.getContext("2d")?.getImageData(80, 72, 1, 1).data[0] ?? NaN;
      });
    await page.waitForTimeout(200);
    expect(await ink()).toBeLessThan(80);
    await press(page, "dark");
    await page.waitForTimeout(200);
    expect(await ink()).toBeGreaterThan(180);
  });

  it("asks nobody for anything, and could not", async () => {
    for (const view of kViews) {
      const { page, said, asked } = await open(`${view}?n=101&alpha=0.3&pen=OOeOcSYYUe`);
      await page.waitForTimeout(300);
      expect(said).toEqual([]);
      expect(asked.filter((address) => !/^(file|blob|data):/.test(address))).toEqual([]);
    }
    let requests = 0;
    const server = createServer((_request, response) => {
      ++requests;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { page } = await open("#learn");
    const answers = await page.evaluate(async (url) => {
      const tell = (promise: Promise<unknown>): Promise<string> =>
        promise.then(
          () => "answered",
          () => "refused",
        );
      const image = new Image();
      const loaded = new Promise((resolve, reject) => {
        image.onload = resolve;
        image.onerror = reject;
      });
      image.src = `${url}/image.png`;
      return [await tell(fetch(url)), await tell(loaded)];
    }, address);
    server.close();
    expect(answers).toEqual(["refused", "refused"]);
    expect(requests).toBe(0);
  });

  it("does not grow over a hundred runs", async () => {
    const { page } = await open("#learn?n=51&alpha=0.3&pace=5&run=rbp");
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const size = async (): Promise<{ heap: number; nodes: number }> => {
      await session.send("HeapProfiler.collectGarbage");
      const { metrics } = await session.send("Performance.getMetrics");
      const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? NaN;
      return { heap: value("JSHeapUsedSize"), nodes: value("Nodes") };
    };
    const run = (times: number): Promise<void> =>
      page.evaluate(async (count) => {
        const press = (name: string): void =>
          [...document.querySelectorAll<HTMLButtonElement>("#learn button")]
            .find((b) => b.textContent === name)
            ?.click();
        const until = async (status: string): Promise<void> => {
          while (document.querySelector(`#learn [data-status="${status}"]`) === null) {
            await new Promise((resolve) => setTimeout(resolve, 2));
          }
        };
        for (let k = 0; k < count; ++k) {
          press("one step");
          await until("paused");
          press("continue");
          await until("solved");
        }
      }, times);
    await run(10);
    const before = await size();
    await run(100);
    const after = await size();
    expect(after.heap).toBeLessThan(before.heap + 1_000_000);
    expect(after.nodes).toBeLessThan(before.nodes + 200);
    expect(page.workers().length).toBeLessThanOrEqual(1);
  }, 240_000);

  it("fits on a phone, and can be touched there", async () => {
    for (const view of kViews) {
      const { page } = await open(view, {
        viewport: { width: 390, height: 800 },
        isMobile: true,
        hasTouch: true,
      });
      const small = await page.locator("button, input, select, summary, nav a").evaluateAll((all) =>
        all
          .filter((e) => e.checkVisibility() && !e.closest(".file"))
          .map((e) => {
            const target = e instanceof HTMLInputElement && e.labels?.[0]?.contains(e) ? e.labels[0] : e;
            const { width, height } = target.getBoundingClientRect();
            return { name: e.textContent || e.getAttribute("aria-label") || e.id, width, height };
          })
          .filter(({ width, height }) => width < 24 || height < 24),
      );
      expect(small, view).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBeLessThanOrEqual(390);
    }
    const { page } = await open("#learn?n=101&alpha=0.3&pace=5&run=rbp", { hasTouch: true });
    await page.getByRole("button", { name: "start", exact: true }).filter({ visible: true }).tap();
    expect(await ended(page)).toEqual(["solved"]);
  });

  it("has names for everything that can be used", async () => {
    for (const view of kViews) {
      const { page } = await open(view);
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
      expect(nameless, view).toEqual([]);
    }
  });

  it("is small, and soon there", async () => {
    expect(readFileSync(workshop.path("page.html")).length).toBeLessThan(3_000_000);
    const { page } = await open("#learn");
    const ready = await page.evaluate(() => performance.getEntriesByName("ready")[0]?.startTime ?? Infinity);
    expect(ready).toBeLessThan(5000); // under a second where nothing else runs
  });
});
