// SPDX-License-Identifier: Apache-2.0
import { Chart } from "./chart";
import { claimSummary, claimTable } from "./claims";
import { check, type Report } from "./data";
import { element } from "./elements";
import "./style.css";
import { themeButton } from "./theme";

function readData(): unknown {
  const block = document.getElementById("report-data")?.textContent ?? "";
  try {
    return JSON.parse(block);
  } catch {
    return undefined;
  }
}

function picture(report: Report, id: string): HTMLElement | undefined {
  const found = report.pictures.find((p) => p.id === id);
  if (found === undefined) return undefined;
  return element(
    "figure",
    { class: "picture", id: `figure-${found.id}` },
    element("h3", {}, found.title),
    element("img", { src: `data:image/png;base64,${found.png}`, alt: found.caption }),
    element("figcaption", {}, found.caption),
    element("div", { class: "tools" }, element("code", {}, found.command)),
  );
}

// Fills the places that the page keeps for figures; a place without data says how to get some.
function fillPlaces(report: Report): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-figure]")) {
    const id = place.dataset["figure"] ?? "";
    const figure = report.figures.find((f) => f.id === id);
    const content = figure !== undefined ? new Chart(figure).root : picture(report, id);
    const make = place.dataset["make"] ?? "bitbasin reproduce";
    place.replaceChildren(
      content ??
        element("p", { class: "missing" }, "No data for this figure in the store; make some with ", element("code", {}, make), "."),
    );
  }
}

function extraFigures(report: Report): void {
  const known = new Set([...document.querySelectorAll<HTMLElement>("[data-figure]")].map((p) => p.dataset["figure"]));
  const rest = report.figures.filter((f) => !known.has(f.id));
  const section = document.getElementById("more");
  if (section === null) return;
  section.hidden = rest.length === 0;
  for (const figure of rest) section.append(new Chart(figure).root);
}

function main(): void {
  const { report, problems } = check(readData());
  document.title = report.title;
  const put = (id: string, ...content: (Node | string)[]): void => document.getElementById(id)?.append(...content);
  put("title", report.title);
  put("summary", claimSummary(report.claims));
  put("theme", themeButton());
  if (report.claims.length > 0) put("claim-table", claimTable(report.claims));
  for (const [name, value] of report.provenance) put("provenance", element("dt", {}, name), element("dd", {}, value));
  for (const problem of problems) put("problems", element("li", {}, problem));
  const box = document.getElementById("problem-box");
  if (box !== null) box.hidden = problems.length === 0;
  fillPlaces(report);
  extraFigures(report);
  document.documentElement.dataset["ready"] = "true";
}

main();
