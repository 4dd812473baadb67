// SPDX-License-Identifier: Apache-2.0
import { readLink, writeLink } from "./link";

export interface View {
  readonly name: string; // in links, and of its section
  load(state: URLSearchParams): void;
  save(): URLSearchParams;
  show(): void;
  hide(): void;
}

// One view at a time, chosen by the address, which always has the state of the one that is seen.
export class Views {
  private current: View | undefined;
  private written = "";

  constructor(private readonly views: readonly View[]) {
    addEventListener("hashchange", () => {
      if (location.hash !== this.written) this.follow();
    });
  }

  // Goes where the address says.
  follow(): void {
    const { view, state } = readLink(location.hash);
    const next = this.views.find(({ name }) => name === view) ?? this.views[0];
    if (next === undefined) return;
    if ([...state.keys()].length > 0 || this.current === undefined) next.load(state);
    if (this.current !== next) this.current?.hide();
    this.current = next;
    for (const { name } of this.views) {
      const section = document.getElementById(name);
      if (section !== null) section.hidden = name !== next.name;
      const tab = document.querySelector(`nav a[data-view="${name}"]`);
      if (name === next.name) tab?.setAttribute("aria-current", "page");
      else tab?.removeAttribute("aria-current");
    }
    next.show();
    this.write();
  }

  // The state has changed: the address follows, without a new entry in the history.
  write(): void {
    if (this.current === undefined) return;
    this.written = writeLink(this.current.name, this.current.save());
    history.replaceState(null, "", this.written);
  }
}
