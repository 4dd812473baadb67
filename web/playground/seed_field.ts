// SPDX-License-Identifier: Apache-2.0
import { button, element } from "../src/elements";
import { newId } from "./controls";

// The seed of an instance and of the runs on it.
export class SeedField {
  readonly root: HTMLElement;
  private readonly input = element("input", {
    id: newId("seed"),
    inputmode: "numeric",
    autocomplete: "off",
    pattern: "\\d{1,19}",
  });

  constructor(onChange: (seed: bigint) => void) {
    this.input.addEventListener("change", () => {
      if (/^\d{1,19}$/.test(this.input.value)) onChange(BigInt(this.input.value));
    });
    const next = button("next", "another instance: the next seed", () => onChange(this.value + 1n));
    this.root = element(
      "div",
      { class: "field" },
      element("label", { for: this.input.id }, "seed"),
      this.input,
      next,
    );
  }

  get value(): bigint {
    return /^\d{1,19}$/.test(this.input.value) ? BigInt(this.input.value) : 1n;
  }
  set value(seed: bigint) {
    this.input.value = String(seed);
  }
}
