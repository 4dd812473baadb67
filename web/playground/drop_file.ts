// SPDX-License-Identifier: Apache-2.0
import { element } from "../src/elements";

export interface Dropped {
  name: string;
  bytes: Uint8Array;
}

const kMostBytes = 200e6;

// The bytes of a file, unpacked if they are gzip.
async function bytesOf(file: File): Promise<Uint8Array> {
  if (file.size > kMostBytes) throw new Error(`expected a file of at most ${kMostBytes / 1e6} MB`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error("the gzip stream is damaged or cut short");
  }
}

// A button that asks for a file; a file can also be dropped anywhere on `target`.
export function fileField(
  label: string,
  target: HTMLElement,
  onFile: (file: Dropped) => void,
  onProblem: (sentence: string) => void,
): HTMLElement {
  const input = element("input", { type: "file" });
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    bytesOf(file).then(
      (bytes) => onFile({ name: file.name, bytes }),
      (error: unknown) =>
        onProblem(`${file.name}: ${error instanceof Error ? error.message : String(error)}.`),
    );
  };
  input.addEventListener("change", () => {
    take(input.files?.[0]);
    input.value = "";
  });
  target.addEventListener("dragover", (event) => {
    event.preventDefault();
    target.classList.add("dropping");
  });
  target.addEventListener("dragleave", () => target.classList.remove("dropping"));
  target.addEventListener("drop", (event) => {
    event.preventDefault();
    target.classList.remove("dropping");
    take(event.dataTransfer?.files[0]);
  });
  return element("label", { class: "file" }, element("span", {}, label), input);
}
