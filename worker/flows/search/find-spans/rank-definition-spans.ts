/** Ranks the definitions that may answer a question, as spans with whole definitions; chunks that show other lines follow. */

import { collectDefinitions } from '../../../retrieval/definitions/collect-definitions.ts';
import { createDefinitionRow, mergeDefinitionSpans } from '../../../retrieval/definitions/definition-span.ts';
import { rankDefinitions } from '../../../retrieval/definitions/rank-definitions.ts';
import type { Question } from '../../../core/answers/question.ts';
import type { RankedSpan } from '../../../retrieval/ranking/rank-spans.ts';
import { weighTerms } from '../../../retrieval/search/search-terms.ts';
import type { RetrievalScope, RetrievedCandidates } from '../../../retrieval/search/retrieve-spans.ts';
import type { Services } from '../../services.ts';

/** Ranked definitions that are shown as spans. */
const maxShown = 300;

/** @param retrieved ranked by the learned ranker */
export async function rankDefinitionSpans(
  services: Pick<Services, 'chunkStore' | 'graphStore' | 'wordVectors'>,
  scope: RetrievalScope,
  question: Question,
  retrieved: RetrievedCandidates,
): Promise<readonly RankedSpan[]> {
  const weights = weighTerms(question.terms, retrieved.frequencies, scope.chunks);
  const wordVectors = await services.wordVectors();
  const candidates = await collectDefinitions({ ...services, wordVectors }, scope.key, {
    question,
    weights,
    lists: { learned: retrieved.spans, signals: retrieved.rankBy('signals') },
    named: retrieved.definitions,
    paths: scope.paths,
  });
  const ranked = rankDefinitions({ question, weights, wordVectors }, candidates);
  const shown = ranked.slice(0, maxShown).flatMap((scored) => {
    const row = createDefinitionRow(scored.definition, scored.chunks);
    return row === undefined ? [] : [{ ...scored, row }];
  });
  return mergeDefinitionSpans(shown, retrieved.spans);
}
