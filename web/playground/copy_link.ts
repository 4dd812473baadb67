// SPDX-License-Identifier: Apache-2.0
import { button } from "../src/elements";

const kShownMs = 2000;

// Copies the address of the page, which holds the state of the view.
export function copyLink(): HTMLButtonElement {
  const label = "copy link";
  const result = button(label, "copy a link that brings back this view as it is", () => {
    navigator.clipboard.writeText(location.href).then(
      () => say("copied"),
      () => say("it is in the address bar"), // the browser does not let pages copy
    );
  });
  const say = (text: string): void => {
    result.textContent = text;
    setTimeout(() => (result.textContent = label), kShownMs);
  };
  result.setAttribute("aria-live", "polite");
  return result;
}
