/**
 * The claims of an answer by who made them: of a model that broke off, those before the heading under which the rest was composed from
 * the index are its own; else all of them are their writer's. Pure.
 */
import { composedHeading, type Claim } from '../../api.ts';
import type { AnswerState } from './reduce-answer.ts';

type Told = Pick<AnswerState, 'claims' | 'generation' | 'told'>;

export function writtenClaims(answer: Told): readonly Claim[] {
  return answer.claims.slice(0, composedAt(answer));
}

/** None but of a model that broke off. */
export function composedClaims(answer: Told): readonly Claim[] {
  return answer.claims.slice(composedAt(answer));
}

/** The last such heading is the server's: a model may write the same before it. */
function composedAt({ claims, generation, told }: Told): number {
  if (generation?.isCutOff !== true) return claims.length;
  const composed = claims.findLastIndex(({ id }) => told.headings[id]?.includes(composedHeading) === true);
  return composed < 0 ? claims.length : composed;
}
