/**
 * Pull requests and issues behind lines and commits that were found, and those whose words speak of what is asked: ranked together, with
 * what ties each to which. A version's are those it may speak of, as the store tells.
 */

import type { Discussion } from '../core/discussion.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { HistoryKey } from '../ports/history-store.ts';
import { likenessOf } from '../retrieval/history/likeness-of-messages.ts';
import type { RankedCommit } from '../retrieval/history/rank-commits.ts';
import {
  rankDiscussions,
  type AskedOfDiscussions,
  type CandidateDiscussion,
  type RankedDiscussion,
} from '../retrieval/history/rank-discussions.ts';
import type { Services } from './services.ts';

export interface FoundDiscussions {
  readonly ranked: readonly RankedDiscussion[];
  /** Pull requests by the commits they brought, of the best commits. */
  readonly byCommit: ReadonlyMap<string, readonly number[]>;
  /** What closes what, of those ranked: pull request and issue. */
  readonly closes: readonly (readonly [pullRequest: number, issue: number])[];
}

const noDiscussions: FoundDiscussions = { ranked: [], byCommit: new Map(), closes: [] };

/** Commits whose pull requests are looked for, discussions found by words, and those read whole. */
const commitsLooked = 12;
const byWords = 25;
const mostRead = 40;
/** Vectors made for a question, each of the best that was said. */
const mostLikened = 16;
/** An issue that a tied pull request closes is tied by so much of it. */
const acrossLink = 0.8;

interface DiscussionsAsked extends Omit<AskedOfDiscussions, 'paths'> {
  readonly text: string | undefined;
  readonly numbers: readonly number[];
  readonly commits: readonly RankedCommit[];
  readonly paths: ReadonlySet<string>;
}

export async function findDiscussions(
  { discussionStore, dense }: Pick<Services, 'discussionStore' | 'dense'>,
  key: HistoryKey,
  asked: DiscussionsAsked,
): Promise<FoundDiscussions> {
  const looked = asked.commits.filter(({ score }) => score > 0).slice(0, commitsLooked);
  const [hits, brought] = await Promise.all([
    discussionStore.search(
      key,
      asked.terms.flatMap((term) => term.variants),
      byWords,
    ),
    discussionStore.ofCommits(
      key,
      looked.map(({ commit }) => commit.id),
    ),
  ]);
  const numbers = [
    ...new Set([
      ...asked.numbers,
      ...brought.map(({ pullRequest }) => pullRequest.number),
      ...hits.map(({ number }) => number),
    ]),
  ];
  if (numbers.length === 0) return noDiscussions;
  const linked = await discussionStore.linked(key, numbers.slice(0, mostRead));
  const all = [...new Set([...numbers, ...linked.map(({ to }) => to.number)])].slice(0, mostRead);
  const read = await discussionStore.byNumber(key, all);
  const kinds = new Map(read.map(({ number, kind }) => [number, kind]));
  const closes = closesAmong(linked, kinds);
  const tied = tiesOf(looked, brought, closes);
  const best = hits[0]?.score ?? 1;
  const words = new Map(hits.map(({ number, score }) => [number, best > 0 ? score / best : 0]));
  const candidates = read.map((discussion): CandidateDiscussion => ({
    discussion,
    words: words.get(discussion.number) ?? 0,
    tied: tied.get(discussion.number) ?? 0,
    likeness: 0,
    isNamed: asked.numbers.includes(discussion.number),
  }));
  const byCommit = new Map<string, number[]>();
  for (const { commit, pullRequest } of brought)
    byCommit.set(commit, [...(byCommit.get(commit) ?? []), pullRequest.number]);
  return { ranked: await likened(dense?.embedder, candidates, asked), byCommit, closes };
}

/** Each link once: asked for from both its ends, it is told from both. */
function closesAmong(
  linked: Awaited<ReturnType<Services['discussionStore']['linked']>>,
  kinds: ReadonlyMap<number, Discussion['kind']>,
): FoundDiscussions['closes'] {
  const closes = new Map<string, readonly [pullRequest: number, issue: number]>();
  for (const { from, to } of linked) {
    const kind = kinds.get(from);
    if (kind === undefined || kind === to.kind) continue;
    const [pullRequest, issue] = kind === 'issue' ? [to.number, from] : [from, to.number];
    closes.set(`${pullRequest} ${issue}`, [pullRequest, issue]);
  }
  return [...closes.values()];
}

function tiesOf(
  looked: readonly RankedCommit[],
  brought: readonly { readonly commit: string; readonly pullRequest: { readonly number: number } }[],
  closes: FoundDiscussions['closes'],
): ReadonlyMap<number, number> {
  const best = looked[0]?.score ?? 1;
  const scores = new Map(looked.map(({ commit, score }) => [commit.id, score / best]));
  const tied = new Map<number, number>();
  const raise = (number: number, to: number): void => {
    tied.set(number, Math.max(tied.get(number) ?? 0, to));
  };
  for (const { commit, pullRequest } of brought) raise(pullRequest.number, scores.get(commit) ?? 0);
  for (const [pullRequest, issue] of closes) raise(issue, (tied.get(pullRequest) ?? 0) * acrossLink);
  return tied;
}

/** Ranked by all but likeness first: what each said best is what is likened. */
async function likened(
  embedder: Embedder | undefined,
  candidates: readonly CandidateDiscussion[],
  asked: DiscussionsAsked,
): Promise<readonly RankedDiscussion[]> {
  const first = rankDiscussions(candidates, asked);
  const texts = first.slice(0, mostLikened).map(({ discussion, best }) => textOf(discussion, best.body));
  const likeness = await likenessOf(embedder, asked.text, texts);
  return rankDiscussions(
    candidates.map((one) => ({ ...one, likeness: likeness.get(String(one.discussion.number)) ?? 0 })),
    asked,
  );
}

function textOf(
  { number, title }: Discussion,
  body: string,
): { id: string; subject: string; message: string } {
  return { id: String(number), subject: title, message: `${title}\n${body}` };
}
