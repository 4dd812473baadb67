// SPDX-License-Identifier: Apache-2.0
import { button, element } from "../src/elements";
import type { Race } from "./race";

// Start, pause, one step, from the beginning.
export class RunButtons {
  readonly root: HTMLElement;
  private readonly main: HTMLButtonElement;
  private readonly step: HTMLButtonElement;
  private readonly again: HTMLButtonElement;
  private readonly problem = element("p", { class: "problem", role: "alert" });
  private able = true;
  private complaint = "";

  constructor(
    private readonly race: Race,
    start: (paused: boolean) => void,
  ) {
    this.main = button("start", "start, pause or continue the run", () => {
      if (!race.begun || race.over) start(false);
      else if (race.running) race.pause();
      else race.go();
    });
    this.main.classList.add("main");
    this.step = button("one step", "one iteration, then pause", () => {
      if (!race.begun || race.over) start(true);
      else race.step();
    });
    this.again = button("again", "from the beginning, with the same seed", () =>
      start(!race.running && !race.over),
    );
    this.root = element(
      "div",
      { class: "run-buttons" },
      element("div", { role: "group", "aria-label": "run" }, this.main, this.step, this.again),
      this.problem,
    );
  }

  set enabled(able: boolean) {
    this.able = able;
  }

  // Says what is wrong, until it is called with nothing.
  complain(sentence: string): void {
    this.complaint = sentence;
    this.draw();
  }

  draw(): void {
    const { begun, running, over, lanes } = this.race;
    this.main.textContent = running ? "pause" : begun && !over ? "continue" : "start";
    this.main.disabled = this.step.disabled = !this.able;
    this.again.disabled = !begun || !this.able;
    const failed = lanes.find((lane) => lane.status === "failed")?.sentence ?? "";
    const sentence = this.complaint || (this.able ? failed : "Choose at least one algorithm.");
    if (this.problem.textContent !== sentence) this.problem.textContent = sentence;
  }
}
