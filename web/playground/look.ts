// SPDX-License-Identifier: Apache-2.0
import { Chart } from "../src/chart";
import type { Figure, Series } from "../src/data";
import { button, element } from "../src/elements";
import { kPerceptronAlgorithms } from "./algorithms";
import { select, SizeSlider, Slider } from "./controls";
import { numberIn, oneOf, seedIn } from "./link";
import type { Look, Seen } from "./look_worker";
import LookWorker from "./look_worker?worker&inline";
import { Redraw } from "./redraw";
import { SeedField } from "./seed_field";
import theory from "./theory.json";
import type { View } from "./views";

const kSizes = [101, 201, 301, 501, 701, 1001, 2001];
const kSolvers = ["rbp", "fbp", "rms", "sbpi", "cpr", "edmc"] as const;
const kAlpha = [0.1, 0.7] as const;
const kAlphaStep = 0.1; // of the theory's table
const kDistances = "0.01:0.2:20";
const kSweeps = 1000;
const kPoints = 30;

interface LookState {
  n: number;
  alpha: number;
  seed: bigint;
  solver: (typeof kSolvers)[number];
}

// One solver, and what was seen around its solution.
interface Explorer {
  algorithm: string;
  worker: Worker;
  iteration: number;
  errors: number | undefined;
  stage: "solving" | "counting" | "walking" | "done" | "no solution" | "failed";
  sentence: string;
  entropy: { distance: number; entropy: number }[];
  walk: { sweeps: number; distance: number; density: number }[];
}

const kStages: Record<Explorer["stage"], string> = {
  solving: "looks for a solution",
  counting: "has a solution; counts its neighbours",
  walking: "goes for a walk",
  done: "done",
  "no solution": "has found no solution",
  failed: "has failed",
};

export class LookView implements View {
  private state: LookState = { n: 1001, alpha: 0.4, seed: 1n, solver: "rbp" };
  private explorers: Explorer[] = [];
  private readonly redraw = new Redraw(() => this.draw());
  private readonly size: SizeSlider;
  private readonly alpha: Slider;
  private readonly seed: SeedField;
  private readonly solver: ReturnType<typeof select>;
  private readonly entropy: Chart;
  private readonly walk: Chart;
  private readonly stages = element("ul", { class: "stages", "aria-live": "polite" });

  constructor(
    private readonly module: Promise<WebAssembly.Module>,
    place: HTMLElement,
    private readonly onState: () => void,
  ) {
    this.size = new SizeSlider({ label: "N, weights", title: "number of weights" }, kSizes, (n) =>
      this.change({ n }),
    );
    this.alpha = new Slider(
      {
        label: "\u03b1, patterns per weight",
        title: "number of patterns, divided by the number of weights",
        from: kAlpha[0],
        to: kAlpha[1],
        step: kAlphaStep,
        show: (alpha) => alpha.toFixed(1),
      },
      (alpha) => this.change({ alpha: onTable(alpha) }),
    );
    this.seed = new SeedField((seed) => this.change({ seed }));
    this.solver = select(
      "solver",
      kSolvers.map((name) => {
        const info = kPerceptronAlgorithms.find((algorithm) => algorithm.name === name);
        return [name, `${name}, ${info?.meaning ?? ""}`] as const;
      }),
      (value) => this.change({ solver: kSolvers.find((name) => name === value) ?? "rbp" }),
    );
    this.entropy = new Chart(this.entropyFigure());
    this.walk = new Chart(this.walkFigure());
    const look = button("look around", "find solutions and look around them", () => this.start());
    look.classList.add("main");
    const form = element(
      "form",
      { class: "controls", "aria-label": "settings" },
      this.size.root,
      this.alpha.root,
      this.seed.root,
      this.solver.root,
      element("p", { class: "aside" }, "Beside it runs sa, simulated annealing."),
    );
    form.addEventListener("submit", (event) => event.preventDefault());
    place.replaceChildren(
      form,
      element(
        "div",
        { class: "results" },
        element("div", { class: "run-buttons" }, element("div", {}, look), this.stages),
        element("div", { class: "sights even" }, this.entropy.root, this.walk.root),
      ),
    );
    this.showState();
  }

  load(from: URLSearchParams): void {
    this.state = {
      n: 2 * Math.floor(numberIn(from, "n", [3, 2001], 1001) / 2) + 1,
      alpha: onTable(numberIn(from, "alpha", kAlpha, 0.4)),
      seed: seedIn(from, "seed"),
      solver: oneOf(from, "solver", kSolvers, "rbp"),
    };
    this.end();
    this.showState();
  }

  save(): URLSearchParams {
    const { n, alpha, seed, solver } = this.state;
    return new URLSearchParams({ n: String(n), alpha: String(alpha), seed: String(seed), solver });
  }

  // There is nothing to decide before the first look.
  show(): void {
    if (this.explorers.length === 0) this.start();
    this.redraw.request();
  }
  hide(): void {}

  private change(change: Partial<LookState>): void {
    Object.assign(this.state, change);
    this.showState();
    this.onState();
    this.start();
  }

  private end(): void {
    for (const { worker } of this.explorers) worker.terminate();
    this.explorers = [];
  }

