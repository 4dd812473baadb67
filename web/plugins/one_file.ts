// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from "vite";

// Puts the style sheet and the script into the page, so that it opens from disk without any other file.
export function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page === undefined || page.type !== "asset") throw new Error("expected index.html in the bundle");
      let html = String(page.source);
      for (const [name, file] of Object.entries(bundle)) {
        if (name === "index.html") continue;
        const content = file.type === "chunk" ? file.code : String(file.source);
        // Replacements are functions: a dollar sign in the content means nothing.
        if (name.endsWith(".css")) {
          const link = new RegExp(`<link[^>]*${escaped(name)}[^>]*>`);
          html = html.replace(link, () => `<style>${content.trim()}</style>`);
        } else {
          const script = new RegExp(`<script[^>]*${escaped(name)}[^>]*></script>`);
          html = html.replace(script, "");
          // At the end of the body, where the page and its data have been read.
          const code = content.trim().replaceAll("</script", "<\\/script");
          html = html.replace("</body>", () => `<script type="module">${code}</script>\n</body>`);
        }
        delete bundle[name];
      }
      page.source = html;
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
