// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import type { Plugin } from "vite";

// Puts the engine of the playground, which BITBASIN_ENGINE names, into the page: compressed, as text.
export function embedEngine(): Plugin {
  return {
    name: "embed-engine",
    transformIndexHtml(html) {
      const path = process.env["BITBASIN_ENGINE"];
      if (path === undefined) throw new Error("expected the path of engine.wasm in BITBASIN_ENGINE");
      const text = deflateRawSync(readFileSync(path), { level: 9 }).toString("base64");
      return html.replace("<!-- engine -->", () => `<script id="engine" type="text/plain">${text}</script>`);
    },
  };
}
