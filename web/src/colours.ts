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
const kDashed = "5 4"; // of dashed series

export interface Look {
  name: string; // the class of its marks
  colour: string; // a variable of the page's style
  symbol: SymbolType;
  dash: string;
}

// "rbp, N = 501" is "rbp" of "N = 501". A fit, "fit N^1.2, rbp, N = 501", goes by what it was fitted to.
function nameParts(name: string, all: readonly string[]): [string, string] {
  const owner = all.find((other) => name.endsWith(`, ${other}`)) ?? name;
  const comma = owner.lastIndexOf(", ");
  return comma < 0 ? [owner, owner] : [owner.slice(0, comma), owner.slice(comma + 2)];
}

// Colours go by one part of the names, so that what belongs together is seen to. By the second part where the
// kind of line tells the first: theory and measurement at one alpha. Otherwise by the first: a solver at all N.
export function looks(series: readonly Series[]): Look[] {
  const parts = series.map((s) =>
    nameParts(
      s.name,
      series.map((other) => other.name),
    ),
  );
  const drawn = series.map((s, i) => JSON.stringify([parts[i]?.[1], s.kind, s.dashed]));
  const bySecond = new Set(drawn).size === series.length;
  const first = [...new Set(parts.map((p) => p[0]))];
  const second = [...new Set(parts.map((p) => p[1]))];
  const members = new Map<number, string[]>(); // of a colour, by second part
  return series.map((s, i) => {
    const [a, b] = parts[i] as [string, string];
    const colour = bySecond ? second.indexOf(b) : first.indexOf(a);
    const variants = members.get(colour) ?? [];
    if (!variants.includes(b)) variants.push(b);
    members.set(colour, variants);
    const variant = bySecond ? 0 : variants.indexOf(b);
    const dash = kDashes[(Math.floor(colour / kColours.length) + variant) % kDashes.length] as string;
    return {
      name: `series-${i}`,
      colour: `var(--series-${colour % kColours.length})`,
      symbol: kSymbols[(colour + 3 * variant) % kSymbols.length] as SymbolType,
      dash: s.dashed ? kDashed : dash,
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
