// SPDX-License-Identifier: Apache-2.0
import { expect, it } from "vitest";
import { equationStyle, typeset } from "./typeset";

it("sets what stands between the marks", () => {
  const html = typeset("<p>a <tex>x &lt; y</tex> b</p><tex display>\\alpha</tex>");
  expect(html).toMatch(
    /^<p>a <span class="katex">[^]*<mo>&lt;<\/mo>[^]*<\/span> b<\/p><span class="katex-display">/,
  );
  expect(html).not.toContain("<tex");
});

it("refuses what is no TeX, and fonts that the page has not got", () => {
  expect(() => typeset("<tex>\\frac{</tex>")).toThrow();
  expect(() => typeset("<tex>\\mathbb{R}</tex>")).toThrow(
    "expected fonts that the page brings with it in \\mathbb{R}",
  );
});

it("brings the fonts along", () => {
  const style = equationStyle();
  expect(style.match(/@font-face/g)).toHaveLength(6);
  expect(style.replaceAll(/url\(data:font\/woff2;base64,[\w+/=]+\)/g, "")).not.toContain("url(");
});
