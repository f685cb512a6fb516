/**
 * Checks words for frequency, quantity and certainty ("always", "at least", "may") against the closest cited
 * statements.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { highestOverlap, minOverlap, type Closeness } from './closest-statements.ts';

/** Evidence that matches `not` contradicts the bound. A `strict` bound must also appear in the evidence. */
const bounds: readonly { readonly pattern: RegExp; readonly not: RegExp; readonly strict: boolean }[] = [
  {
    pattern: /\b(?:always|invariably)\b/i,
    not: /\b(?:sometimes|usually|often|may|might|never|rarely|optionally)\b/i,
    strict: true,
  },
  {
    pattern: /\b(?:all|every|each|everything|everyone|entire|whole|both)\b/i,
    not: /\b(?:some|several|few|certain|any one|only one|first|either|one of)\b/i,
    strict: false,
  },
  {
    pattern: /\b(?:sometimes|occasionally|rarely|seldom|hardly|usually|often|mostly|partly)\b/i,
    not: /\b(?:always|all|every|never)\b/i,
    strict: true,
  },
  {
    pattern: /\b(?:some|several|few|certain)\b/i,
    not: /\b(?:all|every|each|none|no|only)\b/i,
    strict: false,
  },
  { pattern: /\b(?:only|solely|exclusively|merely)\b/i, not: /\b(?:also|all|any|every)\b/i, strict: true },
  { pattern: /\bat least\b/i, not: /\b(?:at most|up to|exactly|maximum|no more than)\b/i, strict: true },
  { pattern: /\b(?:at most|no more than)\b/i, not: /\b(?:at least|exactly|minimum)\b/i, strict: true },
  {
    pattern: /\b(?:exactly|precisely)\b/i,
    not: /\b(?:at least|at most|about|up to|approximately)\b/i,
    strict: true,
  },
  { pattern: /\b(?:most|majority)\b/i, not: /\b(?:all|every|few|some)\b/i, strict: true },
  {
    pattern: /(?!^)\bonce\b|\b(?:twice|thrice|repeatedly|again and again)\b/i,
    not: /\b(?:once|twice|repeatedly|times)\b/i,
    strict: true,
  },
  {
    pattern: /\b(?:must|has to|have to|required to|shall)\b/i,
    not: /\b(?:may|might|can|could|optional|optionally)\b/i,
    strict: false,
  },
  {
    pattern: /\b(?:may|might|can|could|optionally)\b/i,
    not: /\b(?:must|has to|have to|shall|required)\b/i,
    strict: false,
  },
  { pattern: /\b(?:should)\b/i, not: /\b(?:should not|never)\b/i, strict: false },
];

export function checkBounds(clause: string, close: readonly Closeness[]): readonly ClaimCheck[] {
  const top = highestOverlap(close, () => true);
  return bounds.flatMap(({ pattern, not, strict }) => {
    const bound = pattern.exec(clause)?.[0];
    if (bound === undefined) return [];
    const closest = close.filter(({ overlap }) => overlap >= Math.min(top, Math.max(minOverlap, top * 0.8)));
    const isStated = closest.some(({ statement }) => pattern.test(statement.text));
    if (isStated) return [];
    const isContradicted =
      top >= minOverlap && closest.some(({ statement }) => statement.isProse && not.test(statement.text));
    if (!strict && !isContradicted) return [];
    return [{ check: 'bound', passed: false, detail: `The cited lines do not state “${bound}” about this.` }];
  });
}
