/** Types and rates of a comparison between the graph and a truth. The property names are part of the `--json` output. */

export interface Miss {
  readonly part: string;
  /** `missed`: true but not returned. `wrong`: returned but not true. */
  readonly kind: 'missed' | 'wrong';
  /** The definition or file that was requested. */
  readonly subject: string;
  readonly path: string;
  readonly line: number;
  readonly detail: string;
}

export interface Score {
  readonly part: string;
  /** Number of requested items. */
  readonly asked: number;
  readonly expected: number;
  /** Number of expected items that the server returned. */
  readonly found: number;
  /** Number of returned items. */
  readonly told: number;
  /** Number of returned items that are true. */
  readonly right: number;
  /** Returned items that the truth cannot decide. They count in neither figure. */
  readonly unknown: number;
}

/** Computes recall and precision. A rate is 1 if there was nothing to count. */
export function computeRates(score: Score): { readonly recall: number; readonly precision: number } {
  return {
    recall: score.expected === 0 ? 1 : score.found / score.expected,
    precision: score.told === 0 ? 1 : score.right / score.told,
  };
}

export function scoreRow(score: Score): readonly (string | number)[] {
  const { part, asked, expected, found, told, right, unknown } = score;
  return [part, asked, expected, percent(found, expected), told, percent(right, told), unknown];
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`;
}

export const scoreHead = ['what', 'requested', 'true', 'recall', 'returned', 'precision', 'unknown'];
