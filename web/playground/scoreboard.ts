// SPDX-License-Identifier: Apache-2.0
import { element } from "../src/elements";
import { show } from "../src/numbers";
import { newId } from "./controls";
import type { Lane } from "./race";

interface Row {
  algorithm: string;
  radio: HTMLInputElement;
  cells: HTMLElement[];
  root: HTMLElement;
}

// How each algorithm in a race stands, and which of them the pictures show.
export class Scoreboard {
  readonly root: HTMLElement;
  private readonly body = element("tbody");
  private rows: Row[] = [];
  private readonly name = newId("watched");
  watched = 0;

  constructor(
    errors: string, // what they are errors of: "errors", "clauses left"
    private readonly onWatch: () => void,
  ) {
    const names = ["algorithm", "", errors, "iteration", "per iteration", "in total"];
    this.root = element(
      "div",
      { class: "scroll" },
      element(
        "table",
        { class: "scores" },
        element(
          "thead",
          {},
          element("tr", {}, ...names.map((name) => element("th", { scope: "col" }, name))),
        ),
        this.body,
      ),
    );
  }

  // The runs or, before they begin, the algorithms that are chosen.
  draw(lanes: readonly Lane[], chosen: readonly string[]): void {
    const names = lanes.length > 0 ? lanes.map(({ algorithm }) => algorithm) : chosen;
    if (names.length !== this.rows.length || names.some((name, i) => name !== this.rows[i]?.algorithm)) {
      this.watched = Math.min(this.watched, Math.max(0, names.length - 1));
      this.rows = names.map((name, i) => this.row(name, i));
      this.body.replaceChildren(...this.rows.map(({ root }) => root));
    }
    this.rows.forEach(({ cells, radio }, i) => {
      radio.checked = i === this.watched;
      const lane = lanes[i];
      const last = lane?.last;
      const status = lane?.status ?? "ready";
      const texts = [
        status,
        String(lane?.best ?? last?.errors ?? ""),
        last === undefined ? "" : String(last.iteration),
        last === undefined ? "" : duration((lane?.msPerIteration ?? NaN) / 1000),
        last === undefined ? "" : duration(lane?.seconds ?? NaN),
      ];
      cells.forEach((cell, k) => {
        if (cell.textContent !== texts[k]) cell.textContent = texts[k] ?? "";
      });
      cells[0]?.setAttribute("data-status", status);
    });
  }

  private row(algorithm: string, i: number): Row {
    const radio = element("input", {
      type: "radio",
      name: this.name,
      "aria-label": `show ${algorithm} below`,
    });
    radio.addEventListener("change", () => {
      this.watched = i;
      this.onWatch();
    });
    const cells = Array.from({ length: 5 }, () => element("td"));
    const name = element("th", { scope: "row" }, element("label", {}, radio, algorithm));
    const root = element("tr", {}, name, ...cells);
    root.style.setProperty("--lane", `var(--series-${i})`);
    return { algorithm, radio, cells, root };
  }
}

export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 1e-3) return `${show(seconds * 1e6, 2)} \u00b5s`;
  if (seconds < 1) return `${show(seconds * 1e3, 2)} ms`;
  return `${show(seconds, 3)} s`;
}
