// SPDX-License-Identifier: Apache-2.0
import type { SymbolType } from "@observablehq/plot";
import type { Series } from "./data";

// For light and for dark ground, each at contrast 3 or more with it. The first five are Okabe and Ito's, which
// colour-blind readers can tell apart, darkened or lightened where they would be too faint.
const kColours: readonly (readonly [string, string])[] = [
  ["#0072b2", "#4ba3e3"],
  ["#d55e00", "#ff8a3d"],
  ["#008f68", "#2fc79b"],
  ["#bb5494", "#e68fc4"],
  ["#2f93cf", "#9ad5ff"],
  ["#8a6d3b", "#d3b27a"],
  ["#5b3fa0", "#a993f0"],
  ["#6b7280", "#a3acb8"],
];

// One fewer than the colours: a pair of colour and symbol comes again after 56 series, and a print in black
// and white can be read as well.
const kSymbols: readonly SymbolType[] = ["circle", "square", "triangle", "diamond", "star", "cross", "wye"];

const kDashes = ["none", "9 3 2 3", "2 3"];

export interface Look {
  name: string; // the class of its marks
  colour: string; // a variable of the page's style
  symbol: SymbolType;
  dash: string;
}

// Series of one group, such as a theory and its measurement, share a colour.
export function looks(series: readonly Series[]): Look[] {
  const groups: string[] = [];
  return series.map((s, i) => {
    const group = s.group ?? `series ${i}`;
    if (!groups.includes(group)) groups.push(group);
    const colour = groups.indexOf(group);
    return {
      name: `series-${i}`,
      colour: `var(--series-${colour % kColours.length})`,
      symbol: kSymbols[i % kSymbols.length] as SymbolType,
      dash: s.dashed ? "5 4" : (kDashes[Math.floor(colour / kColours.length) % kDashes.length] as string),
    };
  });
}

export function defineColours(style: CSSStyleDeclaration): void {
  kColours.forEach(([light, dark], i) => style.setProperty(`--series-${i}`, `light-dark(${light}, ${dark})`));
}

// What a variable means on light ground: for files that leave the page.
export function onLightGround(markup: string): string {
  return markup.replaceAll(
    /var\(--series-(\d+)\)/g,
    (_match, i: string) => kColours[Number(i)]?.[0] ?? "#000",
  );
}
