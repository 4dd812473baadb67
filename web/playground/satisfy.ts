// SPDX-License-Identifier: Apache-2.0
import { Chart } from "../src/chart";
import type { Figure, Point } from "../src/data";
import { button, element } from "../src/elements";
import { kFormulaAlgorithms } from "./algorithms";
import { select, SizeSlider, Slider } from "./controls";
import { type Dropped, fileField } from "./drop_file";
import { LaneList } from "./lane_list";
import { numberIn, oneOf, placesIn, seedIn } from "./link";
import { Pixels, swatch } from "./pixels";
import type { Problem } from "./protocol";
import { type Lane, Race } from "./race";
import { Redraw } from "./redraw";
import { RunButtons } from "./run_buttons";
import { duration, Scoreboard } from "./scoreboard";
import { Seldom } from "./seldom";
import { SeedField } from "./seed_field";
import { clauseOutlook, kClustering, kSatisfiable } from "./thresholds";
import type { View } from "./views";

const kSizes = [100, 300, 1000, 3000, 10_000, 30_000, 100_000];
// Of alpha, by K.
interface Range {
  from: number;
  to: number;
  step: number;
  first: number;
}
const kShortest: Range = { from: 2, to: 4.7, step: 0.01, first: 4 };
const kRanges: Readonly<Record<number, Range>> = {
  3: kShortest,
  4: { from: 5, to: 11, step: 0.02, first: 9 },
  5: { from: 10, to: 23, step: 0.05, first: 19 },
};
const kLengths = Object.keys(kRanges).map(Number);
const kAxes = ["seconds", "iterations"] as const;
const kDrawn = 400;
const kEverything = ["edmc", "probsat", "sa"];

interface SatisfyState {
  n: number;
  k: number;
  alpha: number;
  seed: bigint;
  axis: (typeof kAxes)[number];
}

export class SatisfyView implements View {
  private state: SatisfyState = { n: 10_000, k: 3, alpha: 4, seed: 1n, axis: "seconds" };
  private file: Dropped | undefined; // instead of a random formula
  private readonly redraw = new Redraw(() => this.draw());
  private readonly seldom = new Seldom(80); // the chart
  private places = ""; // of the runs, as they were drawn
  private readonly race: Race;
  private readonly size: SizeSlider;
  private readonly length: ReturnType<typeof select>;
  private alpha: Slider;
  private readonly seed: SeedField;
  private readonly axis: ReturnType<typeof select>;
  private readonly lanes: LaneList;
  private readonly theory = element("p", { class: "outlook", "aria-live": "polite" });
  private readonly random = element("div", { class: "group" });
  private readonly fileName = element("p", { class: "file-name" });
  private readonly buttons: RunButtons;
  private readonly scores = new Scoreboard("clauses left", () => this.change({}, false));
  private readonly chart: Chart;
  private readonly variables = new Pixels("the variables, one pixel each");
  private readonly watched = element("span", { class: "aside" });

