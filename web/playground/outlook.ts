// SPDX-License-Identifier: Apache-2.0
export const kDense = 0.776; // dense clusters exist up to here, solutions up to the other
export const kCapacity = 0.833;

// What the theory of large N says about random labels.
export function outlook(alpha: number): { text: string; level: "good" | "fair" | "bad" } {
  if (alpha <= kDense)
    return { level: "good", text: "There are dense clusters of solutions, and solvers find them." };
  if (alpha <= kCapacity) {
    return {
      level: "fair",
      text: `Beyond ${kDense} solutions exist, but no dense clusters: a run should fail.`,
    };
  }
  return { level: "bad", text: `Beyond ${kCapacity} there are no solutions, for large N.` };
}
