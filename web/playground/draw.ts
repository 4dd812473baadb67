// SPDX-License-Identifier: Apache-2.0
import { Chart } from "../src/chart";
import type { Figure } from "../src/data";
import { download } from "../src/download";
import { button, element } from "../src/elements";
import { Slider } from "./controls";
import type { FromDigit, Lead, ToDigit } from "./digit_worker";
import DigitWorker from "./digit_worker?worker&inline";
import { fileField } from "./drop_file";
import type { ModelSizes, Sight } from "./engine";
import { numberIn, seedIn } from "./link";
import { npy } from "./npy";
import { Pad } from "./pad";
import { Pixels, swatch } from "./pixels";
import { Redraw } from "./redraw";
import { SeedField } from "./seed_field";
import { rasterise, readStrokes, writeStrokes } from "./strokes";
import type { View } from "./views";

const kNearest = 6; // perceptrons that are named

export class DrawView implements View {
  private readonly redraw = new Redraw(() => this.draw());
  private worker: Worker | undefined;
  private sizes: ModelSizes | undefined;
  private seen: Uint8Array = new Uint8Array(28 * 28); // the image of the last look
  private sight: Sight | undefined;
  private leads: Lead[] = [];
  private milliseconds = NaN;
  private charted = ""; // what the chart shows
  private modelName = "digits.model";
  private state = { fraction: 0, seed: 1n };

  private readonly pad = new Pad(() => this.drawn());
  private readonly flips: Slider;
  private readonly seed: SeedField;
  private readonly problem = element("p", { class: "problem", role: "alert" });
  private readonly answer = element("output", { class: "answer", "aria-label": "answer" });
  private readonly remark = element("p", { class: "aside" });
  private readonly labels = element("ol", { class: "labels" });
  private readonly image = new Pixels("the image as the network sees it", "ink");
  private readonly votes = new Pixels("the votes of the committees: a row for each digit");
  private readonly voters = element("ol", { class: "voters", "aria-hidden": "true" });
  private readonly ballots = element("div", { class: "ballots" }, this.voters, this.votes.root);
  private readonly fields = new Pixels("the fields of the perceptrons, one pixel each");
  private readonly bits = new Pixels("the bits of the features, one pixel each");
  private readonly nearest = element("ol", { class: "nearest" });
  private readonly chart: Chart;

  constructor(
    private readonly module: Promise<WebAssembly.Module>,
    model: Uint8Array,
    place: HTMLElement,
    private readonly onState: () => void,
  ) {
    this.flips = new Slider(
      {
        label: "flipped weights",
        title: "fraction of all weights that are flipped",
        from: 0,
        to: 50,
        step: 1,
        show: (percent) => {
          const weights = (this.sizes?.weights ?? 0) * (percent / 100);
          return percent === 0 ? "none" : `${percent} %, ${Math.round(weights).toLocaleString("en")}`;
        },
      },
      (percent) => {
        this.state.fraction = percent / 100;
        this.onState();
        this.look();
      },
    );
    this.seed = new SeedField((seed) => {
      this.state.seed = seed;
      this.seed.value = seed;
      this.onState();
      this.look();
    });
    this.chart = new Chart(this.figure());
    const form = element(
      "form",
      { class: "controls", "aria-label": "drawing" },
      this.pad.root,
      element(
        "div",
        { class: "tools" },
        button("clear", "an empty sheet", () => this.pad.clear()),
        button("save image", "as NPY, for bitbasin predict", () => {
          const { rows, columns } = this.sizes ?? { rows: 28, columns: 28 };
          download("drawing.npy", "application/octet-stream", npy(this.pixels(), rows, columns));
        }),
        button("save model", "with the weights as they are, for bitbasin predict", () => {
          const message: ToDigit = { type: "save", ...this.state };
          this.worker?.postMessage(message);
        }),
      ),
      this.flips.root,
      this.seed.root,
      fileField(
        "open or drop a model of your own",
        place,
        ({ name, bytes }) => this.loadModel(name, bytes),
        (sentence) => this.complain(sentence),
      ),
      this.problem,
    );
    form.addEventListener("submit", (event) => event.preventDefault());
    const figure = (title: string, ...rest: (Node | string)[]): HTMLElement =>
      element("figure", {}, element("h3", {}, title), ...rest);
    place.replaceChildren(
      form,
      element(
        "div",
        { class: "results" },
        element(
          "div",
          { class: "sights even" },
          element(
            "div",
            {},
            figure(
              "Answer",
              element("div", { class: "verdict-row" }, this.answer, this.image.root, this.labels),
              this.remark,
            ),
            this.chart.root,
          ),
          element(
            "div",
            {},
            figure(
              "Committees and perceptrons",
              element("p", { class: "pixel-name" }, "Each column is a committee, each row a digit."),
              this.ballots,
              element(
                "p",
                { class: "pixel-name" },
                swatch("--positive", "votes for it"),
                swatch("--negative", "against"),
              ),
              element("p", { class: "pixel-name" }, "Each pixel is the field of a perceptron."),
              this.fields.root,
              element(
                "p",
                { class: "pixel-name" },
                swatch("--positive", "says yes"),
                swatch("--negative", "says no"),
                swatch("--zero", "near zero, wavers"),
              ),
              element(
                "p",
                { class: "pixel-name" },
                "The perceptrons nearest to changing their mind, and their fields:",
              ),
              this.nearest,
            ),
            figure(
              "Bits of the picture",
              this.bits.root,
              element(
                "p",
                { class: "pixel-name" },
                swatch("--positive", "+1"),
                swatch("--negative", "\u22121"),
                "All that the perceptrons see of it.",
              ),
            ),
          ),
        ),
      ),
    );
    this.loadModel("digits.model", model);
    this.showState();
  }

