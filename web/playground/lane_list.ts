// SPDX-License-Identifier: Apache-2.0
import {
  type AlgorithmInfo,
  kLastPlace,
  optionAt,
  placeOf,
  readSpec,
  type Spec,
  writeSpec,
} from "./algorithms";
import { newId, Slider } from "./controls";
import { element } from "../src/elements";

// The algorithms that can race: which of them do, and the main option of each.
export class LaneList {
  readonly root = element("fieldset", { class: "lanes" }, element("legend", {}, "algorithms"));
  private readonly rows: {
    info: AlgorithmInfo;
    chosen: HTMLInputElement;
    option: Slider;
    row: HTMLElement;
  }[];
  private options: string[];

  constructor(
    private readonly known: readonly AlgorithmInfo[],
    onChange: () => void,
  ) {
    this.options = known.map(() => "");
    this.rows = known.map((info, i) => {
      const chosen = element("input", { type: "checkbox", id: newId("run") });
      const option = new Slider(
        {
          label: info.option.name,
          title: `option ${info.option.name} of ${info.name}; far left: chosen by the program`,
          from: 0,
          to: kLastPlace,
          step: 1,
          show: (place) => this.shown(i, place),
        },
        (place) => {
          this.options[i] = optionAt(info.option, place);
          onChange();
        },
      );
      const row = element(
        "div",
        { class: "lane" },
        chosen,
        element(
          "label",
          { for: chosen.id },
          element("b", {}, info.name),
          element("span", { class: "aside" }, info.meaning),
        ),
        option.root,
      );
      chosen.addEventListener("change", () => {
        this.showRows();
        onChange();
      });
      return { info, chosen, option, row };
    });
    this.root.append(...this.rows.map(({ row }) => row));
  }

  get specs(): string[] {
    return this.rows.flatMap(({ info, chosen }, i) =>
      chosen.checked ? [writeSpec({ name: info.name, options: this.options[i] ?? "" })] : [],
    );
  }
  set specs(specs: readonly string[]) {
    const read = specs.map(readSpec);
    this.options = this.known.map(({ name }) => read.find((spec) => spec.name === name)?.options ?? "");
    this.rows.forEach(({ info, chosen, option }, i) => {
      chosen.checked = read.some((spec: Spec) => spec.name === info.name);
      option.value = placeOf(info.option, this.options[i] ?? "");
    });
    this.showRows();
  }

  private showRows(): void {
    let colour = 0;
    for (const { chosen, row, option } of this.rows) {
      option.root.hidden = !chosen.checked;
      row.classList.toggle("chosen", chosen.checked);
      row.style.setProperty("--lane", chosen.checked ? `var(--series-${colour++})` : "var(--line)");
    }
  }

  // A link may have set a value between two places of the slider.
  private shown(i: number, place: number): string {
    const option = this.known[i]?.option;
    const options = this.options[i] ?? "";
    if (place === 0 || option === undefined) return "auto";
    return (placeOf(option, options) === place ? options : optionAt(option, place)).replace(/^\w+=/, "");
  }
}
