/** Drafts a history answer: the code, the chosen commits with their lines, release notes and discussions. */

import { stripCitationsAndPunctuation, type QueryFacts } from '../../../answering/claims/query-facts.ts';
import type { ComposedDiscussion } from '../../../answering/compose/compose-discussions.ts';
import {
  composeHistoryAnswer,
  describeChainEnd,
  writersSentence,
  type ComposedCommit,
} from '../../../answering/compose/compose-history-answer.ts';
import type { Card } from '../../../core/answers/card.ts';
import {
  isSpanEvidence,
  type AnyEvidence,
  type OriginReason,
  type SpanPosition,
} from '../../../core/answers/evidence.ts';
import type { Confidence, Question, Subject } from '../../../core/answers/question.ts';
import { readQuestion } from '../../../retrieval/question/read-question.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import { findAnswerSubjects } from '../../../retrieval/question/answer-subjects.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { findSameLines, issueEvidence } from '../evidence/issue-evidence.ts';
import { issueCommitEvidence } from '../evidence/issue-history-evidence.ts';
import type { Draft } from '../passages/draft-from-passages.ts';
import { citeDiscussions } from './cite-discussions.ts';
import type { HistoryFinding } from './history-finding.ts';
import type { RankedCommit } from '../../../retrieval/history/rank-commits.ts';
import { findReleaseNotes, toReleaseQuery } from './find-release-notes.ts';
import type { RegionSpan } from './history-regions.ts';

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

const maxCardEntries = 10;
/** Maximum lines of one range shown with a commit. */
const maxRangeLines = 40;

/** The sentences about the code, and how many of them the answer includes. */
export interface CodeContext {
  readonly evidence: ReadonlyMap<string, AnyEvidence>;
  readonly sentences: Iterable<string>;
  readonly maxSentences: number;
}

export async function draftHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  input: {
    readonly found: HistoryFinding;
    readonly chosen: readonly RankedCommit[];
    readonly code: CodeContext;
    readonly confidence: HistoryDraft['confidence'];
    readonly text: string;
  },
): Promise<HistoryDraft> {
  const { found, chosen, code, confidence, text } = input;
  const cited = await citeCommits(services, resolved, { chosen, regions: found.spans, known: code.evidence });
  const evidence = new Map<string, AnyEvidence>(code.evidence);
  for (const { span, commit } of cited) {
    if (span !== undefined) evidence.set(span.id, span);
    evidence.set(commit.id, commit);
  }
  const releaseQuery = toReleaseQuery(chosen, found);
  const releases = await findReleaseNotes(services, resolved, releaseQuery, evidence.size);
  for (const { heading, entry } of releases) evidence.set(heading.id, heading).set(entry.id, entry);
  const discussions = await citeDiscussions(found.discussions, cited, evidence.size);
  for (const { evidence: discussion } of discussions) evidence.set(discussion.id, discussion);
  const question = found.finding?.question ?? readQuestion(text);
  const frequencies = found.finding?.retrieved.frequencies;
  const statement = describeFinding(found);
  const sentences = composeHistoryAnswer({
    question,
    versionCommit: resolved.snapshot.commit,
    code: code.sentences,
    maxCodeSentences: code.maxSentences,
    commits: cited,
    statement,
    releases,
    discussions,
    weight: (word) => 1 / (1 + (frequencies?.get(word) ?? 0)),
  });
  const { value: first } = sentences.next();
  const spans = [...evidence.values()].filter((one) => isSpanEvidence(one));
  return {
    evidence,
    first: first ?? undefined,
    rest: sentences,
    empty: [],
    class: 'why',
    confidence,
    cards: [timelineCard(resolved, found, cited)],
    suggestions: [],
    subjects: findAnswerSubjects(
      { question, likelyDefinitions: found.finding?.likelyDefinitions ?? [] },
      spans,
    ),
    facts: buildQueryFacts(resolved, [
      ...listChainEnds(cited, discussions),
      ...(statement === undefined ? [] : [statement]),
    ]),
    notes: found.notes,
  };
}

/** States what the query found about all commits: the authors of a file, how many commits match, or the lines of a commit. */
function describeFinding({
  writers,
  spans,
  timeline,
  commitLines,
  scope,
}: HistoryFinding): string | undefined {
  return writers === undefined
    ? (timeline?.statement ?? commitLines ?? scope)
    : writersSentence(spans[0]?.path ?? '', writers);
}

