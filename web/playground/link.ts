// SPDX-License-Identifier: Apache-2.0
// The state of a view in the page's address: #learn?n=1001&alpha=0.7&run=rbp&run=fbp:y=3. What cannot be
// understood is replaced by defaults: a link never fails.

export interface Link {
  view: string;
  state: URLSearchParams;
}

export function readLink(hash: string): Link {
  const [view = "", query = ""] = hash.replace(/^#/, "").split("?");
  return { view, state: new URLSearchParams(query) };
}

// Colons, commas and equals signs may stand as they are, for readers.
export function writeLink(view: string, state: URLSearchParams): string {
  const query = state.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3D", "=");
  return query === "" ? `#${view}` : `#${view}?${query}`;
}

export function numberIn(
  state: URLSearchParams,
  key: string,
  [from, to]: readonly [number, number],
  otherwise: number,
): number {
  const text = state.get(key) ?? "";
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) ? Math.min(to, Math.max(from, value)) : otherwise;
}

const kLargestSeed = 2n ** 64n - 1n;

export function seedIn(state: URLSearchParams, key: string): bigint {
  const text = state.get(key) ?? "";
  const value = /^\d{1,20}$/.test(text) ? BigInt(text) : 1n;
  return value <= kLargestSeed ? value : 1n;
}

// Iterations at which runs are paused, "12,end,7"; Infinity: at their end.
export function placesIn(state: URLSearchParams, key: string): number[] | undefined {
  const text = state.get(key);
  return text?.split(",").map((place) => {
    if (place === "end") return Infinity;
    return /^[1-9]\d{0,9}$/.test(place) ? Number(place) : 1;
  });
}

export function oneOf<T extends string>(
  state: URLSearchParams,
  key: string,
  all: readonly T[],
  otherwise: T,
): T {
  const text = state.get(key);
  return all.find((value) => value === text) ?? otherwise;
}
