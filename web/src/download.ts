// SPDX-License-Identifier: Apache-2.0
import { onLightGround } from "./colours";
import { kScreenOnly } from "./drawing";

export function fileName(id: string, extension: string): string {
  return `${id.replaceAll(/[^\w.-]+/g, "-")}.${extension}`;
}

export function download(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const kNamespace = "http://www.w3.org/2000/svg";

function node(name: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const result = document.createElementNS(kNamespace, name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, String(value));
  result.textContent = text;
  return result;
}

export interface LegendEntry {
  name: string;
  swatch: SVGSVGElement;
}

// A chart as a file for a paper or talk: with title and legend, on white, whatever the page looks like.
export function svgFile(svg: SVGSVGElement, title: string, legend: LegendEntry[]): string {
  const { width, height } = svg.viewBox.baseVal;
  const [margin, line, letter] = [12, 20, 7.2];
  const text = { fill: "#000", "font-family": "system-ui, sans-serif", "font-size": 13 };
  const file = node("svg", { xmlns: kNamespace });
  file.append(node("title", {}, title), node("rect", { width: "100%", height: "100%", fill: "#fff" }));
  let y = margin + 14;
  file.append(node("text", { ...text, x: margin, y, "font-weight": 600 }, title));
  y += line;
  let x = margin;
  for (const { name, swatch } of legend) {
    const wide = 50 + letter * name.length;
    if (x > margin && x + wide > width) {
      x = margin;
      y += line;
    }
    swatch.setAttribute("x", String(x));
    swatch.setAttribute("y", String(y - 10));
    file.append(swatch, node("text", { ...text, x: x + 32, y }, name));
    x += wide;
  }
  y += line / 2;
  const chart = svg.cloneNode(true) as SVGSVGElement;
  for (const found of chart.querySelectorAll(`[class^="${kScreenOnly}"], .zoom`)) found.remove();
  for (const [key, value] of Object.entries({ y, width, height })) chart.setAttribute(key, String(value));
  chart.style.color = "#000";
  chart.style.fontFamily = "system-ui, sans-serif";
  file.append(chart);
  for (const [key, value] of Object.entries({
    width,
    height: y + height,
    viewBox: `0 0 ${width} ${y + height}`,
  })) {
    file.setAttribute(key, String(value));
  }
  const markup = new XMLSerializer().serializeToString(file);
  const plain = onLightGround(markup)
    .replaceAll("var(--chart-ground)", "#fff")
    .replaceAll("var(--plot-background)", "#fff")
    .replaceAll("var(--line)", "#ccc");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${plain}\n`;
}
