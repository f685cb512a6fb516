/**
 * A question for a reason, an author or a time, answered from the history of the lines it is about: the code as it is now apart from the
 * commits it has been through, each tied to its record. Where nothing of it is known the question is answered from the code alone.
 */

import { composeHistoryAnswer, endOfChain, type ToldCommit } from '../answering/compose-history-answer.ts';
import type { QueryFacts } from '../answering/query-facts.ts';
import type { Card } from '../core/card.ts';
import type { Subject } from '../core/conversation.ts';
import { isOfCommit, type AnyEvidence, type OriginReason, type SpanPosition } from '../core/evidence.ts';
import type { Confidence, Question } from '../core/question.ts';
import type { HistoryAspect } from '../retrieval/history/read-history-question.ts';
import { readQuestion } from '../retrieval/read-question.ts';
import { readSpans } from '../retrieval/read-spans.ts';
import { subjectsOf } from '../retrieval/subjects-of.ts';
import { draftAnswer, type Draft } from './draft-answer.ts';
import { findHistory, type HistoryFinding, type RankedCommit } from './find-history.ts';
import { findReleaseNotes, tiesOf } from './find-release-notes.ts';
import type { RegionSpan } from './history-regions.ts';
import { issueCommitEvidence } from './issue-commit-evidence.ts';
import { issueEvidence } from './issue-evidence.ts';
import { historyKeyOf } from './read-history.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';
import type { AnswerSearch } from './search-for-answer.ts';
import type { Services } from './services.ts';

export interface HistoryDraft extends Omit<Draft, 'evidence'> {
  readonly evidence: ReadonlyMap<string, AnyEvidence>;
  readonly class: Question['class'];
  readonly confidence: Exclude<Confidence, 'out-of-scope'>;
  readonly cards: readonly Card[];
  readonly suggestions: readonly string[];
  readonly subjects: readonly Subject[];
  readonly facts: QueryFacts;
  readonly notes: readonly string[];
}

/** Commits told, and how far below the best they may be: of who brought something there is one, of why there may be several. */
const mostTold = {
  introduced: [1, 0.8],
  last: [2, 0.5],
  why: [4, 0.45],
  which: [3, 0.6],
} as const satisfies Record<HistoryAspect, readonly [number, number]>;
const entriesOfCard = 10;
/** Lines of one stretch shown beside a commit. */
const linesShown = 40;
/** Share of a question's words that a message must hold to answer what the code holds nothing of. */
const heldEnough = 0.6;

/** @returns `unknown` where no history of the version is known; undefined where what is known does not answer */
export async function answerFromHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  { text, find }: { readonly text: string } & Pick<AnswerSearch, 'find'>,
): Promise<HistoryDraft | 'unknown' | undefined> {
  const state = await services.historyStore.state(historyKeyOf(resolved));
  if (state.commits === 0) return 'unknown';
  const found = await findHistory(services, resolved, { question: text, find }, state);
  const confidence = confidenceOf(found);
  if (found.commits.length === 0 || confidence === 'out-of-scope') return undefined;
  const code = await codeOf(services, resolved, found);
  const chosen = chosenOf(found);
  const told = await toldCommits(services, resolved, { chosen, regions: found.spans }, code.evidence.size);
  const evidence = new Map<string, AnyEvidence>(code.evidence);
  for (const { span, commit } of told) {
    if (span !== undefined) evidence.set(span.id, span);
    evidence.set(commit.id, commit);
  }
  const ties = tiesOf(chosen, found);
  const releases = await findReleaseNotes(services, resolved, ties, evidence.size);
  for (const one of releases.flatMap(({ heading, entry }) => [heading, entry])) evidence.set(one.id, one);
  const question = found.finding?.question ?? readQuestion(text);
  const frequencies = found.finding?.retrieved.frequencies;
  const sentences = composeHistoryAnswer({
    question,
    asOf: resolved.snapshot.commit,
    code: code.sentences,
    commits: told,
    releases,
    weight: (word) => 1 / (1 + (frequencies?.get(word) ?? 0)),
  });
  const { value: first } = sentences.next();
  const spans = [...evidence.values()].filter((one) => !isOfCommit(one));
  return {
    evidence,
    first: first ?? undefined,
    rest: sentences,
    empty: [],
    class: 'why',
    confidence,
    cards: [timelineCard(resolved, found, told)],
    suggestions: [],
    subjects: subjectsOf({ question, meant: found.finding?.meant ?? [] }, spans),
    facts: factsOf(resolved, told),
    notes: found.notes,
  };
}

