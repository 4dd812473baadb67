// SPDX-License-Identifier: Apache-2.0
import { Chart } from "../src/chart";
import type { Figure } from "../src/data";
import { element } from "../src/elements";
import { show } from "../src/numbers";
import { kPerceptronAlgorithms } from "./algorithms";
import { select, SizeSlider, Slider } from "./controls";
import { Histogram } from "./histogram";
import { LaneList } from "./lane_list";
import { numberIn, oneOf, placesIn, seedIn } from "./link";
import { kCapacity, kDense, outlook } from "./outlook";
import { Pixels, swatch } from "./pixels";
import { Race } from "./race";
import { Redraw } from "./redraw";
import { RunButtons } from "./run_buttons";
import { Scoreboard } from "./scoreboard";
import { Seldom } from "./seldom";
import { SeedField } from "./seed_field";
import { Tempo } from "./tempo";
import type { View } from "./views";

const kSizes = [51, 101, 201, 301, 501, 701, 1001, 1501, 2001, 3001, 5001, 10001];
const kAlpha = [0.1, 1] as const;
const kLabels = ["random", "teacher"] as const;
const kPaces = [5, 20, 60, 200, 1000, Infinity];
const kAxes = ["iterations", "seconds"] as const;
const kDrawn = 250; // moments of a run in the chart

interface LearnState {
  n: number;
  alpha: number;
  labels: (typeof kLabels)[number];
  seed: bigint;
  pace: number; // its place among kPaces
  axis: (typeof kAxes)[number];
}

export class LearnView implements View {
  private state: LearnState = {
    n: 1001,
    alpha: 0.7,
    labels: "random",
    seed: 1n,
    pace: 3,
    axis: "iterations",
  };
  private readonly redraw = new Redraw(() => this.draw());
  private readonly seldom = new Seldom(80); // the chart
  private places = ""; // of the runs, as they were drawn
  private readonly race: Race;
  private readonly size: SizeSlider;
  private readonly alpha: Slider;
  private readonly labels: ReturnType<typeof select>;
  private readonly seed: SeedField;
  private readonly pace: Slider;
  private readonly axis: ReturnType<typeof select>;
  private readonly lanes: LaneList;
  private readonly theory = element("p", { class: "outlook", "aria-live": "polite" });
  private readonly buttons: RunButtons;
  private readonly scores = new Scoreboard("errors", () => this.change({}, false));
  private readonly chart: Chart;
  private readonly tempo = new Tempo();
  private readonly histogram = new Histogram();
  private readonly fields = new Pixels("the means of the weights, one pixel each");
  private readonly weights = new Pixels("the weights, one pixel each");
  private readonly watched = element("span", { class: "aside" });

  constructor(
    module: Promise<WebAssembly.Module>,
    place: HTMLElement,
    private readonly onState: () => void,
  ) {
    this.race = new Race(module, () => this.redraw.request());
    this.size = new SizeSlider({ label: "N, weights", title: "number of weights" }, kSizes, (n) =>
      this.change({ n }),
    );
    this.alpha = new Slider(
      {
        label: "\u03b1, patterns per weight",
        title: "number of patterns, divided by the number of weights",
        from: kAlpha[0],
        to: kAlpha[1],
        step: 0.01,
        show: (alpha) => `${alpha.toFixed(2)}`,
        marks: [
          { at: kAlpha[0], label: "", level: "good", title: "dense clusters of solutions exist" },
          {
            at: kDense,
            label: String(kDense),
            level: "fair",
            title: "solutions exist, but no dense clusters: a run should fail",
          },
          { at: kCapacity, label: String(kCapacity), level: "bad", title: "no solutions exist" },
        ],
      },
      (alpha) => this.change({ alpha }),
    );
    this.labels = select(
      "labels",
      [
        ["random", "random: store them"],
        ["teacher", "of a teacher: learn its rule"],
      ],
      (value) => this.change({ labels: value === "teacher" ? "teacher" : "random" }),
    );
    this.seed = new SeedField((seed) => this.change({ seed }));
    this.pace = new Slider(
      {
        label: "pace",
        title: "iterations a second",
        from: 0,
        to: kPaces.length - 1,
        step: 1,
        show: (at) => (kPaces[at] === Infinity ? "full speed" : `${kPaces[at]} iterations/s`),
      },
      (pace) => {
        this.race.setPace(kPaces[pace] ?? Infinity);
        this.change({ pace }, false);
      },
    );
    this.axis = select(
      "errors against",
      [
        ["iterations", "iterations"],
        ["seconds", "computing time"],
      ],
      (value) => {
        this.change({ axis: value === "seconds" ? "seconds" : "iterations" }, false);
      },
    );
    this.lanes = new LaneList(kPerceptronAlgorithms, () => this.change({}));
    this.buttons = new RunButtons(this.race, (paused) => this.start(paused));
    this.chart = new Chart(this.figure(), () => this.figure(Infinity));
    this.showState();

    place.replaceChildren(
      element(
        "form",
        { class: "controls", "aria-label": "settings" },
        this.size.root,
        this.alpha.root,
        this.theory,
        this.labels.root,
        this.seed.root,
        this.lanes.root,
        this.pace.root,
        this.axis.root,
      ),
      element(
        "div",
        { class: "results" },
        this.buttons.root,
        this.scores.root,
        element(
          "div",
          { class: "sights" },
          element(
            "div",
            {},
            this.chart.root,
            element("figure", {}, element("h3", {}, "Time per iteration"), this.tempo.root),
          ),
          element(
            "div",
            {},
            element("figure", {}, element("h3", {}, "Stabilities ", this.watched), this.histogram.root),
            element(
              "figure",
              {},
              element("h3", {}, "Synapses"),
              element("p", { class: "pixel-name" }, "what the algorithm believes of each weight"),
              this.fields.root,
              element("p", { class: "pixel-name" }, "the weight that follows: its sign"),
              this.weights.root,
              element(
                "figcaption",
                {},
                swatch("--negative", "\u22121"),
                swatch("--zero", "0, undecided"),
                swatch("--positive", "+1"),
              ),
            ),
          ),
        ),
      ),
    );
    place.querySelector("form")?.addEventListener("submit", (event) => event.preventDefault());
  }

