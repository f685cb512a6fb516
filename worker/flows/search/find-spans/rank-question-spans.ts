/** Ranks the spans of one question: candidates of the searches, whole definitions if they answer it better, refinement, and boosts. */

import type { Question } from '../../../core/answers/question.ts';
import type { FileRow } from '../../../ports/chunk-store.ts';
import { isHeading } from '../../../retrieval/question/is-heading.ts';
import { isWrittenAsQuestion } from '../../../retrieval/question/read-question.ts';
import { boostDependents } from '../../../retrieval/ranking/boost-dependents.ts';
import { boostPhrases } from '../../../retrieval/ranking/boost-phrases.ts';
import type { RankedSpan } from '../../../retrieval/ranking/rank-spans.ts';
import { definitionCertainty } from '../../../retrieval/search/find-definitions.ts';
import { retrieveByModality } from '../../../retrieval/search/retrieve-by-modality.ts';
import { retrieveSpans, type RetrievalScope } from '../../../retrieval/search/retrieve-spans.ts';
import type { Services } from '../../services.ts';
import { defaultRanking, type Finding, type RetrievalRequest } from './finding.ts';
import { promoteOpening } from './promote-opening.ts';
import { rankDefinitionSpans } from './rank-definition-spans.ts';
import { refineSpans } from './refine-spans.ts';

/** A question as it is ranked. */
export interface RetrievalInput {
  readonly question: Question;
  readonly files: readonly FileRow[];
  readonly request: RetrievalRequest;
}

interface RankedFinding extends Pick<Finding, 'retrieved' | 'notes'> {
  readonly definitionSpans: readonly RankedSpan[];
}

/**
 * Minimum significant words of a question that definitions answer. Shorter ones ask for a concept, whose files rank better by chunks; 97 % of the
 * questions to which the ranking of definitions is fitted have this many.
 */
const minDefinitionTerms = 5;

/** Requests for other rankings or kinds of chunk, keywords, and texts that ask nothing are answered by chunks. */
function isRankedByDefinitions(
  { ranksDefinitions, ranking, filters }: RetrievalRequest,
  { text, terms, isStatement, isOverview }: Question,
): boolean {
  const isDefault =
    ranking === undefined || Object.keys(ranking).length === 0 || ranking.ranker === 'learned';
  const isQuestion = !isStatement && !isOverview && isWrittenAsQuestion(text) && !isHeading(text);
  return (
    ranksDefinitions === true &&
    isDefault &&
    isQuestion &&
    filters.kinds.length === 0 &&
    terms.length >= minDefinitionTerms
  );
}

export async function rankSpans(
  services: Services,
  scope: RetrievalScope,
  { question, files, request }: RetrievalInput,
): Promise<RankedFinding> {
  const { refining = {}, filters, modalityQuery, help } = request;
  if (modalityQuery !== undefined) {
    const retrieved = await retrieveByModality(services, scope, question, modalityQuery);
    const notes = retrieved.note === undefined ? [] : [retrieved.note];
    return { retrieved, definitionSpans: [], notes };
  }
  const retrieved = await retrieveSpans(services, scope, question, { ...defaultRanking, ...request.ranking });
  const { kinds } = filters;
  const ranksDefinitions = isRankedByDefinitions(request, question);
  const ranked = ranksDefinitions
    ? await rankDefinitionSpans(services, scope, question, retrieved)
    : retrieved.spans;
  const refined = await refineSpans(services, scope, question, {
    retrieved: { ...retrieved, spans: ranked },
    refining,
    kinds,
    help,
  });
  const definitions = retrieved.definitions.filter((symbol) => definitionCertainty(question, symbol) === 1);
  const boost = async (spans: readonly RankedSpan[]): Promise<readonly RankedSpan[]> => {
    const boosted = boostPhrases(question, spans);
    const promoted = await promoteOpening(services, scope, { question, files, spans: boosted });
    return boostDependents(services, scope, { question, definitions, spans: promoted });
  };
  // Confidence is fitted to chunks, so they are ranked too.
  const [refinedSpans, chunkSpans] = await Promise.all([
    boost(refined.spans),
    ranksDefinitions ? boost(retrieved.spans) : undefined,
  ]);
  return {
    retrieved: { ...retrieved, spans: chunkSpans ?? refinedSpans },
    definitionSpans: ranksDefinitions ? refinedSpans : [],
    notes: [...(retrieved.note === undefined ? [] : [retrieved.note]), ...refined.notes],
  };
}
