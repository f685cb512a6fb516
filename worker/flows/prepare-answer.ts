/** A question to the answer it will have, as far as that is known before anything is told: from the graph, from passages, or none. */

import { declineVersion } from '../answering/decline-version.ts';
import type { AnswerEvent } from '../core/answer.ts';
import type { Subject } from '../core/conversation.ts';
import type { Confidence, QuestionClass, RerankerChoice } from '../core/question.ts';
import type { RewrittenQuestion } from '../retrieval/rewrite-follow-up.ts';
import { isOfPast } from './add-history.ts';
import { draftForAttachments } from './add-attachments.ts';
import { addPassages } from './add-passages.ts';
import { answerFromGraph } from './answer-from-graph.ts';
import { answerFromHistory } from './answer-from-history.ts';
import { answerFromPassages, type AskedOfPassages } from './answer-from-passages.ts';
import { answerFromReleaseNotes } from './answer-from-release-notes.ts';
import { answerFromVersions } from './answer-from-versions.ts';
import { withHelp } from './generation/with-help.ts';
import type { Writer } from './generation/writer.ts';
import { nameOfVersion } from './versions/compare-versions.ts';
import type { MissingVersion } from './read-version.ts';
import { readQuestionOf } from './read-question-of.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import { searchForAnswer, type AnswerSearch } from './search-for-answer.ts';
import type { Services } from './services.ts';
import { tellAnswer, tellWhole } from './tell-answer.ts';

export interface AskedQuestion {
  /** As it was asked. */
  readonly question: string;
  /** As it is answered: standing on its own. */
  readonly followUp: RewrittenQuestion;
  /** Questions before it, oldest first. */
  readonly earlier?: readonly string[];
  readonly topK: number | undefined;
  /** Adds passages that the graph leads to. */
  readonly expandGraph?: boolean;
  /** What orders the passages; as the deployment has it where this is undefined. */
  readonly reranker?: RerankerChoice | undefined;
  /** Who writes the answer. */
  readonly writer: Writer;
  readonly startedAt: number;
  /** The version its words name; undefined where they name none. */
  readonly version?: ResolvedSnapshot | undefined;
  /** What it is compared with, where it asks what has changed. */
  readonly since?: ResolvedSnapshot | undefined;
  /** A version it names that is not there to answer from. */
  readonly missing?: MissingVersion | undefined;
}

/** With the search it is answered from, whichever way of answering asks for it. */
export interface SearchedQuestion extends AskedQuestion {
  readonly search: AnswerSearch;
}

/** An answer as far as it is known before anything of it is told. */
export interface PreparedAnswer {
  /** As it was answered where a misspelt word was read as another; undefined where it is as it was asked. */
  readonly readAs: string | undefined;
  readonly subQueries: readonly string[];
  readonly notes: readonly string[];
  /** Something failed while it was searched for that may not fail another time. */
  readonly isLesser?: boolean;
  readonly class: QuestionClass;
  readonly confidence: Confidence;
  readonly retrieveMs: number;
  readonly parts: AsyncIterable<AnswerEvent>;
  readonly subjects: readonly Subject[];
}

export async function prepareAnswer(
  services: Services,
  resolved: ResolvedSnapshot,
  question: AskedQuestion,
): Promise<PreparedAnswer> {
  const search = searchForAnswer(services, resolved, question);
  const prepared = await fromAnywhere(services, resolved, { ...question, search });
  return { ...prepared, parts: withHelp(prepared.parts, search.help) };
}

/** From the repository; where that holds no answer, from files that came with the question. */
async function fromAnywhere(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: SearchedQuestion,
): Promise<PreparedAnswer> {
  const prepared = await fromRepository(services, resolved, asked);
  const { class: questionClass, confidence } = prepared;
  if (asked.missing !== undefined || (confidence !== 'out-of-scope' && questionClass !== 'too-broad'))
    return prepared;
  const draft = await draftForAttachments(services, asked);
  if (draft === undefined) return prepared;
  return {
    ...prepared,
    class: 'docs',
    confidence: 'low',
    notes: [...prepared.notes, filesAlone],
    ...asAsked(services, asked, tellWhole(services, resolved, { draft, asked })),
  };
}

const filesAlone = 'Answered from the attached files alone: the repository holds no answer to it.';

