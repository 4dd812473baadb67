// SPDX-License-Identifier: Apache-2.0
import { button } from "./elements";

// Light or dark as the system is set, until the reader chooses.
export function themeButton(): HTMLButtonElement {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = (): boolean => (root.dataset["theme"] ?? (system.matches ? "dark" : "light")) === "dark";
  const label = (): string => (dark() ? "light" : "dark");
  const result = button(label(), "change between light and dark", () => {
    root.dataset["theme"] = label();
    result.textContent = label();
  });
  system.addEventListener("change", () => (result.textContent = label()));
  return result;
}
