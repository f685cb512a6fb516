/** Plain reads of pull requests and issues: one with all that was said, those that hold words, and what commits are tied to. */

import type { Discussion } from '../../core/discussion.ts';
import { AppError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { DiscussionHit, DiscussionRow } from '../../ports/discussion-store.ts';
import type { CommitRow, HistoryKey } from '../../ports/history-store.ts';
import { readQuestion } from '../../retrieval/read-question.ts';
import { historyKeyOf, historyNotes } from './read-history.ts';
import { resolveSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';

type Read = Pick<Services, 'catalog' | 'historyStore' | 'discussionStore'>;

interface Asked {
  readonly id: string;
  readonly version: string | undefined;
}

/** @throws AppError `discussion_not_found`; those of `resolveSnapshot` */
export async function readDiscussion(
  services: Read,
  viewer: Viewer,
  asked: Asked & { readonly number: number },
): Promise<{ readonly discussion: Discussion; readonly linked: readonly DiscussionRow[] }> {
  const key = historyKeyOf(await resolveSnapshot(services, viewer, asked));
  const [[discussion], linked] = await Promise.all([
    services.discussionStore.byNumber(key, [asked.number]),
    services.discussionStore.linked(key, [asked.number]),
  ]);
  if (discussion !== undefined) return { discussion, linked: linked.map(({ to }) => to) };
  const notes = historyNotes(await services.historyStore.state(key));
  throw new AppError(
    'discussion_not_found',
    `This version knows no pull request or issue #${asked.number}.`,
    {
      details: { notes },
    },
  );
}

/** @throws those of `resolveSnapshot` */
export async function searchDiscussions(
  services: Read,
  viewer: Viewer,
  asked: Asked & { readonly query: string; readonly limit: number },
): Promise<{
  readonly hits: readonly DiscussionHit[];
  readonly counts: { readonly pullRequests: number; readonly issues: number };
  readonly notes: readonly string[];
}> {
  const key = historyKeyOf(await resolveSnapshot(services, viewer, asked));
  const terms = readQuestion(asked.query).terms.flatMap((term) => term.variants);
  const [hits, counts, state] = await Promise.all([
    services.discussionStore.search(key, terms, asked.limit),
    services.discussionStore.count(key),
    services.historyStore.state(key),
  ]);
  return { hits, counts, notes: historyNotes(state) };
}

/** What is known of the pull request that brought a commit, and of issues that closes or the message names. */
export interface CommitDiscussions {
  readonly pullRequest: DiscussionRow | undefined;
  readonly issues: readonly DiscussionRow[];
}

export async function discussionsOfCommits(
  { discussionStore }: Pick<Services, 'discussionStore'>,
  key: HistoryKey,
  commits: readonly Pick<CommitRow, 'id' | 'issues'>[],
): Promise<ReadonlyMap<string, CommitDiscussions>> {
  const brought = await discussionStore.ofCommits(
    key,
    commits.map(({ id }) => id),
  );
  const pullRequests = new Map(brought.map(({ commit, pullRequest }) => [commit, pullRequest]));
  const mentioned = [...new Set(commits.flatMap(({ issues }) => issues))];
  const [linked, named] = await Promise.all([
    discussionStore.linked(key, [...new Set(brought.map(({ pullRequest }) => pullRequest.number))]),
    mentioned.length === 0 ? [] : discussionStore.byNumber(key, mentioned.slice(0, mostNamed)),
  ]);
  return new Map(
    commits.map(({ id, issues }) => {
      const pullRequest = pullRequests.get(id);
      const closed = linked.filter(({ from }) => from === pullRequest?.number).map(({ to }) => to);
      const said = named.flatMap(({ number, ...row }) =>
        issues.includes(number) && !closed.some((one) => one.number === number)
          ? [{ ...row, number, key: 0 }]
          : [],
      );
      return [id, { pullRequest, issues: [...closed, ...said].filter(({ kind }) => kind === 'issue') }];
    }),
  );
}

/** Numbers of messages that are looked up for one page of commits. */
const mostNamed = 100;
