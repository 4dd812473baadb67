// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from "vitest/config";
import { oneFile } from "./plugins/one_file";
import { typesetPage } from "./plugins/typeset";

export default defineConfig({
  base: "./",
  plugins: [typesetPage(), oneFile()],
  build: {
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
  },
  test: { testTimeout: 60_000, hookTimeout: 180_000 },
});
