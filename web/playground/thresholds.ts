// SPDX-License-Identifier: Apache-2.0
// Of random K-SAT, by K. Solutions form one cluster up to the first (Krzakala et al., PNAS 2007); formulas can be
// satisfied up to the second (Mertens, Mezard and Zecchina, 2006).
export const kClustering: Readonly<Record<number, number>> = { 3: 3.86, 4: 9.38, 5: 19.16 };
export const kSatisfiable: Readonly<Record<number, number>> = { 3: 4.267, 4: 9.931, 5: 21.117 };

// What the theory of large N says about a random formula.
export function clauseOutlook(k: number, alpha: number): { text: string; level: "good" | "fair" | "bad" } {
  const [clustering, satisfiable] = [kClustering[k] ?? 0, kSatisfiable[k] ?? 0];
  if (alpha <= clustering) return { level: "good", text: "Solutions form one large cluster." };
  if (alpha <= satisfiable) {
    return {
      level: "fair",
      text: `Beyond ${clustering} solutions fall apart into many clusters: it gets hard.`,
    };
  }
  return { level: "bad", text: `Beyond ${satisfiable} no assignment satisfies all clauses, for large N.` };
}
