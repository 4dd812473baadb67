// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import type { Plugin } from "vite";

function block(id: string, bytes: Buffer): string {
  return `<script id="${id}" type="text/plain">${bytes.toString("base64")}</script>`;
}

// Puts into the page of the playground, as text, its engine, which BITBASIN_ENGINE names, compressed, and a model.
export function embedEngine(model: string): Plugin {
  return {
    name: "embed-engine",
    transformIndexHtml(html) {
      const path = process.env["BITBASIN_ENGINE"];
      if (path === undefined) throw new Error("expected the path of engine.wasm in BITBASIN_ENGINE");
      return html
        .replace("<!-- engine -->", () => block("engine", deflateRawSync(readFileSync(path), { level: 9 })))
        .replace("<!-- model -->", () => block("model", readFileSync(model)));
    },
  };
}
