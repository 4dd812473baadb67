// SPDX-License-Identifier: Apache-2.0
import { Chart } from "./chart";
import { claimSummary, claimTable } from "./claims";
import { defineColours } from "./colours";
import { check, type Picture, read, type Report } from "./data";
import { commandLine, element } from "./elements";
import { inLine, notation } from "./notation";
import "./style.css";
import "./claims.css";
import "./figures.css";
import "./print.css"; // the last: it overrides the others
import { themeButton } from "./theme";

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`expected an element ${id} in the page`);
  return found;
}

function places(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-figure]")];
}

function missing(command: string): HTMLElement {
  const text = "Nothing in the store for this figure yet; make it with ";
  return element("p", { class: "missing" }, text, commandLine(command), ".");
}

function pictureFigure(picture: Picture): HTMLElement {
  return element(
    "figure",
    { class: "picture", id: `figure-${picture.id}` },
    element("h3", {}, ...notation(picture.title)),
    element("img", { src: `data:image/png;base64,${picture.png}`, alt: inLine(picture.caption) }),
    element("figcaption", {}, ...notation(picture.caption)),
    commandLine(picture.command),
  );
}

// Charts and pictures go to their places in the page, others to the end; a place without data says how to get
// some.
function showFigures(report: Report): void {
  const charts = report.figures.map((figure) => ({ id: figure.id, chart: new Chart(figure) }));
  const pictures = report.pictures.map((picture) => ({ id: picture.id, root: pictureFigure(picture) }));
  const rest = new Map(
    [...pictures, ...charts.map(({ id, chart }) => ({ id, root: chart.root }))].map((f) => [f.id, f.root]),
  );
  for (const place of places()) {
    const id = place.dataset["figure"] ?? "";
    place.replaceChildren(rest.get(id) ?? missing(place.dataset["make"] ?? "bitbasin reproduce"));
    rest.delete(id);
  }
  byId("more").append(...rest.values());
  byId("more").hidden = rest.size === 0;
  // All widths are read before the first chart is drawn; otherwise the page would be laid out again for each.
  const rooms = charts.map(({ chart }) => chart.room());
  charts.forEach(({ chart }, i) => chart.resize(rooms[i] ?? 0));
}

// The figure whose command runs the claim.
function figureOf(report: Report, claim: string): string | undefined {
  const ids = new Set([...report.figures, ...report.pictures].map((f) => f.id));
  const place = places().find(
    (p) => ids.has(p.dataset["figure"] ?? "") && p.dataset["make"]?.split(" ").includes(claim),
  );
  return place?.dataset["figure"];
}

function main(): void {
  defineColours(document.documentElement.style);
  const { report, problems } = check(read(byId("report-data").textContent ?? ""));
  document.title = report.title;
  byId("title").append(report.title);
  byId("summary").append(claimSummary(report.claims));
  byId("theme").append(themeButton());
  byId("claim-table").append(
    report.claims.length > 0
      ? claimTable(report.claims, (id) => figureOf(report, id))
      : missing("bitbasin reproduce"),
  );
  for (const [name, value] of report.provenance)
    byId("provenance").append(element("dt", {}, name), element("dd", {}, value));
  byId("problems").append(...problems.map((problem) => element("li", {}, problem)));
  byId("problem-box").hidden = problems.length === 0;
  showFigures(report);
  document.documentElement.dataset["ready"] = "true";
  performance.mark("ready");
}

main();
