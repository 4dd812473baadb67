// SPDX-License-Identifier: Apache-2.0

// An element with attributes and children. Text stays text: nothing here reads HTML.
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

// A command that is broken into lines between its words only.
export function commandLine(command: string): HTMLElement {
  const words = command.split(" ").map((word) => element("span", {}, word));
  return element(
    "code",
    { class: "command" },
    ...words.flatMap((word, i) => (i === 0 ? [word] : [" ", word])),
  );
}

export function button(label: string, title: string, act: (event: MouseEvent) => void): HTMLButtonElement {
  const result = element("button", { type: "button", title }, label);
  result.addEventListener("click", act);
  return result;
}
