// SPDX-License-Identifier: Apache-2.0
import { defineConfig, mergeConfig } from "vite";
import { embedEngine } from "../plugins/engine";
import report from "../vite.config";

export default mergeConfig(report, defineConfig({ plugins: [embedEngine()] }));
