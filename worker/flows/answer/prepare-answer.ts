/**
 * Chooses how to answer a question and prepares that answer. It tries release notes, a comparison of versions, the overview, the coverage manifest, the code
 * graph, an exhaustive list, history and passages, in this order. A request for work gets questions to ask instead. Attached files answer alone only if the repository contains no answer.
 */

import { declineVersion } from '../../answering/compose/decline.ts';
import type { AnswerEvent } from '../../core/answers/answer.ts';
import { readHistoryQuestion } from '../../retrieval/history/read-history-question.ts';
import { readQuestionInRepository } from '../search/find-spans/read-question-in-repository.ts';
import type { Services } from '../services.ts';
import { formatVersionName } from '../versions/compare-versions.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { draftForAttachments } from './add-attachments.ts';
import type { AnswerRequest, AnswerSearch, PreparedAnswer, SearchedRequest } from './answer-request.ts';
import { answerFromCoverage } from './answer-from-coverage.ts';
import { answerRequestForWork } from './explain-purpose.ts';
import { draftFromGraph, type GraphDraft } from './graph/draft-from-graph.ts';
import { asksAboutHistory } from './history/add-history.ts';
import { draftFromHistory, draftFromReleaseNotes, draftFromTimeline } from './history/draft-from-history.ts';
import { answerFromPassages, type PassageQuestion } from './passages/answer-from-passages.ts';
import { draftFromList } from './list/draft-from-list.ts';
import { answerFromOverview } from './overview/answer-from-overview.ts';
import { draftFromPassages } from './passages/draft-from-passages.ts';
import { draftFromVersions } from './versions/draft-from-versions.ts';
import type { MissingVersion } from './versions/resolve-question-version.ts';
import { writeAnswer, writeDraft } from './write/write-answer.ts';

/** Maximum passages and sentences added to an uncertain answer from the graph. */
const maxPassages = 2;
const maxSentences = 3;

export async function prepareAnswer(
  services: Services,
  resolved: ResolvedSnapshot,
  request: SearchedRequest,
): Promise<PreparedAnswer> {
  const prepared = await prepareFromRepository(services, resolved, request);
  const { class: questionClass, confidence } = prepared;
  const isAnswered = confidence !== 'out-of-scope' && questionClass !== 'too-broad';
  if (request.missing !== undefined || isAnswered) return prepared;
  const draft = await draftForAttachments(services, request);
  if (draft === undefined) return prepared;
  return {
    ...prepared,
    class: 'docs',
    confidence: 'low',
    notes: [...prepared.notes, attachmentsOnlyNote],
    ...toUncorrectedReading(services, request, writeDraft(services, resolved, { draft, request })),
  };
}

const attachmentsOnlyNote = 'Answered from the attached files only: the repository contains no answer.';

async function prepareFromRepository(
  services: Services,
  resolved: ResolvedSnapshot,
  request: SearchedRequest,
): Promise<PreparedAnswer> {
  const { missing, since } = request;
  const fromTimeline = await prepareFromTimeline(services, resolved, request);
  if (fromTimeline !== undefined) return fromTimeline;
  const fromNotes = await prepareFromReleaseNotes(services, resolved, request);
  if (fromNotes !== undefined) return fromNotes;
  if (missing !== undefined) return declineMissingVersion(services, resolved, { request, missing });
  const comparison = since === undefined ? undefined : await prepareFromVersions(services, resolved, request);
  if (comparison !== undefined) return comparison;
  const prepared = await prepareFromOneVersion(services, resolved, request);
  if (since === undefined) return prepared;
  const [from, to] = [formatVersionName(since.snapshot), formatVersionName(resolved.snapshot)];
  const unchanged = `No difference was found between ${from} and ${to}. This is the state in ${to}.`;
  return { ...prepared, notes: [...prepared.notes, unchanged] };
}

/** A period between versions concerns the commits of one snapshot, so the versions need not be indexed. */
async function prepareFromTimeline(
  services: Services,
  resolved: ResolvedSnapshot,
  request: SearchedRequest,
): Promise<PreparedAnswer | undefined> {
  const draft = await draftFromTimeline(services, resolved, request.question);
  if (draft === undefined) return undefined;
  return {
    ...draft,
    ...toUncorrectedReading(services, request, writeAnswer(services, resolved, { draft, request })),
  };
}

/** Release notes may describe a version that is not indexed. */
async function prepareFromReleaseNotes(
  services: Services,
  resolved: ResolvedSnapshot,
  request: SearchedRequest,
): Promise<PreparedAnswer | undefined> {
  const { question, since, missing } = request;
  if (since !== undefined) return undefined;
  const draft = await draftFromReleaseNotes(services, resolved, question);
  if (draft === undefined) return undefined;
  const source = `\`${missing?.named ?? ''}\` is not indexed. This is what the release notes of ${formatVersionName(resolved.snapshot)} say about it.`;
  const notes = missing === undefined ? [] : [source];
  return {
    ...draft,
    notes,
    ...toUncorrectedReading(services, request, writeAnswer(services, resolved, { draft, request })),
  };
}

/** Declines the question instead of answering it from another version. */
function declineMissingVersion(
  services: Services,
  { repository, snapshot }: ResolvedSnapshot,
  { request, missing }: { readonly request: AnswerRequest; readonly missing: MissingVersion },
): PreparedAnswer {
  async function* parts(): AsyncGenerator<AnswerEvent> {
    const { files, skipped, chunks } = snapshot.counts;
    const nothing = { hits: 0, empty: [], leftOut: [], skippedByReason: {}, nearest: [] };
    yield { type: 'sources', evidence: [] };
    yield {
      type: 'declined',
      searched: { files, skipped, chunks, missing: [missing.named], ...nothing, version: missing.named },
    };
    yield { type: 'text', delta: declineVersion({ ...missing, repository: repository.name }) };
  }
  return {
    ...toUncorrectedReading(services, request, parts()),
    notes: [],
    class: 'out-of-scope',
    confidence: 'out-of-scope',
    subjects: [],
  };
}

