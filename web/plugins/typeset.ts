// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import katex from "katex";
import type { Plugin } from "vite";

// The fonts of KaTeX that travel with the page: letters, Greek, and delimiters in four sizes.
const kFonts = [
  "Main-Regular",
  "Math-Italic",
  "Size1-Regular",
  "Size2-Regular",
  "Size3-Regular",
  "Size4-Regular",
];
const kOtherFonts =
  /class="[^"]*\b(math(bb|bf|cal|frak|it|scr|sf|tt|boldsf|itsf)|boldsymbol|amsrm|text(bf|it|sf|tt))\b/;

// <tex>...</tex> in the page is set in type when the page is built, so that no script has to travel with it;
// <tex display> makes a line of its own. Each equation is there twice: for the eye, and as MathML for screen
// readers.
export function typeset(html: string): string {
  return html.replace(
    /<tex( display)?>([^]*?)<\/tex>/g,
    (_match, display: string | undefined, tex: string) => {
      const plain = tex.trim().replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
      const result = katex.renderToString(plain, {
        displayMode: display !== undefined,
        throwOnError: true,
        strict: "error",
      });
      if (kOtherFonts.test(result))
        throw new Error(`expected fonts that the page brings with it in ${plain}`);
      return result;
    },
  );
}

// KaTeX's style sheet with the fonts in it, and no others.
export function equationStyle(): string {
  const css = createRequire(import.meta.url).resolve("katex/dist/katex.min.css");
  return readFileSync(css, "utf8").replaceAll(/@font-face\{[^}]*\}/g, (face) => {
    const name = /fonts\/KaTeX_([\w-]+)\.woff2/.exec(face)?.[1] ?? "";
    if (!kFonts.includes(name)) return "";
    const font = readFileSync(join(dirname(css), `fonts/KaTeX_${name}.woff2`), "base64");
    return face.replace(/src:[^}]*/, `src:url(data:font/woff2;base64,${font}) format("woff2")`);
  });
}

export function typesetPage(): Plugin {
  const handler = (html: string): string =>
    typeset(html).replace("</head>", () => `<style>${equationStyle()}</style></head>`);
  return { name: "typeset", transformIndexHtml: { order: "pre", handler } };
}
