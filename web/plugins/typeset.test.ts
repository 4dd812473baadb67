// SPDX-License-Identifier: Apache-2.0
import { expect, it } from "vitest";
import { typeset } from "./typeset";

it("makes MathML of what stands between the marks", () => {
  const html = typeset("<p>a <tex>x &lt; y</tex> b</p><tex display>\\alpha</tex>");
  expect(html).toMatch(/^<p>a <math[^]*<mo>&lt;<\/mo>[^]*<\/math> b<\/p><math [^>]*display="block">/);
  expect(html).not.toContain("<tex");
  expect(html).not.toContain("<span");
});

it("refuses what is no TeX", () => {
  expect(() => typeset("<tex>\\frac{</tex>")).toThrow();
});
