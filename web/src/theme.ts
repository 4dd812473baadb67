// SPDX-License-Identifier: Apache-2.0
import { button } from "./elements";

// Light, dark, or what the system says: kept while the page is open.
export function themeButton(): HTMLButtonElement {
  const root = document.documentElement;
  const dark = (): boolean =>
    root.dataset["theme"] === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : root.dataset["theme"] === "dark";
  const label = (): string => (dark() ? "light" : "dark");
  const result = button(label(), "change between light and dark", () => {
    root.dataset["theme"] = dark() ? "light" : "dark";
    result.textContent = label();
  });
  return result;
}