  constructor(
    module: Promise<WebAssembly.Module>,
    place: HTMLElement,
    private readonly onState: () => void,
  ) {
    this.race = new Race(module, () => this.redraw.request());
    this.size = new SizeSlider({ label: "N, variables", title: "number of variables" }, kSizes, (n) =>
      this.change({ n }),
    );
    this.length = select(
      "K, literals in a clause",
      kLengths.map((k) => [String(k), String(k)] as const),
      (k) => this.change({ k: Number(k), alpha: range(Number(k)).first }),
    );
    this.alpha = this.alphaSlider();
    this.seed = new SeedField((seed) => this.change({ seed }));
    this.axis = select(
      "clauses against",
      [
        ["seconds", "computing time"],
        ["iterations", "iterations"],
      ],
      (value) => {
        this.change({ axis: value === "iterations" ? "iterations" : "seconds" }, false);
      },
    );
    this.lanes = new LaneList(kFormulaAlgorithms, () => this.change({}));
    this.lanes.specs = kEverything;
    this.buttons = new RunButtons(this.race, (paused) => this.start(paused));
    this.chart = new Chart(this.figure(), () => this.figure(Infinity));
    this.random.append(this.size.root, this.length.root, this.alpha.root, this.theory);
    const forget = button("random formula", "a random formula instead of the file", () => {
      this.file = undefined;
      this.change({});
    });
    this.fileName.hidden = true;
    const form = element(
      "form",
      { class: "controls", "aria-label": "settings" },
      this.random,
      element(
        "div",
        { class: "group file-group" },
        this.fileName,
        element("p", { class: "aside" }, "A link cannot hold the file: send it along."),
        forget,
      ),
      fileField(
        "open or drop a formula (DIMACS)",
        place,
        (file) => {
          this.file = file;
          this.buttons.complain("");
          this.showState();
          this.start(false);
        },
        (sentence) => this.buttons.complain(sentence),
      ),
      this.seed.root,
      this.lanes.root,
      this.axis.root,
    );
    form.addEventListener("submit", (event) => event.preventDefault());
    place.replaceChildren(
      form,
      element(
        "div",
        { class: "results" },
        this.buttons.root,
        this.scores.root,
        element(
          "div",
          { class: "sights" },
          this.chart.root,
          element(
            "figure",
            {},
            element("h3", {}, "Variables ", this.watched),
            this.variables.root,
            element("figcaption", {}, swatch("--negative", "false"), swatch("--positive", "true")),
          ),
        ),
      ),
    );
    this.showState();
  }

  load(from: URLSearchParams): void {
    const k = Math.round(numberIn(from, "k", [3, 5], 3));
    const { from: least, to: most, first } = range(k);
    this.state = {
      n: Math.round(numberIn(from, "n", [10, 100_000], 10_000)),
      k,
      alpha: numberIn(from, "alpha", [least, most], first),
      seed: seedIn(from, "seed"),
      axis: oneOf(from, "axis", kAxes, "seconds"),
    };
    const run = from.getAll("run");
    this.lanes.specs = run.length > 0 ? run : kEverything;
    this.scores.watched = Math.round(numberIn(from, "show", [0, 9], 0));
    this.file = undefined;
    this.race.end();
    this.showState();
    const at = placesIn(from, "at");
    if (at !== undefined) this.start(true, at);
  }

  save(): URLSearchParams {
    const { n, k, alpha, seed, axis } = this.state;
    const result = new URLSearchParams({
      n: String(n),
      k: String(k),
      alpha: String(alpha),
      seed: String(seed),
    });
    for (const spec of this.lanes.specs) result.append("run", spec);
    if (axis !== "seconds") result.set("axis", axis);
    if (this.scores.watched > 0) result.set("show", String(this.scores.watched));
    if (this.file === undefined && this.race.places !== "") result.set("at", this.race.places);
    return result;
  }

  show(): void {
    this.redraw.request();
  }
  hide(): void {
    if (this.race.running) this.race.pause();
  }

  private change(change: Partial<SatisfyState>, restart = true): void {
    const { begun, running, over } = this.race;
    Object.assign(this.state, change);
    this.showState();
    this.onState();
    if (begun && restart) this.start(!running && !over);
  }

  private start(paused: boolean, at: number[] = []): void {
    void this.race.start(this.problem(), this.lanes.specs, this.state.seed, Infinity, paused, at);
  }

  private problem(): Problem {
    const { n, k, alpha, seed } = this.state;
    return this.file === undefined ? { kind: "ksat", n, k, alpha, seed } : { kind: "cnf", ...this.file };
  }

  private alphaSlider(): Slider {
    const { k } = this.state;
    const { from, to, step } = range(k);
    return new Slider(
      {
        label: "\u03b1, clauses per variable",
        title: "number of clauses, divided by the number of variables",
        from,
        to,
        step,
        show: (alpha) => alpha.toFixed(2),
        marks: [
          { at: from, label: "", level: "good", title: "solutions form one large cluster" },
          {
            at: kClustering[k] ?? from,
            label: String(kClustering[k]),
            level: "fair",
            title: "solutions form many clusters",
          },
          {
            at: kSatisfiable[k] ?? from,
            label: String(kSatisfiable[k]),
            level: "bad",
            title: "no assignment satisfies all clauses",
          },
        ],
      },
      (alpha) => this.change({ alpha }),
    );
  }

