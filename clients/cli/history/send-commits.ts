/** Uploads the commits that the server does not have yet, one batch in memory at a time. */

import type { ExportedCommit } from '../../../worker/contract/history/import-schema.ts';
import { readChangedWords } from './read-changed-words.ts';
import { readCommitPatches } from './read-commit-patches.ts';
import { readCommits } from './read-commits.ts';
import type { CommitReading } from './read-commits.ts';

interface CommitUploader {
  /** Returns the ids that the server lacks. */
  selectMissing(ids: readonly string[]): Promise<readonly string[]>;
  send(commits: readonly ExportedCommit[]): Promise<void>;
  /** Reports that `count` more commits are uploaded or were already present. */
  report(count: number): void;
}

/** Limits per request: ids of one lookup, commits of one upload, and its length (about a megabyte). */
const maxIds = 5_000;
const maxCommits = 500;
const maxLength = 1_000_000;

export async function sendCommits(
  ids: AsyncIterable<string> | Iterable<string>,
  reading: CommitReading,
  uploader: CommitUploader,
): Promise<void> {
  for await (const batch of splitIntoBatches(ids, ({ length }) => length < maxIds)) {
    const missing = await uploader.selectMissing(batch);
    uploader.report(batch.length - missing.length);
    const commitsWithChanges = readCommitsWithChanges(missing, reading);
    for await (const commits of splitIntoBatches(commitsWithChanges, createFitCheck())) {
      await uploader.send(commits);
      uploader.report(commits.length);
    }
  }
}

/** Reads the changed lines and words of some commits at a time. */
async function* readCommitsWithChanges(
  ids: readonly string[],
  reading: CommitReading,
): AsyncGenerator<ExportedCommit> {
  for await (const commits of splitIntoBatches(
    readCommits(ids, reading),
    ({ length }) => length < maxCommits,
  )) {
    // A commit at the boundary of a shallow clone would seem to add every file. One without files may lack their objects.
    const readable = commits.filter(
      ({ id, files }) => reading.withFiles && files.length > 0 && !reading.boundary.has(id),
    );
    const readableIds = readable.map(({ id }) => id);
    const words = await readChangedWords(readableIds, reading);
    const patches = await readCommitPatches(readableIds, reading);
    for (const commit of commits)
      yield { ...commit, words: words.get(commit.id), patch: patches.get(commit.id) };
  }
}

/** Creates a function that checks whether the next commit fits into the batch. */
function createFitCheck(): (batch: readonly ExportedCommit[], next: ExportedCommit) => boolean {
  let length = 0;
  return (batch, next) => {
    const nextLength = JSON.stringify(next).length;
    if (batch.length === 0) length = 0;
    length += nextLength;
    const isFitting = batch.length < maxCommits && length <= maxLength;
    if (!isFitting) length = nextLength;
    return isFitting;
  };
}

async function* splitIntoBatches<T>(
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
