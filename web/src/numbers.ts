// SPDX-License-Identifier: Apache-2.0
import type { Figure, Point } from "./data";
import { inLine } from "./notation";

// A number as a person would write it: with a few digits, and with a power of ten if there would be too many
// zeros.
export function show(value: number, digits = 4): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3)
    return value
      .toExponential(digits - 1)
      .replace(/\.?0+e/, "e")
      .replace("e+", "e");
  return String(Number(value.toPrecision(digits)));
}

// A point in a few lines.
export function describe(point: Point, figure: Figure, name: string): string[] {
  const bar =
    point.low !== undefined && point.high !== undefined ? ` (${show(point.low)} to ${show(point.high)})` : "";
  const lines = [
    point.label === undefined ? name : `${name}, ${point.label}`,
    `${figure.x.label}: ${show(point.x)}`,
    `${figure.y.label}: ${show(point.y)}${bar}`,
  ];
  if (point.note !== undefined) lines.push(point.note);
  return lines.map(inLine);
}

// Comma separated values, quoted where they must be (RFC 4180).
export function csv(figure: Figure): string {
  const quote = (cell: string): string => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const number = (value: number | undefined): string => (value === undefined ? "" : String(value));
  const rows = [["series", figure.x.label, figure.y.label, "low", "high", "label", "note"]];
  for (const series of figure.series) {
    for (const p of series.points) {
      rows.push([
        series.name,
        number(p.x),
        number(p.y),
        number(p.low),
        number(p.high),
        p.label ?? "",
        p.note ?? "",
      ]);
    }
  }
  return rows.map((row) => row.map(quote).join(",")).join("\n") + "\n";
}
