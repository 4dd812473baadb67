// SPDX-License-Identifier: Apache-2.0
import { element } from "../src/elements";

export interface Mark {
  at: number;
  label: string;
  title: string;
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

// A slider with its name, its value and perhaps marks on its track. Values are places on the slider.
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
      this.output.textContent = options.show(this.value);
      this.input.setAttribute("aria-valuetext", options.show(this.value));
      onInput(this.value);
    });
    const track = element("div", { class: "track" }, this.input);
    for (const mark of marks) {
      const tick = element("span", { class: "mark", title: mark.title }, mark.label);
      tick.style.setProperty("--at", String((mark.at - from) / (to - from)));
      track.append(tick);
    }
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
    this.output.textContent = this.options.show(this.value);
    this.input.setAttribute("aria-valuetext", this.options.show(this.value));
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
