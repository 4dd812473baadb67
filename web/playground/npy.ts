// SPDX-License-Identifier: Apache-2.0

// Images as a file in NumPy's format: an array of bytes of shape (images, rows, columns).
export function npy(pixels: Uint8Array, rows: number, columns: number): Uint8Array<ArrayBuffer> {
  const images = pixels.length / (rows * columns);
  const text = `{'descr': '|u1', 'fortran_order': False, 'shape': (${images}, ${rows}, ${columns}), }`;
  const length = 64 * Math.ceil((10 + text.length + 1) / 64); // of all that precedes the pixels
  const result = new Uint8Array(length + pixels.length);
  result.set([0x93, ...new TextEncoder().encode("NUMPY"), 1, 0, (length - 10) & 255, (length - 10) >> 8]);
  result.set(new TextEncoder().encode(text.padEnd(length - 11) + "\n"), 10);
  result.set(pixels, length);
  return result;
}
