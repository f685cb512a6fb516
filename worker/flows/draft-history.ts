/** What the history says of a question, composed: the code, the commits chosen with the lines they are told of, and release notes. */

import { composeHistoryAnswer, endOfChain, type ToldCommit } from '../answering/compose-history-answer.ts';
import type { ToldDiscussion } from '../answering/compose-discussions.ts';
import { plainClaim, type QueryFacts } from '../answering/query-facts.ts';
import type { Card } from '../core/card.ts';
import type { Subject } from '../core/conversation.ts';
import { isOfLines, type AnyEvidence, type OriginReason, type SpanPosition } from '../core/evidence.ts';
import type { Confidence, Question } from '../core/question.ts';
import { writersSentence } from '../answering/writers-sentence.ts';
import { readQuestion } from '../retrieval/read-question.ts';
import { readSpans } from '../retrieval/read-spans.ts';
import { subjectsOf } from '../retrieval/subjects-of.ts';
import type { Draft } from './draft-answer.ts';
import type { HistoryFinding, RankedCommit } from './find-history.ts';
import { findReleaseNotes, tiesOf } from './find-release-notes.ts';
import type { RegionSpan } from './history-regions.ts';
import { issueCommitEvidence } from './issue-commit-evidence.ts';
import { issueEvidence, sameLines } from './issue-evidence.ts';
import { toldDiscussions } from './told-discussions.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
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

const entriesOfCard = 10;
/** Lines of one stretch shown beside a commit. */
const linesShown = 40;

/** What the code says of it, and how many of its sentences are told. */
export interface CodeBeside {
  readonly evidence: ReadonlyMap<string, AnyEvidence>;
  readonly sentences: Iterable<string>;
  readonly most: number;
}

/** The code, then the commits chosen, then what release notes say of them. */
export async function draftHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: {
    readonly found: HistoryFinding;
    readonly chosen: readonly RankedCommit[];
    readonly code: CodeBeside;
    readonly confidence: HistoryDraft['confidence'];
    readonly text: string;
  },
): Promise<HistoryDraft> {
  const { found, chosen, code, confidence, text } = asked;
  const told = await toldCommits(services, resolved, { chosen, regions: found.spans, known: code.evidence });
  const evidence = new Map<string, AnyEvidence>(code.evidence);
  for (const { span, commit } of told) {
    if (span !== undefined) evidence.set(span.id, span);
    evidence.set(commit.id, commit);
  }
  const ties = tiesOf(chosen, found);
  const releases = await findReleaseNotes(services, resolved, ties, evidence.size);
  for (const one of releases.flatMap(({ heading, entry }) => [heading, entry])) evidence.set(one.id, one);
  const discussions = await toldDiscussions(found.discussions, told, evidence.size);
  for (const { evidence: one } of discussions) evidence.set(one.id, one);
  const question = found.finding?.question ?? readQuestion(text);
  const frequencies = found.finding?.retrieved.frequencies;
  const writers =
    found.writers === undefined ? undefined : writersSentence(found.spans[0]?.path ?? '', found.writers);
  const sentences = composeHistoryAnswer({
    question,
    asOf: resolved.snapshot.commit,
    code: code.sentences,
    codeSentences: code.most,
    commits: told,
    writers,
    releases,
    discussions,
    weight: (word) => 1 / (1 + (frequencies?.get(word) ?? 0)),
  });
  const { value: first } = sentences.next();
  const spans = [...evidence.values()].filter((one) => isOfLines(one));
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
    facts: factsOf(resolved, [...endsOf(told, discussions), ...(writers === undefined ? [] : [writers])]),
    notes: found.notes,
  };
}

async function toldCommits(
  services: Services,
  resolved: ResolvedSnapshot,
  of: {
    readonly chosen: readonly RankedCommit[];
    readonly regions: readonly RegionSpan[];
    readonly known: ReadonlyMap<string, AnyEvidence>;
  },
): Promise<readonly ToldCommit[]> {
  const { chosen, regions, known } = of;
  const stretches = chosen.map((ranked) => stretchOf(ranked, regions));
  const wanted = stretches.flatMap((stretch, index) =>
    stretch === undefined ? [] : [{ ...stretch, index, score: 1 }],
  );
  const spans = await readSpans(services.chunkStore, resolved.key, wanted);
  let next = known.size;
  const told: ToldCommit[] = [];
  for (const [index, ranked] of chosen.entries()) {
    const span = spans.find((one) => one.index === index);
    const there = span === undefined ? undefined : sameLines(known, span);
    const evidence = there ?? (span === undefined ? undefined : issueEvidence(resolved, span, next));
    if (evidence !== undefined && there === undefined) next += 1;
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

function endsOf(told: readonly ToldCommit[], discussions: readonly ToldDiscussion[]): readonly string[] {
  return told.slice(0, 1).map(({ commit }) => endOfChain(commit, discussions));
}

function factsOf({ repository }: ResolvedSnapshot, statements: readonly string[]): QueryFacts {
  return {
    counts: new Map(),
    counted: new Set(),
    statements: new Set(statements.map(plainClaim)),
    repeat: `POST /v1/repositories/${repository.id}/history`,
  };
}
