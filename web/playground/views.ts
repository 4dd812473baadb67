// SPDX-License-Identifier: Apache-2.0
import { readLink, writeLink } from "./link";

export interface View {
  load(state: URLSearchParams): void;
  save(): URLSearchParams;
  show(): void;
  hide(): void;
}

// How to make each view, by its name in links, which is that of its section, too.
export type Makers = Readonly<Record<string, () => View>>;

// One view at a time, made when it is first seen, and chosen by the address, which always has its state.
export class Views {
  private readonly made = new Map<string, View>();
  private current: { name: string; view: View } | undefined;
  private written = "";

  constructor(private readonly makers: Makers) {
    addEventListener("hashchange", () => {
      if (location.hash !== this.written) this.follow();
    });
  }

  // Goes where the address says, or to the first view.
  follow(): void {
    const { view: asked, state } = readLink(location.hash);
    const name = Object.hasOwn(this.makers, asked) ? asked : (Object.keys(this.makers)[0] ?? "");
    if (this.current?.name !== name) this.current?.view.hide();
    for (const other of Object.keys(this.makers)) {
      document.getElementById(other)?.toggleAttribute("hidden", other !== name);
      const tab = document.querySelector(`nav a[data-view="${other}"]`);
      if (other === name) tab?.setAttribute("aria-current", "page");
      else tab?.removeAttribute("aria-current");
    }
    const before = this.made.get(name);
    const view = before ?? this.makers[name]?.();
    if (view === undefined) return;
    this.made.set(name, view);
    this.current = { name, view };
    if ([...state.keys()].length > 0 || before === undefined) view.load(state);
    view.show();
    this.write();
  }

  repaint(): void {
    this.current?.view.show();
  }

  // The state has changed: the address follows, without a new entry in the history.
  write(): void {
    if (this.current === undefined) return;
    this.written = writeLink(this.current.name, this.current.view.save());
    history.replaceState(null, "", this.written);
  }
}