/** What the code says of it; nothing where the question points at lines, which are shown beside their commits. */
async function codeOf(
  services: Services,
  resolved: ResolvedSnapshot,
  { finding, asked }: HistoryFinding,
): Promise<{ readonly evidence: ReadonlyMap<string, AnyEvidence>; readonly sentences: Iterable<string> }> {
  const nothing = { evidence: new Map<string, AnyEvidence>(), sentences: [] };
  if (finding === undefined || asked?.lines !== undefined || finding.judgement.confidence === 'out-of-scope')
    return nothing;
  const draft = await draftAnswer(services, resolved, { finding, count: 2 });
  if (draft.first === undefined) return nothing;
  return { evidence: draft.evidence, sentences: withFirst(draft.first, draft.rest) };
}

function* withFirst(first: string, rest: Iterable<string>): Generator<string> {
  yield first;
  yield* rest;
}

function chosenOf({ commits, asked }: HistoryFinding): readonly RankedCommit[] {
  const best = commits[0]?.score ?? 0;
  const [most, least] = mostTold[asked?.aspect ?? 'why'];
  return commits.filter(({ score }) => score > 0 && score >= best * least).slice(0, most);
}

async function toldCommits(
  services: Services,
  resolved: ResolvedSnapshot,
  { chosen, regions }: { readonly chosen: readonly RankedCommit[]; readonly regions: readonly RegionSpan[] },
  issued: number,
): Promise<readonly ToldCommit[]> {
  const stretches = chosen.map((ranked) => stretchOf(ranked, regions));
  const wanted = stretches.flatMap((stretch, index) =>
    stretch === undefined ? [] : [{ ...stretch, index, score: 1 }],
  );
  const spans = await readSpans(services.chunkStore, resolved.key, wanted);
  let next = issued;
  const told: ToldCommit[] = [];
  for (const [index, ranked] of chosen.entries()) {
    const span = spans.find((one) => one.index === index);
    const evidence = span === undefined ? undefined : issueEvidence(resolved, span, next);
    if (evidence !== undefined) next += 1;
    next += 1;
    const { reason, commit } = ranked;
    told.push({
      commit: await issueCommitEvidence(resolved, ranked, `e${next}`),
      reason: evidence === undefined ? 'mentions' : reason,
      span: evidence,
      body: commit.message.slice(commit.subject.length),
    });
  }
  return told;
}

/** Of the lines it did what it is told for to: those that name what is asked about, else the most of the span that is meant most. */
function stretchOf(
  { shares, reason }: RankedCommit,
  regions: readonly RegionSpan[],
): SpanPosition | undefined {
  if (shares === undefined || reason === 'mentions') return undefined;
  const of: OriginReason = reason;
  const place = ({ path, startLine, endLine }: SpanPosition): number => {
    const named = regions.some(
      (span) =>
        span.path === path &&
        span.nameLine !== undefined &&
        span.nameLine >= startLine &&
        span.nameLine <= endLine,
    );
    return named ? -1 : regions.findIndex((span) => span.path === path);
  };
  const [longest] = shares.linesBy[of].toSorted((a, b) => place(a) - place(b) || lengthOf(b) - lengthOf(a));
  if (longest === undefined) return undefined;
  return { ...longest, endLine: Math.min(longest.endLine, longest.startLine + linesShown - 1) };
}

function lengthOf({ startLine, endLine }: SpanPosition): number {
  return endLine - startLine;
}

/** What the question points at or names is known for sure; what only a message speaks of is not. */
function confidenceOf({ asked, finding, commits, held, spans }: HistoryFinding): Confidence {
  const [best] = commits;
  if (best === undefined) return 'out-of-scope';
  if (best.isNamed || (asked?.lines !== undefined && spans.length > 0)) return 'high';
  const ofCode = finding?.judgement.confidence ?? 'low';
  if (ofCode !== 'out-of-scope') return best.shares === undefined && held < heldEnough ? 'low' : ofCode;
  return held >= heldEnough ? 'low' : 'out-of-scope';
}

function timelineCard(
  { repository, snapshot }: ResolvedSnapshot,
  { commits, spans }: HistoryFinding,
  told: readonly ToldCommit[],
): Card {
  const path = spans[0]?.path ?? '';
  return {
    id: 'history',
    type: 'timeline',
    title: path === '' ? 'Commits that speak of it' : `Commits behind ${path}`,
    query: `/v1/repositories/${repository.id}/timeline?${new URLSearchParams({ path, version: snapshot.id }).toString()}`,
    total: commits.length,
    truncated: commits.length > entriesOfCard,
    entries: commits.slice(0, entriesOfCard).map(({ commit, reason }) => ({
      commit: commit.id,
      subject: commit.subject,
      author: commit.author,
      authoredAt: commit.authoredAt,
      reason,
      pullRequest: commit.pullRequest?.number,
      evidence: told.find((one) => one.commit.commit === commit.id)?.commit.id,
    })),
  };
}

function factsOf({ repository }: ResolvedSnapshot, told: readonly ToldCommit[]): QueryFacts {
  return {
    counts: new Map(),
    counted: new Set(),
    statements: new Set(told.slice(0, 1).map(({ commit }) => endOfChain(commit))),
    repeat: `POST /v1/repositories/${repository.id}/history`,
  };
}
