/** Compares answers with the rated ones: helpful answers should keep their citations, the others should change. */

import type { FeedbackCase, RatedSpan } from './feedback-case.ts';

export interface NewAnswer {
  readonly text: string;
  readonly cited: readonly RatedSpan[];
}

export interface ComparedAnswer {
  readonly rated: FeedbackCase;
  /** How many of the spans that the rated answer cites share a line with a span that the new one cites. */
  readonly stillCited: number;
  /** The new answer has another text or cites other spans. */
  readonly isChanged: boolean;
}

export interface FeedbackFigures {
  readonly up: {
    readonly answers: number;
    readonly cited: number;
    readonly stillCited: number;
    /** Answers that still cite all spans. */
    readonly complete: number;
  };
  readonly down: { readonly answers: number; readonly changed: number; readonly unchanged: number };
}

export function compareAnswer(rated: FeedbackCase, { text, cited }: NewAnswer): ComparedAnswer {
  const stillCited = rated.cited.filter((span) => cited.some((other) => overlaps(span, other))).length;
  const isChanged = normalize(text) !== normalize(rated.answer) || key(cited) !== key(rated.cited);
  return { rated, stillCited, isChanged };
}

export function computeFeedbackFigures(answers: readonly ComparedAnswer[]): FeedbackFigures {
  const [up, down] = [
    answers.filter(({ rated }) => rated.rating === 'up'),
    answers.filter(({ rated }) => rated.rating === 'down'),
  ];
  const changed = down.filter(({ isChanged }) => isChanged).length;
  return {
    up: {
      answers: up.length,
      cited: sum(up.map(({ rated }) => rated.cited.length)),
      stillCited: sum(up.map(({ stillCited }) => stillCited)),
      complete: up.filter(({ rated, stillCited }) => stillCited === rated.cited.length).length,
    },
    down: { answers: down.length, changed, unchanged: down.length - changed },
  };
}

function overlaps(a: RatedSpan, b: RatedSpan): boolean {
  return a.path === b.path && a.startLine <= b.endLine && b.startLine <= a.endLine;
}

/** Without citations, since the ids of spans are not the same in another index. */
function normalize(text: string): string {
  return text
    .replaceAll(/\[chunk:[^\]]*\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Independent of the order of the spans. */
function key(spans: readonly RatedSpan[]): string {
  const names = spans.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
  return [...new Set(names)].toSorted().join('\n');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