  private start(): void {
    this.end();
    const { n, alpha, seed, solver } = this.state;
    this.explorers = [solver, "sa"].map((algorithm) => ({
      algorithm,
      worker: new LookWorker(),
      iteration: 0,
      errors: undefined,
      stage: "solving",
      sentence: "",
      entropy: [],
      walk: [],
    }));
    for (const explorer of this.explorers) {
      explorer.worker.addEventListener("message", ({ data }: MessageEvent<Seen>) => {
        hear(explorer, data);
        this.redraw.request();
      });
      void this.module.then((module) => {
        const look: Look = {
          module,
          problem: { kind: "perceptron", n, alpha, teacher: false, seed },
          algorithm: explorer.algorithm,
          seed,
          distances: kDistances,
          sweeps: kSweeps,
          points: kPoints,
        };
        explorer.worker.postMessage(look);
      });
    }
    this.redraw.request();
  }

  private showState(): void {
    const { n, alpha, seed, solver } = this.state;
    this.size.value = n;
    this.alpha.value = alpha;
    this.seed.value = seed;
    this.solver.input.value = solver;
    this.redraw.request();
  }

  private flags(): string {
    const { n, alpha, seed, solver } = this.state;
    return `perceptron --n ${n} --alpha ${alpha} --algorithm ${solver} --seed ${seed}`;
  }

  private entropyFigure(): Figure {
    const { alpha, n } = this.state;
    const measured = this.explorers.map(
      ({ algorithm, entropy }): Series => ({
        name: `around ${algorithm}`,
        kind: "both",
        dashed: false,
        points: entropy
          .filter((point) => !Number.isNaN(point.entropy))
          .map(({ distance, entropy: y }) => ({ x: distance, y })),
      }),
    );
    const curve = (name: string, points: number[][]): Series => ({
      name,
      kind: "line",
      dashed: true,
      points: points.map(([x = 0, y = 0]) => ({ x, y })),
    });
    const at = alpha.toFixed(2) as keyof typeof theory.dense;
    return {
      id: "local-entropy",
      title: "Solutions around a solution",
      caption: `N = ${n}, alpha = ${alpha}. Dashed: theory for large N.`,
      command: `bitbasin entropy ${this.flags()} --distances ${kDistances}`,
      x: { label: "distance d", scale: "linear" },
      y: { label: "local entropy, nats per weight", scale: "linear" },
      series: [
        ...measured,
        curve("theory of the densest", theory.dense[at] ?? []),
        curve("theory of typical ones", theory.typical[at] ?? []),
        curve(
          "all configurations",
          Array.from({ length: 41 }, (_, k) => [k / 200, entropyOfAll(k / 200)]),
        ),
      ],
      rules: [{ axis: "y", value: 0, label: "" }],
    };
  }

  private walkFigure(): Figure {
    const { n, alpha } = this.state;
    return {
      id: "walk",
      title: "A walk over solutions",
      caption: `N = ${n}, alpha = ${alpha}. How far single flips lead without leaving the solutions.`,
      command: `bitbasin walk ${this.flags()} --sweeps ${kSweeps} --points ${kPoints}`,
      x: { label: "sweeps", scale: "log" },
      y: { label: "distance from the first", scale: "linear" },
      series: this.explorers.map(({ algorithm, walk }) => ({
        name: `from ${algorithm}`,
        kind: "both",
        dashed: false,
        points: walk
          .filter(({ sweeps }) => sweeps > 0)
          .map(({ sweeps, distance, density }) => ({
            x: sweeps,
            y: distance,
            note: `${(100 * density).toFixed(1)} % of the weights are free`,
          })),
      })),
      rules: [],
    };
  }

  private draw(): void {
    this.stages.replaceChildren(
      ...this.explorers.map(({ algorithm, stage, errors, iteration, sentence }, i) => {
        const left =
          stage === "solving" && errors !== undefined ? `: ${errors} errors, iteration ${iteration}` : "";
        const item = element(
          "li",
          { "data-stage": stage },
          element("b", {}, algorithm),
          ` ${sentence || kStages[stage] + left}`,
        );
        item.style.setProperty("--lane", `var(--series-${i})`);
        return item;
      }),
    );
    for (const [chart, figure] of [
      [this.entropy, this.entropyFigure()],
      [this.walk, this.walkFigure()],
    ] as const) {
      chart.update(figure);
    }
  }
}

function hear(explorer: Explorer, seen: Seen): void {
  switch (seen.type) {
    case "errors":
      explorer.iteration = seen.iteration;
      explorer.errors = seen.errors;
      break;
    case "found":
      explorer.errors = seen.errors;
      explorer.stage = seen.errors === 0 ? "counting" : "no solution";
      break;
    case "entropy":
      explorer.entropy = seen.points;
      explorer.stage = "walking";
      break;
    case "walk":
      explorer.walk = seen.points;
      explorer.stage = "done";
      break;
    case "failed":
      explorer.stage = "failed";
      explorer.sentence = seen.sentence;
  }
  if (["done", "no solution", "failed"].includes(explorer.stage)) explorer.worker.terminate();
}

// -d ln d - (1 - d) ln(1 - d)
function entropyOfAll(d: number): number {
  return d === 0 ? 0 : -d * Math.log(d) - (1 - d) * Math.log(1 - d);
}

function onTable(alpha: number): number {
  return Number((kAlphaStep * Math.round(alpha / kAlphaStep)).toFixed(2));
}