/** From the graph where it has the answer, else from passages. */
async function fromRepository(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: SearchedQuestion,
): Promise<PreparedAnswer> {
  const noted = await fromReleaseNotes(services, resolved, asked);
  if (noted !== undefined) return noted;
  if (asked.missing !== undefined) return declinedFor(services, resolved, { asked, missing: asked.missing });
  const changed = asked.since === undefined ? undefined : await fromVersions(services, resolved, asked);
  if (changed !== undefined) return changed;
  const prepared = await fromOneVersion(services, resolved, asked);
  if (asked.since === undefined) return prepared;
  const [from, to] = [nameOfVersion(asked.since.snapshot), nameOfVersion(resolved.snapshot)];
  const nothing = `Nothing of it was found to differ between ${from} and ${to}: this is how it is in ${to}.`;
  return { ...prepared, notes: [...prepared.notes, nothing] };
}

/** It is declined, not answered from another version. */
function declinedFor(
  services: Services,
  { repository, snapshot }: ResolvedSnapshot,
  { asked, missing }: { readonly asked: AskedQuestion; readonly missing: MissingVersion },
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
    readAs: undefined,
    subQueries: [],
    notes: [],
    class: 'out-of-scope',
    confidence: 'out-of-scope',
    retrieveMs: services.clock.now() - asked.startedAt,
    parts: parts(),
    subjects: [],
  };
}

/** What holds of every answer whose question was read as it was asked, and whole. */
function asAsked(
  { clock }: Pick<Services, 'clock'>,
  { startedAt }: AskedQuestion,
  parts: PreparedAnswer['parts'],
) {
  return { readAs: undefined, subQueries: [], retrieveMs: clock.now() - startedAt, parts };
}

/** What release notes tell of a version is there to be read whether that version is indexed or not. */
async function fromReleaseNotes(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: SearchedQuestion,
): Promise<PreparedAnswer | undefined> {
  const { question, since, missing } = asked;
  if (since !== undefined) return undefined;
  const draft = await answerFromReleaseNotes(services, resolved, question);
  if (draft === undefined) return undefined;
  const told = `\`${missing?.named ?? ''}\` is not indexed: this is what the release notes of ${nameOfVersion(resolved.snapshot)} say of it.`;
  const notes = missing === undefined ? [] : [told];
  return { ...draft, notes, ...asAsked(services, asked, tellAnswer(services, resolved, { draft, asked })) };
}

async function fromVersions(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: SearchedQuestion,
): Promise<PreparedAnswer | undefined> {
  const { followUp, since } = asked;
  if (since === undefined) return undefined;
  const draft = await answerFromVersions(services, { from: since, to: resolved }, followUp.text);
  if (draft === undefined) return undefined;
  return { ...draft, ...asAsked(services, asked, tellAnswer(services, resolved, { draft, asked })) };
}

async function fromOneVersion(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: SearchedQuestion,
): Promise<PreparedAnswer> {
  const { question } = await readQuestionOf(services.chunkStore, resolved.key, asked.followUp.text);
  const fromGraph = await answerFromGraph(services, resolved, question.graph);
  if (fromGraph === undefined || 'kind' in fromGraph) {
    const told = await fromHistory(services, resolved, { asked, question });
    if (typeof told === 'object') return told;
    const unknown = fromGraph?.name;
    const prepared = await answerFromPassages(services, resolved, { asked, question, unknown });
    return told === 'unknown' ? { ...prepared, notes: [...prepared.notes, codeAlone] } : prepared;
  }
  const { text } = asked.followUp;
  const both =
    fromGraph.confidence === 'low'
      ? await addPassages(services, resolved, { text, draft: fromGraph, find: asked.search.find })
      : undefined;
  const notes = both === undefined ? [] : [passagesAdded];
  return {
    ...fromGraph,
    notes,
    ...asAsked(services, asked, tellAnswer(services, resolved, { draft: both ?? fromGraph, asked })),
  };
}

const passagesAdded = 'The graph is not sure of it: what the code says is told beside what it gives.';
const codeAlone =
  'Answered from the code alone: no history of this version is known. Index it from its git repository to have it.';

/** Where a reason, an author or a time is asked for; undefined where no commit tells it. */
async function fromHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  { asked, question }: Omit<AskedOfPassages, 'unknown'>,
): Promise<PreparedAnswer | 'unknown' | undefined> {
  const { text } = asked.followUp;
  if (!isOfPast(question)) return undefined;
  const draft = await answerFromHistory(services, resolved, { text, find: asked.search.find });
  if (draft === undefined || draft === 'unknown') return draft;
  return { ...draft, ...asAsked(services, asked, tellAnswer(services, resolved, { draft, asked })) };
}
