/** Scores as they are told, and the order they make. */

interface Scored {
  readonly chunk: { readonly key: number };
  readonly score: number;
}

/** Best first; of equal ones the lower key. */
export function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.chunk.key - b.chunk.key;
}

/** Four digits: more of them say nothing. */
export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
