/**
 * Finds the pull requests and issues behind commits, and those whose text matches the question, and ranks them together. The store
 * returns only discussions that are part of the version's history.
 */

import type { Discussion } from '../../../core/history/discussion.ts';
import type { Embedder } from '../../../ports/embedder.ts';
import type { HistoryKey } from '../../../ports/history-store.ts';
import { measureMessageSimilarity } from '../../../retrieval/history/message-similarity.ts';
import type { RankedCommit } from '../../../retrieval/history/rank-commits.ts';
import {
  rankDiscussions,
  type DiscussionQuery,
  type CandidateDiscussion,
  type RankedDiscussion,
} from '../../../retrieval/history/rank-discussions.ts';
import type { Services } from '../../services.ts';

export interface DiscussionFinding {
  readonly ranked: readonly RankedDiscussion[];
  /** Pull requests by commit, for the best commits. */
  readonly byCommit: ReadonlyMap<string, readonly number[]>;
  /** Which pull request closes which issue, among the ranked ones. */
  readonly closes: readonly (readonly [pullRequest: number, issue: number])[];
}

const noDiscussions: DiscussionFinding = { ranked: [], byCommit: new Map(), closes: [] };

/** Limits: commits whose pull requests are looked up, discussions found by words, and discussions that are read. */
const maxCommits = 12;
const maxFoundByWords = 25;
const maxRead = 40;
/** Discussions embedded for one question, each by its most relevant post. */
const maxEmbedded = 16;
/** An issue gets this fraction of the commit score of the pull request that closes it. */
const closedIssueWeight = 0.8;

interface DiscussionRequest extends Omit<DiscussionQuery, 'paths'> {
  readonly text: string | undefined;
  readonly numbers: readonly number[];
  readonly commits: readonly RankedCommit[];
  readonly paths: ReadonlySet<string>;
}

export async function findDiscussions(
  { discussionStore, dense }: Pick<Services, 'discussionStore' | 'dense'>,
  key: HistoryKey,
  request: DiscussionRequest,
): Promise<DiscussionFinding> {
  const considered = request.commits.filter(({ score }) => score > 0).slice(0, maxCommits);
  const [hits, introduced] = await Promise.all([
    discussionStore.search(
      key,
      request.terms.flatMap((term) => term.variants),
      maxFoundByWords,
    ),
    discussionStore.byCommits(
      key,
      considered.map(({ commit }) => commit.id),
    ),
  ]);
  const numbers = [
    ...new Set([
      ...request.numbers,
      ...introduced.map(({ pullRequest }) => pullRequest.number),
      ...hits.map(({ number }) => number),
    ]),
  ];
  if (numbers.length === 0) return noDiscussions;
  const linked = await discussionStore.findLinked(key, numbers.slice(0, maxRead));
  const all = [...new Set([...numbers, ...linked.map(({ to }) => to.number)])].slice(0, maxRead);
  const read = await discussionStore.byNumber(key, all);
  const kinds = new Map(read.map(({ number, kind }) => [number, kind]));
  const closes = listClosingLinks(linked, kinds);
  const commitScores = scoreByCommits(considered, introduced, closes);
  const best = hits[0]?.score ?? 1;
  const words = new Map(hits.map(({ number, score }) => [number, best > 0 ? score / best : 0]));
  const candidates = read.map((discussion): CandidateDiscussion => ({
    discussion,
    words: words.get(discussion.number) ?? 0,
    commitScore: commitScores.get(discussion.number) ?? 0,
    similarity: 0,
    isNamed: request.numbers.includes(discussion.number),
  }));
  const byCommit = new Map<string, number[]>();
  for (const { commit, pullRequest } of introduced)
    byCommit.set(commit, [...(byCommit.get(commit) ?? []), pullRequest.number]);
  return { ranked: await rankBySimilarity(dense?.embedder, candidates, request), byCommit, closes };
}

/** Removes duplicates, since the store returns each link from both of its ends. */
function listClosingLinks(
  linked: Awaited<ReturnType<Services['discussionStore']['findLinked']>>,
  kinds: ReadonlyMap<number, Discussion['kind']>,
): DiscussionFinding['closes'] {
  const closes = new Map<string, readonly [pullRequest: number, issue: number]>();
  for (const { from, to } of linked) {
    const kind = kinds.get(from);
    if (kind === undefined || kind === to.kind) continue;
    const [pullRequest, issue] = kind === 'issue' ? [to.number, from] : [from, to.number];
    closes.set(`${pullRequest} ${issue}`, [pullRequest, issue]);
  }
  return [...closes.values()];
}

function scoreByCommits(
  considered: readonly RankedCommit[],
  introduced: readonly { readonly commit: string; readonly pullRequest: { readonly number: number } }[],
  closes: DiscussionFinding['closes'],
): ReadonlyMap<number, number> {
  const best = considered[0]?.score ?? 1;
  const scores = new Map(considered.map(({ commit, score }) => [commit.id, score / best]));
  const commitScores = new Map<number, number>();
  const raise = (number: number, weight: number): void => {
    commitScores.set(number, Math.max(commitScores.get(number) ?? 0, weight));
  };
  for (const { commit, pullRequest } of introduced) raise(pullRequest.number, scores.get(commit) ?? 0);
  for (const [pullRequest, issue] of closes)
    raise(issue, (commitScores.get(pullRequest) ?? 0) * closedIssueWeight);
  return commitScores;
}

/** Ranks the candidates without similarity first, to choose which post of each discussion to compare with the question. */
async function rankBySimilarity(
  embedder: Embedder | undefined,
  candidates: readonly CandidateDiscussion[],
  request: DiscussionRequest,
): Promise<readonly RankedDiscussion[]> {
  const first = rankDiscussions(candidates, request);
  const texts = first
    .slice(0, maxEmbedded)
    .map(({ discussion, best }) => toComparableText(discussion, best.body));
  const similarities = await measureMessageSimilarity(embedder, request.text, texts);
  return rankDiscussions(
    candidates.map((candidate) => ({
      ...candidate,
      similarity: similarities.get(String(candidate.discussion.number)) ?? 0,
    })),
    request,
  );
}

function toComparableText(
  { number, title }: Discussion,
  body: string,
): { id: string; subject: string; message: string } {
  return { id: String(number), subject: title, message: `${title}\n${body}` };
}
