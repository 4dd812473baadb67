// SPDX-License-Identifier: Apache-2.0
import katex from "katex";
import type { Plugin } from "vite";

// <tex>...</tex> in the page becomes MathML when the page is built: every browser shows it, screen readers read
// it, and neither a script nor a font has to travel with the page. <tex display> makes a line of its own.
export function typeset(html: string): string {
  return html.replace(/<tex( display)?>([^]*?)<\/tex>/g, (_match, display: string | undefined, tex: string) =>
    katex
      .renderToString(tex.trim().replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"), {
        output: "mathml",
        displayMode: display !== undefined,
        throwOnError: true,
        strict: "error",
      })
      .replaceAll(/<\/?span[^>]*>/g, ""),
  );
}

export function typesetPage(): Plugin {
  return { name: "typeset", transformIndexHtml: { order: "pre", handler: typeset } };
}
