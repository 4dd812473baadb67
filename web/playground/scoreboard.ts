// SPDX-License-Identifier: Apache-2.0
import { element } from "../src/elements";
import { show } from "../src/numbers";
import { newId } from "./controls";
import type { Lane } from "./race";

// How each algorithm in a race stands, and which of them the pictures show.
export class Scoreboard {
  readonly root: HTMLElement;
  private readonly body = element("tbody");
  private rows: { lane: Lane; cells: HTMLElement[]; radio: HTMLInputElement }[] = [];
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
      this.body.replaceChildren(
        ...this.rows.map(({ radio, cells }) => element("tr", {}, radioCell(radio), ...cells)),
      );
      this.rows.forEach(({ radio }, i) =>
        radio.closest("tr")?.style.setProperty("--lane", `var(--series-${i})`),
      );
    }
    for (const { lane, cells } of this.rows) {
      const texts = [
        lane.status,
        String(lane.best ?? lane.last?.errors ?? ""),
        lane.last === undefined ? "" : String(lane.last.iteration),
        lane.last === undefined ? "" : duration(lane.msPerIteration / 1000),
        lane.last === undefined ? "" : duration(lane.seconds),
      ];
      cells.forEach((cell, k) => {
        if (cell.textContent !== texts[k]) cell.textContent = texts[k] ?? "";
      });
      cells[0]?.setAttribute("data-status", lane.status);
    }
  }

  private row(lane: Lane, i: number): { lane: Lane; cells: HTMLElement[]; radio: HTMLInputElement } {
    const radio = element("input", {
      type: "radio",
      name: this.name,
      "aria-label": `show ${lane.algorithm} below`,
    });
    radio.dataset["name"] = lane.algorithm;
    radio.checked = i === this.watched;
    radio.addEventListener("change", () => {
      this.watched = i;
      this.onWatch();
    });
    return { lane, radio, cells: [0, 1, 2, 3, 4].map(() => element("td")) };
  }
}

function radioCell(radio: HTMLInputElement): HTMLElement {
  return element("th", { scope: "row" }, element("label", {}, radio, radio.dataset["name"] ?? ""));
}

export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 1e-3) return `${show(seconds * 1e6, 2)} \u00b5s`;
  if (seconds < 1) return `${show(seconds * 1e3, 2)} ms`;
  return `${show(seconds, 3)} s`;
}
