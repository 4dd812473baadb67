// SPDX-License-Identifier: Apache-2.0
import { element } from "./elements";

// Names of quantities in plain text, as they come from the program: S_I, alpha_c, d_inf, N^1.2, q~.
const kNotation =
  /\b([A-Za-z]|alpha)_([A-Za-z0-9]{1,3})\b|\b([A-Za-z]|10)\^(-?\d+(?:\.\d+)?)|\b([qSdr])~|\balpha\b/g;

interface Piece {
  text: string;
  as?: "sub" | "sup";
}

function greek(text: string): string {
  return text.replace("alpha", "\u03b1").replace("inf", "\u221e");
}

export function pieces(text: string): Piece[] {
  const result: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(kNotation)) {
    const [all, below, sub, base, sup, tilded] = match;
    if (match.index > end) result.push({ text: text.slice(end, match.index) });
    end = match.index + all.length;
    if (below !== undefined && sub !== undefined)
      result.push({ text: greek(below) }, { text: greek(sub), as: "sub" });
    else if (base !== undefined && sup !== undefined) result.push({ text: base }, { text: sup, as: "sup" });
    else if (tilded !== undefined) result.push({ text: `${tilded}\u0303` });
    else result.push({ text: greek(all) });
  }
  if (end < text.length) result.push({ text: text.slice(end) });
  return result;
}

// For HTML: with subscripts and superscripts.
export function notation(text: string): (Node | string)[] {
  return pieces(text).map((p) => (p.as === undefined ? p.text : element(p.as, {}, p.text)));
}

// For SVG and for speech: in one line.
export function inLine(text: string): string {
  const marks = { sub: "_", sup: "^" };
  return pieces(text)
    .map((p) => (p.as === undefined ? p.text : marks[p.as] + p.text))
    .join("");
}