  load(from: URLSearchParams): void {
    this.state = {
      fraction: Math.round(numberIn(from, "flips", [0, 50], 0)) / 100,
      seed: seedIn(from, "seed"),
    };
    this.pad.strokes = readStrokes(from.get("pen") ?? "");
    this.showState();
    this.look();
  }

  save(): URLSearchParams {
    const { fraction, seed } = this.state;
    const result = new URLSearchParams();
    if (fraction > 0) result.set("flips", String(Math.round(100 * fraction)));
    if (seed !== 1n) result.set("seed", String(seed));
    if (this.pad.strokes.length > 0) result.set("pen", writeStrokes(this.pad.strokes));
    return result;
  }

  show(): void {
    this.redraw.request();
  }
  hide(): void {}

  private showState(): void {
    this.flips.value = 100 * this.state.fraction;
    this.seed.value = this.state.seed;
    this.redraw.request();
  }

  // A failure ends an engine: each model gets a worker of its own, and the old one answers until the new one can.
  private loadModel(name: string, file: Uint8Array): void {
    const worker = new DigitWorker();
    worker.addEventListener("message", ({ data }: MessageEvent<FromDigit>) => {
      if (data.type === "ready") {
        this.worker?.terminate();
        this.worker = worker;
        this.sizes = data.sizes;
        this.modelName = name;
        this.complain("");
        this.showState();
        this.look();
      } else if (data.type === "sight") {
        // The sheet may have been cleared in the meantime.
        this.sight = this.pad.strokes.length > 0 ? data.sight : undefined;
        this.milliseconds = data.milliseconds;
      } else if (data.type === "leads") {
        this.leads = this.pad.strokes.length > 0 ? data.leads : [];
      } else if (data.type === "saved") {
        download(this.savedName(), "application/octet-stream", data.file);
      } else {
        this.complain(`${name}: ${data.sentence}`);
        worker.terminate();
      }
      this.redraw.request();
    });
    void this.module.then((module) => {
      const message: ToDigit = { type: "model", module, file };
      worker.postMessage(message);
    });
  }

  private complain(sentence: string): void {
    this.problem.textContent = sentence;
  }

  private pixels(): Uint8Array {
    const { rows, columns } = this.sizes ?? { rows: 28, columns: 28 };
    return rasterise(this.pad.strokes, rows, columns);
  }

  // The pen follows the hand, however calm the rest is.
  private drawn(): void {
    this.pad.paint();
    this.onState();
    this.look();
  }

  // There is something to draw when the answer comes, which takes less than a frame.
  private look(): void {
    if (this.sizes === undefined) return;
    this.leads = [];
    this.seen = this.pixels();
    if (this.pad.strokes.length === 0) {
      this.sight = undefined;
      this.redraw.request();
      return;
    }
    const message: ToDigit = { type: "look", pixels: this.seen, ...this.state };
    this.worker?.postMessage(message);
  }

