/** What a page of a host's history leaves in the stores: masked and plain before anything is kept, whichever page it comes in. */

import type { NewCommit } from '../../ports/history-store.ts';
import type { HistoryJob } from '../../ports/history-jobs.ts';
import type { HostedCommit, HostedDiscussion } from '../../ports/history-source.ts';
import { readReferencesOfMessage } from '../../ingestion/read-references-of-message.ts';
import { maskDiscussion } from './mask-discussion.ts';
import { maskedCommit, shownFile } from './import-history.ts';
import type { Services } from '../services.ts';

type Kept = Pick<Services, 'historyStore' | 'discussionStore' | 'secretScanner'>;

/** Stores commits without their files, and which pull requests brought them. */
export async function keepHostedCommits(
  services: Kept,
  { key }: HistoryJob,
  hosted: readonly HostedCommit[],
): Promise<void> {
  const ids = hosted.map(({ id }) => id);
  await services.historyStore.holdCommits(key, ids);
  const known = await services.historyStore.knownCommits(key, ids);
  const read: NewCommit[] = [];
  for (const { pullRequests, ...commit } of hosted) {
    if (known.has(commit.id)) continue;
    const { author, message } = await maskedCommit(services, commit);
    const told = readReferencesOfMessage(message);
    const [first] = pullRequests;
    const brought = first === undefined ? undefined : { number: first, title: undefined };
    read.push({
      ...commit,
      author,
      message,
      files: [],
      moreFiles: 0,
      ...told,
      pullRequest: told.pullRequest ?? brought,
    });
  }
  if (read.length > 0) await services.historyStore.saveCommits(key, read);
  const brought = hosted.flatMap(({ id, pullRequests }) =>
    pullRequests.map((number) => ({ commit: id, number })),
  );
  await services.discussionStore.saveCommits(key, brought);
}

/** Stores discussions, and of pull requests what their merge commits changed. */
export async function keepHostedDiscussions(
  services: Kept,
  { key }: HistoryJob,
  hosted: readonly HostedDiscussion[],
): Promise<void> {
  const masked = [];
  for (const { discussion } of hosted) masked.push(await maskDiscussion(services.secretScanner, discussion));
  const inPart = hosted.flatMap((one) => (one.isInPart === true ? [one.discussion.number] : []));
  await services.discussionStore.save(key, masked, new Set(inPart));
  const changed = hosted.flatMap(({ discussion: { mergeCommit }, changed: files }) =>
    mergeCommit === undefined || files === undefined
      ? []
      : [{ ...shownFiles(services, files), commit: mergeCommit }],
  );
  await services.historyStore.saveFiles(key, changed);
}

/** With paths as they are safe to show. */
export function shownFiles<Changed extends Pick<NewCommit, 'files'>>(
  services: Pick<Services, 'secretScanner'>,
  changed: Changed,
): Changed {
  return { ...changed, files: changed.files.map((file) => shownFile(services, file)) };
}
