// SPDX-License-Identifier: Apache-2.0
import { type Claim, kVerdicts } from "./data";
import { element } from "./elements";
import { show } from "./numbers";

// The table claim, paper, measured, verdict.
export function claimTable(claims: Claim[]): HTMLElement {
  const head = element("tr");
  for (const name of ["claim", "paper", "measured here", "verdict"]) head.append(element("th", { scope: "col" }, name));
  const body = element("tbody");
  for (const claim of claims) {
    const measured = element("td", {}, claim.measured);
    if (claim.interval !== undefined) {
      const [low, high] = claim.interval;
      measured.append(element("span", { class: "interval" }, ` 95 %: ${show(low)} to ${show(high)}`));
    }
    const statement = element(
      "th",
      { scope: "row", id: `claim-${claim.id}` },
      claim.statement,
      element("code", {}, claim.command),
    );
    const verdict = element("span", { class: `verdict ${claim.verdict.replaceAll(" ", "-")}` }, claim.verdict);
    body.append(element("tr", {}, statement, element("td", {}, claim.paper), measured, element("td", {}, verdict)));
  }
  return element("div", { class: "scroll" }, element("table", { class: "claims" }, element("thead", {}, head), body));
}

export function claimSummary(claims: Claim[]): string {
  const parts = kVerdicts
    .map((verdict) => ({ verdict, count: claims.filter((c) => c.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${count} ${verdict}`);
  return parts.length === 0 ? "no claim was measured" : `${claims.length} claims: ${parts.join(", ")}`;
}
