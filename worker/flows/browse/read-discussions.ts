/** Reads pull requests and issues: a single one with all comments, the matches of a search, and those linked to commits. */

import type { Discussion } from '../../core/history/discussion.ts';
import { AppError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { DiscussionHit, DiscussionRow } from '../../ports/discussion-store.ts';
import type { CommitRow, HistoryKey } from '../../ports/history-store.ts';
import { readQuestion } from '../../retrieval/question/read-question.ts';
import { toHistoryKey, historyNotes } from './read-history.ts';
import { resolveSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';

type DiscussionServices = Pick<Services, 'catalog' | 'historyStore' | 'discussionStore'>;

interface VersionRequest {
  readonly id: string;
  readonly version: string | undefined;
}

/** @throws AppError `discussion_not_found`; also what `resolveSnapshot` throws */
export async function readDiscussion(
  services: DiscussionServices,
  viewer: Viewer,
  request: VersionRequest & { readonly number: number },
): Promise<{ readonly discussion: Discussion; readonly linked: readonly DiscussionRow[] }> {
  const key = toHistoryKey(await resolveSnapshot(services, viewer, request));
  const [[discussion], linked] = await Promise.all([
    services.discussionStore.byNumber(key, [request.number]),
    services.discussionStore.findLinked(key, [request.number]),
  ]);
  if (discussion !== undefined) return { discussion, linked: linked.map(({ to }) => to) };
  const notes = historyNotes(await services.historyStore.state(key));
  throw new AppError(
    'discussion_not_found',
    `This version has no pull request or issue #${request.number}.`,
    {
      details: { notes },
    },
  );
}

/** @throws what `resolveSnapshot` throws */
export async function searchDiscussions(
  services: DiscussionServices,
  viewer: Viewer,
  request: VersionRequest & { readonly query: string; readonly limit: number },
): Promise<{
  readonly hits: readonly DiscussionHit[];
  readonly counts: { readonly pullRequests: number; readonly issues: number };
  readonly notes: readonly string[];
}> {
  const key = toHistoryKey(await resolveSnapshot(services, viewer, request));
  const terms = readQuestion(request.query).terms.flatMap((term) => term.variants);
  const [hits, counts, state] = await Promise.all([
    services.discussionStore.search(key, terms, request.limit),
    services.discussionStore.count(key),
    services.historyStore.state(key),
  ]);
  return { hits, counts, notes: historyNotes(state) };
}

/** The pull request that introduced a commit, and the issues that it closes or that the message names. */
export interface CommitDiscussions {
  readonly pullRequest: DiscussionRow | undefined;
  readonly issues: readonly DiscussionRow[];
}

export async function readCommitDiscussions(
  { discussionStore }: Pick<Services, 'discussionStore'>,
  key: HistoryKey,
  commits: readonly Pick<CommitRow, 'id' | 'issues'>[],
): Promise<ReadonlyMap<string, CommitDiscussions>> {
  const introductions = await discussionStore.byCommits(
    key,
    commits.map(({ id }) => id),
  );
  const pullRequests = new Map(introductions.map(({ commit, pullRequest }) => [commit, pullRequest]));
  const mentionedNumbers = [...new Set(commits.flatMap(({ issues }) => issues))];
  const [linked, mentionedDiscussions] = await Promise.all([
    discussionStore.findLinked(key, [...new Set(introductions.map(({ pullRequest }) => pullRequest.number))]),
    mentionedNumbers.length === 0
      ? []
      : discussionStore.byNumber(key, mentionedNumbers.slice(0, maxMentionedNumbers)),
  ]);
  return new Map(
    commits.map(({ id, issues }) => {
      const pullRequest = pullRequests.get(id);
      const closed = linked.filter(({ from }) => from === pullRequest?.number).map(({ to }) => to);
      const referenced = mentionedDiscussions.flatMap(({ number, ...row }) =>
        issues.includes(number) && !closed.some((issue) => issue.number === number)
          ? [{ ...row, number, key: 0 }]
          : [],
      );
      return [id, { pullRequest, issues: [...closed, ...referenced].filter(({ kind }) => kind === 'issue') }];
    }),
  );
}

/** Maximum issue numbers from commit messages that are looked up for one page of commits. */
const maxMentionedNumbers = 100;