  // Of the model as it is now.
  private savedName(): string {
    const flipped = this.state.fraction > 0 ? "-flipped" : "";
    return this.modelName.replace(/(\.model)?$/, `${flipped}.model`);
  }

  private figure(): Figure {
    const survived = this.leads.findIndex(({ lead }) => lead <= 0);
    const last = survived < 0 ? this.leads.at(-1) : this.leads[survived - 1];
    return {
      id: "flips",
      title: "How many flips the answer survives",
      caption:
        last === undefined
          ? "Draw something, and wait a moment."
          : `The answer survives ${(100 * last.fraction).toFixed(0)} % of the weights flipped at random.`,
      command: `bitbasin predict ${this.savedName()} drawing.npy`,
      x: { label: "weights flipped, %", scale: "linear" },
      y: { label: "lead in votes", scale: "linear" },
      series: [
        {
          name: "lead over the next digit",
          kind: "both",
          dashed: false,
          points: this.leads.map(({ fraction, lead }) => ({ x: 100 * fraction, y: lead })),
        },
      ],
      rules: [{ axis: "y", value: 0, label: "the answer changes" }],
    };
  }

  private draw(): void {
    this.pad.paint();
    const { sight, sizes } = this;
    this.answer.textContent = sight === undefined ? "?" : String(sight.label);
    this.remark.textContent =
      sight === undefined
        ? ""
        : `Answered in ${this.milliseconds.toFixed(1)} ms, from the drawing centred and scaled.`;
    this.image.draw(
      Float32Array.from(this.seen, (v) => v / 255),
      sizes?.columns ?? 28,
    );
    this.labels.replaceChildren(...this.bars());
    const [labels, committees] = [sizes?.labels ?? 10, sizes?.committees ?? 1];
    this.ballots.style.setProperty("--rows", String(labels));
    this.voters.replaceChildren(
      ...Array.from({ length: labels }, (_, label) =>
        element("li", sight?.label === label ? { class: "best" } : {}, String(label)),
      ),
    );
    this.votes.draw(sight?.votes ?? new Float32Array(labels * committees), committees);
    this.fields.draw(
      (sight?.fields ?? new Float32Array((sizes?.units ?? 1) * (sizes?.committees ?? 1))).map((f) => f / 2),
    );
    this.bits.draw(sight?.bits ?? new Float32Array(sizes?.bits ?? 1));
    this.nearest.replaceChildren(...this.waverers());
    const figure = this.figure();
    const state = JSON.stringify(figure);
    if (state !== this.charted) this.chart.update(figure);
    this.charted = state;
  }

  // The sum of votes for each label.
  private bars(): HTMLElement[] {
    const { sight, sizes } = this;
    const most = sizes?.committees ?? 1;
    return Array.from({ length: sizes?.labels ?? 10 }, (_, label) => {
      const sum = sight?.sums[label] ?? 0;
      const bar = element("i");
      bar.style.width = `${(50 * Math.abs(sum)) / most}%`;
      bar.style.marginLeft = sum < 0 ? `${50 - (50 * Math.abs(sum)) / most}%` : "50%";
      return element(
        "li",
        sight?.label === label ? { class: "best" } : {},
        element("b", {}, String(label)),
        element("span", { class: "bar" }, bar),
        element("span", { class: "sum" }, sight === undefined ? "" : String(sum).replace("-", "\u2212")),
      );
    });
  }

  // The perceptrons with the smallest fields.
  private waverers(): HTMLElement[] {
    const { sight, sizes } = this;
    if (sight === undefined || sizes === undefined) return [];
    return [...sight.fields.keys()]
      .sort((a, b) => Math.abs(sight.fields[a] ?? 0) - Math.abs(sight.fields[b] ?? 0))
      .slice(0, kNearest)
      .map((unit) => {
        const [j, k] = [Math.floor(unit / sizes.committees), unit % sizes.committees];
        const field = (sight.fields[unit] ?? 0).toFixed(3).replace("-", "\u2212");
        return element("li", {}, `perceptron ${j + 1} of committee ${k + 1}: ${field}`);
      });
  }
}
