/** How many of what is true was told, and how much of what was told is true, with each miss. */

export interface Miss {
  readonly part: string;
  /** `missed`: true and not told. `wrong`: told and not true. */
  readonly kind: 'missed' | 'wrong';
  /** What was asked about. */
  readonly subject: string;
  readonly path: string;
  readonly line: number;
  readonly detail: string;
}

export interface Score {
  readonly part: string;
  /** Things asked about. */
  readonly asked: number;
  readonly expected: number;
  /** Of those expected. */
  readonly found: number;
  readonly told: number;
  /** Of those told. */
  readonly right: number;
  /** Told where the truth cannot tell: in neither figure. */
  readonly unknown: number;
}

/** What a score's recall and precision are; 1 where there was nothing. */
export function ratesOf(score: Score): { readonly recall: number; readonly precision: number } {
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

export const scoreHead = ['', 'asked', 'true', 'recall', 'told', 'precision', 'unknown'];