async function citeCommits(
  services: Services,
  resolved: ResolvedSnapshot,
  input: {
    readonly chosen: readonly RankedCommit[];
    readonly regions: readonly RegionSpan[];
    readonly known: ReadonlyMap<string, AnyEvidence>;
  },
): Promise<readonly ComposedCommit[]> {
  const { chosen, regions, known } = input;
  const ranges = chosen.map((ranked) => chooseRange(ranked, regions));
  const positions = ranges.flatMap((range, index) =>
    range === undefined ? [] : [{ ...range, index, score: 1 }],
  );
  const spans = await readSpans(services.chunkStore, resolved.key, positions);
  let next = known.size;
  const cited: ComposedCommit[] = [];
  for (const [index, ranked] of chosen.entries()) {
    const span = spans.find((one) => one.index === index);
    const existing = span === undefined ? undefined : findSameLines(known, span);
    const evidence = existing ?? (span === undefined ? undefined : issueEvidence(resolved, span, next));
    if (evidence !== undefined && existing === undefined) next += 1;
    next += 1;
    const { reason, commit } = ranked;
    cited.push({
      commit: await issueCommitEvidence(resolved, ranked, `e${next}`),
      reason: evidence === undefined ? 'mentions' : reason,
      span: evidence,
      body: commit.message.slice(commit.subject.length),
    });
  }
  return cited;
}

/** Chooses lines that a commit changed for the stated reason: those that name the subject, else the longest range of the best span. */
function chooseRange(
  { lineScores, reason }: RankedCommit,
  regions: readonly RegionSpan[],
): SpanPosition | undefined {
  if (lineScores === undefined || reason === 'mentions') return undefined;
  const origin: OriginReason = reason;
  const rankPlace = ({ path, startLine, endLine }: SpanPosition): number => {
    const named = regions.some(
      (span) =>
        span.path === path &&
        span.nameLine !== undefined &&
        span.nameLine >= startLine &&
        span.nameLine <= endLine,
    );
    return named ? -1 : regions.findIndex((span) => span.path === path);
  };
  const [longest] = lineScores.linesBy[origin].toSorted(
    (a, b) => rankPlace(a) - rankPlace(b) || lineCount(b) - lineCount(a),
  );
  if (longest === undefined) return undefined;
  return { ...longest, endLine: Math.min(longest.endLine, longest.startLine + maxRangeLines - 1) };
}

function lineCount({ startLine, endLine }: SpanPosition): number {
  return endLine - startLine;
}

function timelineCard(
  { repository, snapshot }: ResolvedSnapshot,
  { commits, spans, timeline }: HistoryFinding,
  cited: readonly ComposedCommit[],
): Card {
  const path = timeline?.path ?? spans[0]?.path ?? '';
  return {
    id: 'history',
    type: 'timeline',
    title: path === '' ? 'Commits that match the question' : `Commits behind ${path}`,
    query: `/v1/repositories/${repository.id}/timeline?${new URLSearchParams({ path, version: snapshot.id }).toString()}`,
    total: timeline?.total ?? commits.length,
    truncated: (timeline?.total ?? commits.length) > maxCardEntries,
    entries: commits.slice(0, maxCardEntries).map(({ commit, reason }) => ({
      commit: commit.id,
      subject: commit.subject,
      author: commit.author,
      authoredAt: commit.authoredAt,
      reason,
      pullRequest: commit.pullRequest?.number,
      evidence: cited.find((one) => one.commit.commit === commit.id)?.commit.id,
    })),
  };
}

function listChainEnds(
  cited: readonly ComposedCommit[],
  discussions: readonly ComposedDiscussion[],
): readonly string[] {
  return cited.slice(0, 1).map(({ commit }) => describeChainEnd(commit, discussions));
}

function buildQueryFacts({ repository }: ResolvedSnapshot, statements: readonly string[]): QueryFacts {
  return {
    counts: new Map(),
    countedIds: new Set(),
    statements: new Set(statements.map(stripCitationsAndPunctuation)),
    repeat: `POST /v1/repositories/${repository.id}/history`,
  };
}
