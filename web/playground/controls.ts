// SPDX-License-Identifier: Apache-2.0
import { element } from "../src/elements";

// From a place on a slider to the next mark, or to its end.
export interface Mark {
  at: number;
  label: string; // of the place
  level: "good" | "fair" | "bad";
  title: string; // what is true there
}

export interface SliderOptions {
  label: string;
  title: string;
  from: number;
  to: number;
  step: number;
  show: (value: number) => string;
  marks?: Mark[];
}

let count = 0;

// For an element that a label names.
export function newId(kind: string): string {
  return `${kind}-${++count}`;
}

// A slider with its name, its value and perhaps zones below its track. Values are places on the slider.
export class Slider {
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly output = element("output");

  constructor(
    private readonly options: SliderOptions,
    onInput: (value: number) => void,
  ) {
    const { label, title, from, to, step, marks = [] } = options;
    const id = newId("slider");
    this.input = element("input", {
      type: "range",
      id,
      min: String(from),
      max: String(to),
      step: String(step),
      title,
    });
    this.input.addEventListener("input", () => {
      onInput(this.value);
      this.showValue();
    });
    const track = element("div", { class: "track" }, this.input);
    const part = (value: number): string => String((value - from) / (to - from));
    marks.forEach((mark, i) => {
      const zone = element("span", { class: "zone", title: mark.title, "data-level": mark.level });
      const tick = element("span", { class: "mark", "data-level": mark.level }, mark.label);
      zone.style.setProperty("--from", part(mark.at));
      zone.style.setProperty("--to", part(marks[i + 1]?.at ?? to));
      tick.style.setProperty("--at", part(mark.at));
      track.append(zone, ...(mark.label === "" ? [] : [tick]));
    });
    this.root = element(
      "div",
      { class: marks.length > 0 ? "slider marked" : "slider" },
      element("label", { for: id }, label),
      this.output,
      track,
    );
  }

  get value(): number {
    return Number(this.input.value);
  }
  set value(value: number) {
    this.input.value = String(value);
    this.showValue();
  }

  private showValue(): void {
    const text = this.options.show(this.value);
    this.output.textContent = text;
    this.input.setAttribute("aria-valuetext", text);
  }
}

// A slider for a size, which may also be one between its places.
export class SizeSlider {
  private readonly slider: Slider;
  private size: number;

  constructor(
    options: { label: string; title: string },
    private readonly sizes: readonly number[],
    onInput: (size: number) => void,
  ) {
    this.size = sizes[0] ?? 0;
    this.slider = new Slider(
      { ...options, from: 0, to: sizes.length - 1, step: 1, show: () => this.size.toLocaleString("en") },
      (place) => onInput((this.size = sizes[place] ?? 0)),
    );
  }

  get root(): HTMLElement {
    return this.slider.root;
  }
  set value(size: number) {
    this.size = size;
    const distances = this.sizes.map((other) => Math.abs(Math.log(other / size)));
    this.slider.value = distances.indexOf(Math.min(...distances));
  }
}

export function select(
  label: string,
  choices: readonly (readonly [value: string, name: string])[],
  onChange: (value: string) => void,
): { root: HTMLElement; input: HTMLSelectElement } {
  const id = newId("select");
  const input = element(
    "select",
    { id },
    ...choices.map(([value, name]) => element("option", { value }, name)),
  );
  input.addEventListener("change", () => onChange(input.value));
  return { root: element("div", { class: "field" }, element("label", { for: id }, label), input), input };
}
