/** Creates the search that an answer uses. Each text is searched for once, however many parts of the answer need its result. */

import { createModelHelp } from '../models/model-help.ts';
import { defaultRanking, type Finding, type PlanningContext } from '../search/find-spans/finding.ts';
import { chooseRanker } from '../search/find-spans/refine-spans.ts';
import { retrieve } from '../search/find-spans/retrieve.ts';
import { noFilters } from '../search/search-filters.ts';
import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { AnswerRequest, AnswerSearch } from './answer-request.ts';

/** Passages in an answer if the request sets no number. A search returns more. */
const defaultPassages = 8;
/** A model reads more passages than a person would. */
const defaultPassagesForModel = 12;
/** A history answer reads the history of this many spans, so every search returns at least as many. */
const historySpans = 6;

export function createAnswerSearch(
  services: Services,
  resolved: ResolvedSnapshot,
  request: Pick<AnswerRequest, 'topK' | 'expandGraph' | 'reranker'> &
    Partial<Pick<AnswerRequest, 'writer' | 'question' | 'followUp' | 'earlier'>>,
): AnswerSearch {
  const isForModel = (request.writer?.models.length ?? 0) > 0;
  const count = request.topK ?? (isForModel ? defaultPassagesForModel : defaultPassages);
  const { ranker, reranking } = chooseRanker(request.reranker);
  const help = createModelHelp(services, request.writer);
  const planning = planningContext(services, request);
  const findings = new Map<string, Promise<Finding>>();
  const search = (text: string): Promise<Finding> =>
    retrieve(services, resolved, {
      text,
      filters: noFilters,
      count: Math.max(count, historySpans),
      expandsGraph: request.expandGraph ?? false,
      ranksDefinitions: true,
      ranking: { ...defaultRanking, ranker },
      refining: { reranking },
      help,
      // Only the user's own wording needs a plan.
      planning: text === request.followUp?.text ? planning : undefined,
    });
  return {
    count,
    help,
    findDocuments: (text) =>
      retrieve(services, resolved, {
        text,
        filters: { ...noFilters, kinds: ['docs'] },
        count,
        ranking: { ...defaultRanking, ranker },
        refining: { reranking },
      }),
    find: (text) => {
      const finding = findings.get(text) ?? search(text);
      findings.set(text, finding);
      return finding;
    },
  };
}

function planningContext(
  { settings }: Pick<Services, 'settings'>,
  { question, earlier = [] }: Partial<Pick<AnswerRequest, 'question' | 'earlier'>>,
): PlanningContext | undefined {
  if (settings.retrieval.planner !== 'model') return undefined;
  return { ...(question === undefined ? {} : { originalText: question }), earlier };
}
