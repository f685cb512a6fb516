/** Stores a page of a host's history, masked and sanitized. */

import type { NewCommit } from '../../ports/history-store.ts';
import type { HistoryJob } from '../../ports/history-jobs.ts';
import type { HostedCommit, HostedDiscussion } from '../../ports/history-source.ts';
import { readCommitReferences } from '../../ingestion/history/read-commit-references.ts';
import { maskDiscussion, maskCommit, maskFilePaths } from './mask-history.ts';
import type { Services } from '../services.ts';

type HistoryStores = Pick<Services, 'historyStore' | 'discussionStore' | 'secretScanner'>;

/** Stores commits without their files, and the pull requests that introduced them. */
export async function storeHostedCommits(
  services: HistoryStores,
  { key }: HistoryJob,
  hosted: readonly HostedCommit[],
): Promise<void> {
  const ids = hosted.map(({ id }) => id);
  await services.historyStore.retainCommits(key, ids);
  const known = await services.historyStore.knownCommits(key, ids);
  const read: NewCommit[] = [];
  for (const { pullRequests, ...commit } of hosted) {
    if (known.has(commit.id)) continue;
    const { author, message } = await maskCommit(services, commit);
    const references = readCommitReferences(message);
    const [first] = pullRequests;
    const introducedBy = first === undefined ? undefined : { number: first, title: undefined };
    read.push({
      ...commit,
      author,
      message,
      files: [],
      moreFiles: 0,
      ...references,
      pullRequest: references.pullRequest ?? introducedBy,
    });
  }
  if (read.length > 0) await services.historyStore.saveCommits(key, read);
  const links = hosted.flatMap(({ id, pullRequests }) =>
    pullRequests.map((number) => ({ commit: id, number })),
  );
  await services.discussionStore.saveCommits(key, links);
}

/** Stores discussions, and the files that the merge commits of pull requests changed. */
export async function storeHostedDiscussions(
  services: HistoryStores,
  { key }: HistoryJob,
  hosted: readonly HostedDiscussion[],
): Promise<void> {
  const masked = [];
  for (const { discussion } of hosted) masked.push(await maskDiscussion(services.secretScanner, discussion));
  const incomplete = hosted.flatMap(({ isIncomplete, discussion }) =>
    isIncomplete === true ? [discussion.number] : [],
  );
  await services.discussionStore.save(key, masked, new Set(incomplete));
  const changed = hosted.flatMap(({ discussion: { mergeCommit }, changed: files }) =>
    mergeCommit === undefined || files === undefined
      ? []
      : [{ ...maskFilePaths(services, files), commit: mergeCommit }],
  );
  await services.historyStore.saveFiles(key, changed);
}