  private showState(): void {
    const { n, k, alpha, seed, axis } = this.state;
    this.size.value = n;
    if (this.length.input.value !== String(k) || Number(this.alpha.input.max) !== range(k).to) {
      const next = this.alphaSlider();
      this.alpha.root.replaceWith(next.root);
      this.alpha = next;
    }
    this.length.input.value = String(k);
    this.alpha.value = alpha;
    this.seed.value = seed;
    this.axis.input.value = axis;
    const { text, level } = clauseOutlook(k, alpha);
    this.theory.textContent = `${Math.round(alpha * n).toLocaleString("en")} clauses. ${text}`;
    this.theory.dataset["level"] = level;
    this.random.hidden = this.file !== undefined;
    this.fileName.textContent = this.file?.name ?? "";
    this.fileName.hidden = this.file === undefined;
    this.fileName.parentElement?.toggleAttribute("hidden", this.file === undefined);
    this.buttons.enabled = this.lanes.specs.length > 0;
    this.redraw.request();
  }

  private command(): string {
    const { n, k, alpha, seed } = this.state;
    const watched = this.lanes.specs[this.scores.watched] ?? this.lanes.specs[0] ?? "probsat";
    const problem =
      this.file === undefined ? `--n ${n} --k ${k} --alpha ${alpha}` : `--cnf ${this.file.name}`;
    return `bitbasin solve ksat ${problem} --algorithm ${watched} --seed ${seed}`;
  }

  private ofFile({ name }: Dropped): string {
    const variables = this.race.lanes.find(({ frame }) => frame !== undefined)?.frame?.magnetisations.length;
    return variables === undefined ? name : `${name}: ${variables.toLocaleString("en")} variables.`;
  }

  private figure(drawn = kDrawn): Figure {
    const { n, k, alpha, axis } = this.state;
    return {
      id: "satisfy",
      title: "Clauses that are left",
      caption: this.file === undefined ? `N = ${n}, K = ${k}, alpha = ${alpha}.` : this.ofFile(this.file),
      command: this.command(),
      x: { label: axis === "seconds" ? "computing time (s)" : "iteration", scale: "linear" },
      y: { label: "unsatisfied clauses", scale: "log" },
      series: this.race.lanes.map((lane) => ({
        name: lane.algorithm,
        kind: "line",
        dashed: false,
        points: course(lane, axis, drawn),
      })),
      rules: [],
    };
  }

  private draw(): void {
    this.buttons.draw();
    this.scores.draw(this.race.lanes, this.lanes.specs);
    if (this.seldom.due(this.race.running)) this.chart.update(this.figure());
    const lane = this.race.lanes[this.scores.watched];
    this.watched.textContent = lane === undefined ? "" : lane.algorithm;
    this.variables.draw(lane?.frame?.magnetisations ?? new Float32Array(this.state.n));
    this.race.drawn();
    if (this.race.places !== this.places) this.onState();
    this.places = this.race.places;
  }
}

// The end of a run that has solved the formula has no place on a logarithmic axis: it is told in words.
function course(lane: Lane, axis: (typeof kAxes)[number], drawn: number): Point[] {
  const points: Point[] = lane.history
    .moments(drawn)
    .filter(({ errors }) => errors > 0)
    .map(({ iteration, errors, seconds }) => ({ x: axis === "seconds" ? seconds : iteration, y: errors }));
  const last = points.at(-1);
  if (lane.status === "solved" && last !== undefined) last.label = `solved in ${duration(lane.seconds)}`;
  return points;
}

function range(k: number): Range {
  return kRanges[k] ?? kShortest;
}
