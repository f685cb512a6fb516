/**
 * Chooses how to answer a question from the repository. It tries release notes, a comparison of versions, the overview, the coverage manifest, the
 * code graph, an exhaustive list, history and passages, in this order. A request for work and a greeting get questions to ask
 * instead.
 */

import type { Question } from '../../core/answers/question.ts';
import { readQuestionInRepository } from '../search/find-spans/read-question-in-repository.ts';
import type { Services } from '../services.ts';
import { formatVersionName } from '../versions/compare-versions.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { answerFromCoverage } from './answer-from-coverage.ts';
import type { PreparedAnswer, SearchedRequest } from './answer-request.ts';
import { explainPurpose } from './explain-purpose.ts';
import { answerFromGraph } from './graph/answer-from-graph.ts';
import { draftFromGraph } from './graph/draft-from-graph.ts';
import {
  answerFromHistory,
  answerFromReleaseNotes,
  answerFromTimeline,
} from './history/answer-from-history.ts';
import { draftFromList } from './list/draft-from-list.ts';
import { answerFromOverview } from './overview/answer-from-overview.ts';
import { answerFromPassages, type PassageQuestion } from './passages/answer-from-passages.ts';
import { answerFromVersions, declineMissingVersion } from './versions/answer-from-versions.ts';
import { prepareDraft } from './write/prepare-draft.ts';

export async function answerFromRepository(
  services: Services,
  resolved: ResolvedSnapshot,
  request: SearchedRequest,
): Promise<PreparedAnswer> {
  const { missing, since } = request;
  const fromHistory =
    (await answerFromTimeline(services, resolved, request)) ??
    (await answerFromReleaseNotes(services, resolved, request));
  if (fromHistory !== undefined) return fromHistory;
  if (missing !== undefined) return declineMissingVersion(services, resolved, { request, missing });
  if (since === undefined) return answerFromOneVersion(services, resolved, request);
  const comparison = await answerFromVersions(services, resolved, { request, since });
  if (comparison !== undefined) return comparison;
  const prepared = await answerFromOneVersion(services, resolved, request);
  const [from, to] = [formatVersionName(since.snapshot), formatVersionName(resolved.snapshot)];
  const unchanged = `No difference was found between ${from} and ${to}. This is the state in ${to}.`;
  return { ...prepared, notes: [...prepared.notes, unchanged] };
}

const codeOnlyNote =
  'Answered from the code only: this version has no known history. Index it from its git repository to add the history.';

async function answerFromOneVersion(
  services: Services,
  resolved: ResolvedSnapshot,
  request: SearchedRequest,
): Promise<PreparedAnswer> {
  const { text } = request.followUp;
  const { question } = await readQuestionInRepository(services.chunkStore, resolved.key, text);
  const fromOverview = await answerFromOverview(services, resolved, { question, request });
  if (fromOverview !== undefined) return fromOverview;
  if (question.request !== undefined)
    return explainPurpose(services, resolved, { request, isWork: question.request === 'work' });
  const fromCoverage = await answerFromCoverage(services, resolved, { question, request });
  if (fromCoverage !== undefined && 'parts' in fromCoverage) return fromCoverage;
  const fromCode = await answerFromCode(services, resolved, { request, question });
  return fromCoverage === undefined
    ? fromCode
    : { ...fromCode, notes: [...fromCode.notes, fromCoverage.note] };
}

/** Answers from the graph, a list, history or passages. */
async function answerFromCode(
  services: Services,
  resolved: ResolvedSnapshot,
  { request, question }: { readonly request: SearchedRequest; readonly question: Question },
): Promise<PreparedAnswer> {
  const graph = await draftFromGraph(services, resolved, question.graph);
  if (graph !== undefined && !('kind' in graph))
    return answerFromGraph(services, resolved, { request, draft: graph });
  const list = question.list && (await draftFromList(services, resolved, question.list));
  if (list !== undefined) return prepareDraft(services, resolved, { draft: list, request });
  return answerFromText(services, resolved, { request, question, unknownName: graph?.name });
}

/** Answers from history or passages. */
async function answerFromText(
  services: Services,
  resolved: ResolvedSnapshot,
  passages: PassageQuestion,
): Promise<PreparedAnswer> {
  const fromHistory = await answerFromHistory(services, resolved, passages);
  if (typeof fromHistory === 'object') return fromHistory;
  const prepared = await answerFromPassages(services, resolved, passages);
  return fromHistory === 'unknown' ? { ...prepared, notes: [...prepared.notes, codeOnlyNote] } : prepared;
}
