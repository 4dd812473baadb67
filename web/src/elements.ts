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

export function button(label: string, title: string, act: (event: MouseEvent) => void): HTMLButtonElement {
  const result = element("button", { type: "button", title }, label);
  result.addEventListener("click", act);
  return result;
}
