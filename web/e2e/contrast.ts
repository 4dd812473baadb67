// SPDX-License-Identifier: Apache-2.0
import type { Page } from "playwright-core";

// The least contrast (WCAG 2.2) of visible text with what lies behind it, and which text has it.
export async function leastContrast(page: Page): Promise<{ contrast: number; text: string }> {
  return page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (canvas === null) throw new Error("expected a canvas");
    const rgba = (colour: string): number[] => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = ([r = 0, g = 0, b = 0]: number[]): number => {
      const linear = (c: number): number =>
        c <= 10.31475 ? c / 3294.6 : Math.pow((c / 255 + 0.055) / 1.055, 2.4);
      return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    };
    const ground = (element: Element): number[] => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const colour = rgba(getComputedStyle(at).backgroundColor);
        if (colour[3] === 255) return colour;
      }
      return [255, 255, 255];
    };
    let least = { contrast: 21, text: "" };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (
        element === null ||
        text === "" ||
        !element.checkVisibility() ||
        element.closest("script, style, :disabled")
      )
        continue;
      const style = getComputedStyle(element);
      const [a, b] = [
        luminance(rgba(element instanceof SVGElement ? style.fill : style.color)),
        luminance(ground(element)),
      ];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < least.contrast) least = { contrast, text };
    }
    return least;
  });
}
