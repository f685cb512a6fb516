/**
 * The claims an answer's writer wrote: of a model that broke off, those before the heading under which the rest was composed from the
 * index; else all of them. Pure.
 */
import type { Claim } from '../../api.ts';
import type { AnswerState } from './reduce-answer.ts';

/** As the server writes it before what it composes. */
const composedHeading = 'Composed from the index';

export function writtenClaims({
  claims,
  generation,
  told,
}: Pick<AnswerState, 'claims' | 'generation' | 'told'>): readonly Claim[] {
  if (generation?.isCutOff !== true) return claims;
  const composed = claims.findIndex(({ id }) => told.headings[id]?.includes(composedHeading) === true);
  return composed < 0 ? claims : claims.slice(0, composed);
}