/** @returns undefined if nothing that the question asks about differs */
async function prepareFromVersions(
  services: Services,
  resolved: ResolvedSnapshot,
  request: SearchedRequest,
): Promise<PreparedAnswer | undefined> {
  const { followUp, since } = request;
  if (since === undefined) return undefined;
  const draft = await draftFromVersions(services, { from: since, to: resolved }, followUp.text);
  if (draft === undefined) return undefined;
  return {
    ...draft,
    ...toUncorrectedReading(services, request, writeAnswer(services, resolved, { draft, request })),
  };
}

async function prepareFromOneVersion(
  services: Services,
  resolved: ResolvedSnapshot,
  request: SearchedRequest,
): Promise<PreparedAnswer> {
  const { text } = request.followUp;
  const { question } = await readQuestionInRepository(services.chunkStore, resolved.key, text);
  const fromOverview = await answerFromOverview(services, resolved, { question, request });
  if (fromOverview !== undefined) return fromOverview;
  if (question.asksForWork) return answerRequestForWork(services, resolved, request);
  const fromCoverage = await answerFromCoverage(services, resolved, { question, request });
  if (fromCoverage !== undefined) return fromCoverage;
  const fromGraph = await draftFromGraph(services, resolved, question.graph);
  if (fromGraph !== undefined && !('kind' in fromGraph))
    return prepareFromGraph(services, resolved, { request, draft: fromGraph });
  const fromList = question.list && (await draftFromList(services, resolved, question.list));
  if (fromList !== undefined) return prepareFromList(services, resolved, { request, draft: fromList });
  const fromHistory = await prepareFromHistory(services, resolved, { request, question });
  if (typeof fromHistory === 'object') return fromHistory;
  const passages = { request, question, unknownName: fromGraph?.name };
  const prepared = await answerFromPassages(services, resolved, passages);
  return fromHistory === 'unknown' ? { ...prepared, notes: [...prepared.notes, codeOnlyNote] } : prepared;
}

const codeOnlyNote =
  'Answered from the code only: this version has no known history. Index it from its git repository to add the history.';

async function prepareFromGraph(
  services: Services,
  resolved: ResolvedSnapshot,
  { request, draft }: { readonly request: SearchedRequest; readonly draft: GraphDraft },
): Promise<PreparedAnswer> {
  const { text } = request.followUp;
  const { find } = request.search;
  const extended =
    draft.confidence === 'low' ? await addPassages(services, resolved, { text, draft, find }) : undefined;
  const parts = writeAnswer(services, resolved, { draft: extended ?? draft, request });
  return {
    ...draft,
    notes: extended === undefined ? [] : [passagesAddedNote],
    ...toUncorrectedReading(services, request, parts),
  };
}

function prepareFromList(
  services: Services,
  resolved: ResolvedSnapshot,
  { request, draft }: { readonly request: SearchedRequest; readonly draft: GraphDraft },
): PreparedAnswer {
  const parts = writeAnswer(services, resolved, { draft, request });
  return { ...draft, notes: [], ...toUncorrectedReading(services, request, parts) };
}

const passagesAddedNote = 'The graph contains no certain answer, so passages of the code follow its results.';

/**
 * Adds passages of code to an uncertain answer from the graph. Both share one list of evidence.
 * @returns undefined if no passage answers the question
 */
async function addPassages(
  services: Services,
  resolved: ResolvedSnapshot,
  uncertain: { readonly text: string; readonly draft: GraphDraft } & Pick<AnswerSearch, 'find'>,
): Promise<GraphDraft | undefined> {
  const { draft } = uncertain;
  const finding = await uncertain.find(uncertain.text);
  const known = draft.evidence;
  const passages = await draftFromPassages(services, resolved, { finding, count: maxPassages, known });
  const { first, rest } = passages;
  if (first === undefined) return undefined;
  function* allSentences(): Generator<string> {
    yield* draft.rest;
    yield '### What the code says\n\n';
    yield first ?? '';
    let count = 1;
    for (const sentence of rest) {
      if (count === maxSentences) break;
      yield sentence;
      count += 1;
    }
  }
  return { ...draft, evidence: new Map([...passages.evidence, ...known]), rest: allSentences() };
}

/**
 * Answers a question about a reason, an author or a time.
 * @returns `unknown` if the version has no known history; undefined if the history does not answer
 */
async function prepareFromHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  { request, question }: Omit<PassageQuestion, 'unknownName'>,
): Promise<PreparedAnswer | 'unknown' | undefined> {
  const { text } = request.followUp;
  const needsQuote = !asksAboutHistory(question);
  if (needsQuote && !readHistoryQuestion(text).asksForReason) return undefined;
  const draft = await draftFromHistory(services, resolved, { text, find: request.search.find, needsQuote });
  if (draft === undefined || draft === 'unknown') return needsQuote ? undefined : draft;
  return {
    ...draft,
    ...toUncorrectedReading(services, request, writeAnswer(services, resolved, { draft, request })),
  };
}

/** The reading of a question that is neither corrected nor split. */
function toUncorrectedReading(
  { clock }: Pick<Services, 'clock'>,
  { startedAt }: AnswerRequest,
  parts: PreparedAnswer['parts'],
) {
  return { readAs: undefined, subQueries: [], retrieveMs: clock.now() - startedAt, parts };
}
