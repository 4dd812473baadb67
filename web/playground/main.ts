// SPDX-License-Identifier: Apache-2.0
import { defineColours } from "../src/colours";
import "../src/style.css";
import "../src/figures.css";
import "./playground.css"; // the last: it overrides the others
import { themeButton } from "../src/theme";
import { LearnView } from "./learn";
import { Views } from "./views";

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`expected an element ${id} in the page`);
  return found;
}

// The engine is in the page, compressed, as text.
async function engine(): Promise<WebAssembly.Module> {
  const packed = Uint8Array.from(atob(byId("engine").textContent ?? ""), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

function main(): void {
  defineColours(document.documentElement.style);
  byId("theme").append(themeButton());
  const module = engine();
  module.catch((error: unknown) => {
    byId("problem-box").hidden = false;
    byId("problem-box").textContent = `This browser cannot run the engine: ${String(error)}.`;
  });
  const write = (): void => views.write();
  const views = new Views([new LearnView(module, byId("learn-app"), write)]);
  views.follow();
  void module.then(() => {
    document.documentElement.dataset["ready"] = "true";
    performance.mark("ready");
  });
}

main();
