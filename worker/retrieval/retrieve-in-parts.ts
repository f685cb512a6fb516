/** A question that asks several things, each retrieved by itself: their rankings in turn, the best of each first. */

import type { Question } from '../core/question.ts';
import { readQuestion } from './read-question.ts';
import type { RankedSpan } from './rank-spans.ts';
import {
  retrieveSpans,
  type RankingChoice,
  type RetrievalScope,
  type RetrievalTools,
  type Retrieved,
} from './retrieve-spans.ts';
import { readHeldTerms } from './search-terms.ts';

/** Scores are each part's own: a span stands where it stood in its part. */
export async function retrieveInParts(
  tools: RetrievalTools,
  scope: RetrievalScope,
  question: Question,
  {
    subQueries,
    ranking,
    refine,
  }: {
    readonly subQueries: readonly string[];
    readonly ranking: RankingChoice;
    /** What is done to the ranking of each part. */
    readonly refine: (part: Question, retrieved: Retrieved) => Promise<Retrieved>;
  },
): Promise<Retrieved> {
  const [terms, parts] = await Promise.all([
    readHeldTerms(tools.textIndex, scope.key, question.terms),
    Promise.all(
      subQueries.map(async (text) => {
        const part = readQuestion(text);
        return refine(part, await retrieveSpans(tools, scope, part, ranking));
      }),
    ),
  ]);
  const definitions = new Map(parts.flatMap((part) => part.definitions).map((symbol) => [symbol.id, symbol]));
  return { ...terms, spans: inTurn(parts.map((part) => part.spans)), definitions: [...definitions.values()] };
}

/** The first of each, then the second; what several found stands once, at its best place. */
function inTurn(rankings: readonly (readonly RankedSpan[])[]): readonly RankedSpan[] {
  const longest = Math.max(0, ...rankings.map((spans) => spans.length));
  const taken = new Map<number, RankedSpan>();
  for (let place = 0; place < longest; place += 1) {
    for (const spans of rankings) {
      const span = spans[place];
      if (span !== undefined && !taken.has(span.chunk.key)) taken.set(span.chunk.key, span);
    }
  }
  return [...taken.values()];
}
