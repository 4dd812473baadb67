// SPDX-License-Identifier: Apache-2.0
import { fileURLToPath } from "node:url";
import { defineConfig, mergeConfig } from "vite";
import { embedEngine } from "../plugins/engine";
import report from "../vite.config";

const model = fileURLToPath(new URL("digits.model", import.meta.url));

export default mergeConfig(report, defineConfig({ plugins: [embedEngine(model)] }));