  load(from: URLSearchParams): void {
    this.state = {
      n: 2 * Math.floor(numberIn(from, "n", [3, 10001], 1001) / 2) + 1,
      alpha: numberIn(from, "alpha", kAlpha, 0.7),
      labels: oneOf(from, "labels", kLabels, "random"),
      seed: seedIn(from, "seed"),
      pace: Math.round(numberIn(from, "pace", [0, kPaces.length - 1], 3)),
      axis: oneOf(from, "axis", kAxes, "iterations"),
    };
    const run = from.getAll("run");
    this.lanes.specs = run.length > 0 ? run : ["rbp", "sa"];
    this.scores.watched = Math.round(numberIn(from, "show", [0, 9], 0));
    this.race.end();
    this.showState();
    const at = placesIn(from, "at");
    if (at !== undefined) this.start(true, at);
  }

  save(): URLSearchParams {
    const { n, alpha, labels, seed, pace, axis } = this.state;
    const result = new URLSearchParams({ n: String(n), alpha: String(alpha), seed: String(seed) });
    for (const spec of this.lanes.specs) result.append("run", spec);
    if (labels !== "random") result.set("labels", labels);
    if (pace !== 3) result.set("pace", String(pace));
    if (axis !== "iterations") result.set("axis", axis);
    if (this.scores.watched > 0) result.set("show", String(this.scores.watched));
    if (this.race.places !== "") result.set("at", this.race.places);
    return result;
  }

  show(): void {
    this.redraw.request();
  }
  hide(): void {
    if (this.race.running) this.race.pause();
  }

  // Another instance or other algorithms: a run that has begun starts again with them.
  private change(change: Partial<LearnState>, restart = true): void {
    const { begun, running } = this.race;
    Object.assign(this.state, change);
    this.showState();
    this.onState();
    if (begun && restart) this.start(!running && !this.race.over);
  }

  private start(paused: boolean, at: number[] = []): void {
    const { n, alpha, labels, seed, pace } = this.state;
    const problem = { kind: "perceptron", n, alpha, teacher: labels === "teacher", seed } as const;
    void this.race.start(problem, this.lanes.specs, seed, kPaces[pace] ?? Infinity, paused, at);
  }

  private showState(): void {
    const { n, alpha, labels, seed, pace, axis } = this.state;
    this.size.value = n;
    this.alpha.value = alpha;
    this.alpha.root.classList.toggle("unmarked", labels === "teacher");
    this.labels.input.value = labels;
    this.seed.value = seed;
    this.pace.value = pace;
    this.axis.input.value = axis;
    const { text, level } =
      labels === "teacher"
        ? { text: "The teacher is a solution at every \u03b1.", level: "good" }
        : outlook(alpha);
    this.theory.textContent = `${Math.round(alpha * n)} patterns. ${text}`;
    this.theory.dataset["level"] = level;
    this.buttons.enabled = this.lanes.specs.length > 0;
    this.redraw.request();
  }

  private command(): string {
    const { n, alpha, labels, seed } = this.state;
    const teacher = labels === "teacher" ? " --task teacher" : "";
    const watched = this.lanes.specs[this.scores.watched] ?? this.lanes.specs[0] ?? "rbp";
    return `bitbasin solve perceptron --n ${n} --alpha ${alpha}${teacher} --algorithm ${watched} --seed ${seed} --trace run.csv`;
  }

  private figure(drawn = kDrawn): Figure {
    const { n, alpha, axis } = this.state;
    return {
      id: "learn",
      title: "Errors while learning",
      caption: `N = ${n}, alpha = ${alpha}; patterns that the weights of each iteration get wrong.`,
      command: this.command(),
      x: { label: axis === "seconds" ? "computing time (s)" : "iteration", scale: "linear" },
      y: { label: "errors", scale: "linear" },
      series: this.race.lanes.map(({ algorithm, history }) => ({
        name: algorithm,
        kind: "line",
        dashed: false,
        points: history.moments(drawn).map(({ iteration, errors, seconds }) => ({
          x: axis === "seconds" ? seconds : iteration,
          y: errors,
          ...(drawn === Infinity ? { note: `${show(seconds)} s of computing` } : {}),
        })),
      })),
      rules: [
        { axis: "y", value: 0, label: "solved" },
        ...(this.race.begun ? [] : [{ axis: "y", value: (alpha * n) / 2, label: "guessing" } as const]),
      ],
    };
  }

  private draw(): void {
    this.buttons.draw();
    this.scores.draw(this.race.lanes, this.lanes.specs);
    this.tempo.draw(this.race.lanes, this.race.running);
    if (this.seldom.due(this.race.running)) this.chart.update(this.figure());
    const lane = this.race.lanes[this.scores.watched];
    this.watched.textContent = lane === undefined ? "" : lane.algorithm;
    const { n } = this.state;
    const magnetisations = lane?.frame?.magnetisations ?? new Float32Array(n);
    this.histogram.draw(lane?.frame?.stabilities ?? new Float32Array());
    this.fields.draw(magnetisations);
    this.weights.draw(
      lane?.frame === undefined ? magnetisations : magnetisations.map((m) => (m < 0 ? -1 : 1)),
    );
    this.race.drawn();
    if (this.race.places !== this.places) this.onState();
    this.places = this.race.places;
  }
}
