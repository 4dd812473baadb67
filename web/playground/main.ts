// SPDX-License-Identifier: Apache-2.0
import { defineColours } from "../src/colours";
import "../src/style.css";
import "../src/figures.css";
import "./playground.css"; // it overrides the others
import "./controls.css";
import "./narrow.css"; // the last: it overrides all
import { themeButton } from "../src/theme";
import { copyLink } from "./copy_link";
import { DrawView } from "./draw";
import { LearnView } from "./learn";
import { LookView } from "./look";
import { SatisfyView } from "./satisfy";
import { Views } from "./views";

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`expected an element ${id} in the page`);
  return found;
}

// What the page has in it as text.
function bytesIn(id: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(byId(id).textContent ?? ""), (c) => c.charCodeAt(0));
}

// The engine is compressed.
async function engine(): Promise<WebAssembly.Module> {
  const stream = new Blob([bytesIn("engine")]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

function main(): void {
  defineColours(document.documentElement.style);
  byId("theme").append(copyLink(), themeButton());
  const module = engine();
  module.catch((error: unknown) => {
    byId("problem-box").hidden = false;
    byId("problem-box").textContent = `This browser cannot run the engine: ${String(error)}.`;
  });
  // A file that misses its place must not replace the page.
  for (const event of ["dragover", "drop"]) addEventListener(event, (dropped) => dropped.preventDefault());
  const write = (): void => views.write();
  const views = new Views({
    learn: () => new LearnView(module, byId("learn-app"), write),
    look: () => new LookView(module, byId("look-app"), write),
    draw: () => new DrawView(module, bytesIn("model"), byId("draw-app"), write),
    satisfy: () => new SatisfyView(module, byId("satisfy-app"), write),
  });
  views.follow();
  // Pictures are drawn in colours of the theme.
  const repaint = (): void => views.repaint();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
  new MutationObserver(repaint).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  void module.then(() => {
    document.documentElement.dataset["ready"] = "true";
    performance.mark("ready");
  });
}

main();
