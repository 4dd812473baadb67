// SPDX-License-Identifier: Apache-2.0
import { element } from "../src/elements";
import { show } from "../src/numbers";
import { newId } from "./controls";
import type { Lane } from "./race";

interface Row {
  lane: Lane;
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
    errors: string, // what they are errors of: "errors", "unsatisfied"
    private readonly onWatch: () => void,
  ) {
    const names = ["algorithm", "", errors, "iteration", "per iteration", "computing"];
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

  draw(lanes: readonly Lane[]): void {
    if (lanes.length !== this.rows.length || lanes.some((lane, i) => lane !== this.rows[i]?.lane)) {
      this.watched = Math.min(this.watched, Math.max(0, lanes.length - 1));
      this.rows = lanes.map((lane, i) => this.row(lane, i));
      this.body.replaceChildren(...this.rows.map(({ root }) => root));
    }
    for (const { lane, cells } of this.rows) {
      const { last } = lane;
      const texts = [
        lane.status,
        String(lane.best ?? last?.errors ?? ""),
        last === undefined ? "" : String(last.iteration),
        last === undefined ? "" : duration(lane.msPerIteration / 1000),
        last === undefined ? "" : duration(lane.seconds),
      ];
      cells.forEach((cell, k) => {
        if (cell.textContent !== texts[k]) cell.textContent = texts[k] ?? "";
      });
      cells[0]?.setAttribute("data-status", lane.status);
    }
  }

  private row(lane: Lane, i: number): Row {
    const radio = element("input", {
      type: "radio",
      name: this.name,
      "aria-label": `show ${lane.algorithm} below`,
    });
    radio.checked = i === this.watched;
    radio.addEventListener("change", () => {
      this.watched = i;
      this.onWatch();
    });
    const cells = Array.from({ length: 5 }, () => element("td"));
    const name = element("th", { scope: "row" }, element("label", {}, radio, lane.algorithm));
    const root = element("tr", {}, name, ...cells);
    root.style.setProperty("--lane", `var(--series-${i})`);
    return { lane, cells, root };
  }
}

export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 1e-3) return `${show(seconds * 1e6, 2)} \u00b5s`;
  if (seconds < 1) return `${show(seconds * 1e3, 2)} ms`;
  return `${show(seconds, 3)} s`;
}
