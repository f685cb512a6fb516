/** Hands commits over: only those that are not there yet, a batch in memory at a time. */

import type { ExportedCommit } from '../../../worker/contract/history-export.ts';
import { readCommits } from './read-commits.ts';
import type { CommitReading } from './read-commits.ts';

interface CommitReceiver {
  /** Of these ids, those to be sent. */
  wanted(ids: readonly string[]): Promise<readonly string[]>;
  send(commits: readonly ExportedCommit[]): Promise<void>;
  /** So many more were sent, or were there already. */
  done(count: number): void;
}

/** Ids of one question, commits and length of one call: what the server takes, and about a megabyte. */
const maxAsked = 5_000;
const maxCommits = 500;
const maxLength = 1_000_000;

export async function sendCommits(
  ids: AsyncIterable<string> | Iterable<string>,
  reading: CommitReading,
  receiver: CommitReceiver,
): Promise<void> {
  for await (const asked of inBatches(ids, (batch) => batch.length < maxAsked)) {
    const wanted = await receiver.wanted(asked);
    receiver.done(asked.length - wanted.length);
    for await (const commits of inBatches(readCommits(wanted, reading), fitsCall())) {
      await receiver.send(commits);
      receiver.done(commits.length);
    }
  }
}

/** Whether one more goes into the batch. */
function fitsCall(): (batch: readonly ExportedCommit[], next: ExportedCommit) => boolean {
  let length = 0;
  return (batch, next) => {
    const more = JSON.stringify(next).length;
    if (batch.length === 0) length = 0;
    length += more;
    const isFit = batch.length < maxCommits && length <= maxLength;
    if (!isFit) length = more;
    return isFit;
  };
}

async function* inBatches<T>(
  items: AsyncIterable<T> | Iterable<T>,
  fits: (batch: readonly T[], next: T) => boolean,
): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    if (!fits(batch, item) && batch.length > 0) {
      yield batch;
      batch = [];
    }
    batch.push(item);
  }
  if (batch.length > 0) yield batch;
}
