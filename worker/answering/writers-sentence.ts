/** How many lines of a file are whose, in a sentence: counted by the query, not by what is cited. */

import type { CountedWriters } from '../core/history.ts';
import { writerOf } from './check-origins.ts';

/** Others are told together. */
const mostNamed = 4;

export function writersSentence(path: string, { writers, lines, unknown }: CountedWriters): string {
  const named = writers.slice(0, mostNamed);
  const others = writers.slice(mostNamed);
  const left = others.reduce((sum, one) => sum + one.lines, 0);
  const parts = [
    ...named.map(
      (one, index) => `${one.lines}${index === 0 ? ' were last changed' : ''} by \`${writerOf(one)}\``,
    ),
    ...(others.length === 0
      ? []
      : [`${left} by ${others.length} ${others.length === 1 ? 'other' : 'others'}`]),
    ...(unknown === 0 ? [] : [`of ${unknown} it is not known`]),
  ];
  return `Of the ${lines} lines of \`${path}\`, ${parts.join(', ')}`;
}
