// SPDX-License-Identifier: Apache-2.0
import { type Claim, kVerdicts } from "./data";
import { commandLine, element } from "./elements";
import { notation } from "./notation";
import { show } from "./numbers";

const kColumns = ["claim", "paper", "measured here", "verdict"] as const;

// The cells name their roles and columns, because on a phone the table is laid out as a list.
function cell(column: number, ...children: (Node | string)[]): HTMLTableCellElement {
  return element("td", { role: "cell", "data-column": kColumns[column] ?? "" }, ...children);
}

function measured(claim: Claim): (Node | string)[] {
  if (claim.interval === undefined) return notation(claim.measured);
  const [low, high] = claim.interval;
  return [
    ...notation(claim.measured),
    element("span", { class: "aside" }, `95 %: ${show(low, 3)} to ${show(high, 3)}`),
  ];
}

function verdict(claim: Claim): (Node | string)[] {
  const name = element("span", { class: `verdict ${claim.verdict.replaceAll(" ", "-")}` }, claim.verdict);
  return claim.why === undefined
    ? [name]
    : [name, element("span", { class: "aside" }, ...notation(claim.why))];
}

// The table claim, paper, measured, verdict. figureOf names the figure that shows a claim, if there is one.
export function claimTable(claims: Claim[], figureOf: (id: string) => string | undefined): HTMLElement {
  const head = kColumns.map((name) => element("th", { scope: "col", role: "columnheader" }, name));
  const row = (claim: Claim): HTMLElement => {
    const statement = element(
      "th",
      { scope: "row", role: "rowheader", id: `claim-${claim.id}` },
      ...notation(claim.statement),
    );
    const figure = figureOf(claim.id);
    if (figure !== undefined) statement.append(" ", element("a", { href: `#figure-${figure}` }, "chart"));
    statement.append(commandLine(claim.command));
    const cells = [
      cell(1, ...notation(claim.paper)),
      cell(2, ...measured(claim)),
      cell(3, ...verdict(claim)),
    ];
    return element("tr", { role: "row" }, statement, ...cells);
  };
  const table = element(
    "table",
    { class: "claims", role: "table" },
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...head)),
    element("tbody", { role: "rowgroup" }, ...claims.filter((claim) => !claim.beyondPaper).map(row)),
  );
  const beyond = claims.filter((claim) => claim.beyondPaper);
  if (beyond.length > 0) {
    const title = element("th", { scope: "rowgroup", role: "rowheader", colspan: "4" }, "Beyond the paper");
    const heading = element("tr", { role: "row", class: "section" }, title);
    table.append(element("tbody", { role: "rowgroup" }, heading, ...beyond.map(row)));
  }
  return table;
}

export function claimSummary(claims: readonly { verdict: Claim["verdict"] }[]): string {
  if (claims.length === 0) return "no claim was measured";
  const parts = kVerdicts
    .map((verdict) => ({ verdict, count: claims.filter((c) => c.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${count} ${verdict}`);
  return `${claims.length} ${claims.length === 1 ? "claim" : "claims"}: ${parts.join(", ")}`;
}
