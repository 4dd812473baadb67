// SPDX-License-Identifier: Apache-2.0
import { expect, it } from "vitest";
import { inLine, pieces } from "./notation";

it("finds the names of quantities", () => {
  expect(pieces("S_I < 0 at alpha_c, N^1.2")).toEqual([
    { text: "S" },
    { text: "I", as: "sub" },
    { text: " < 0 at " },
    { text: "\u03b1" },
    { text: "c", as: "sub" },
    { text: ", " },
    { text: "N" },
    { text: "1.2", as: "sup" },
  ]);
  expect(inLine("alpha = 0.4, q~ < 1 up to d_inf, 10^-3")).toBe(
    "\u03b1 = 0.4, q\u0303 < 1 up to d_\u221e, 10^-3",
  );
});

it("leaves other names alone", () => {
  for (const text of ["my_store.db", "rbp:rate=0.001", "a_long_name", "x^y", "alphabet", "<b>1</b>", ""]) {
    expect(
      pieces(text)
        .map((p) => p.text)
        .join(""),
    ).toBe(text);
    expect(pieces(text).every((p) => p.as === undefined)).toBe(true);
  }
});
