/** The search an answer is made from: once for the same words, whichever way of answering asks for it. */

import { chooseRanker } from './choose-ranker.ts';
import { createModelHelp, type ModelHelp } from './generation/model-help.ts';
import type { AskedQuestion } from './prepare-answer.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Planning } from './retrieve-planned.ts';
import { retrieve, usualRanking, type Finding } from './retrieve.ts';
import { noFilters } from './search/search-filters.ts';
import type { Services } from './services.ts';

/** Passages in an answer when the request does not say; a search shows more. */
const passages = 5;
/** A model reads more than a reader would. */
const passagesForModel = 12;
/** Spans whose past is looked at, of which as many are read. */
const spansOfPast = 6;

export interface AnswerSearch {
  /** Passages of the answer. */
  readonly count: number;
  /** What is found for a text; asked again, what was found. */
  readonly find: (text: string) => Promise<Finding>;
  /** Of models. */
  readonly help: ModelHelp;
}

export function searchForAnswer(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: Pick<AskedQuestion, 'topK' | 'expandGraph' | 'reranker'> &
    Partial<Pick<AskedQuestion, 'writer' | 'question' | 'followUp' | 'earlier'>>,
): AnswerSearch {
  const count = asked.topK ?? ((asked.writer?.models.length ?? 0) > 0 ? passagesForModel : passages);
  const { ranker, rereads } = chooseRanker(asked.reranker);
  const help = createModelHelp(services, asked.writer);
  const planning = planningOf(services, asked);
  const found = new Map<string, Promise<Finding>>();
  const search = (text: string): Promise<Finding> =>
    retrieve(services, resolved, {
      text,
      filters: noFilters,
      count: Math.max(count, spansOfPast),
      expands: asked.expandGraph ?? true,
      ranking: { ...usualRanking, ranker },
      refining: { rereads },
      help,
      // What else is looked up beside the question is put well already.
      planning: text === asked.followUp?.text ? planning : undefined,
    });
  return {
    count,
    help,
    find: (text) => {
      const finding = found.get(text) ?? search(text);
      found.set(text, finding);
      return finding;
    },
  };
}

function planningOf(
  { settings }: Pick<Services, 'settings'>,
  { question, earlier = [] }: Partial<Pick<AskedQuestion, 'question' | 'earlier'>>,
): Planning | undefined {
  if (settings.retrieval.planner !== 'model') return undefined;
  return { ...(question === undefined ? {} : { asked: question }), earlier };
}
