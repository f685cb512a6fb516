/** Runs `git log --patch` for a list of commits, and collects one result from the patch of each. */

import { createLineSplitter } from './lines/line-splitter.ts';
import { commitFormat, createPatchReader, type PatchReceiver } from './lines/read-patches.ts';
import { readEachCommit } from './read-each-commit.ts';
import { streamGit } from './run-history-git.ts';

export interface PatchReading {
  readonly folder: string;
  /** The folder that indexed paths are relative to, ending in `/`; empty for the root. */
  readonly prefix: string;
  readonly signal: AbortSignal;
}

export interface PatchCollector<Result> {
  readonly receiver: PatchReceiver;
  /** Returns what was collected since the last call. */
  readonly take: () => Result;
}

interface CommitResult<Result> {
  readonly id: string;
  readonly result: Result;
}

/**
 * Merges, commits that changed no lines, and commits whose objects are missing may have no result.
 * @throws Error with git's message when git fails for another reason
 */
export function readPatchLog<Result>(
  ids: readonly string[],
  reading: PatchReading & { readonly options: readonly string[] },
  collector: PatchCollector<Result>,
): AsyncGenerator<CommitResult<Result>> {
  return readEachCommit<CommitResult<Result>>(
    ids,
    (next) => runLog(next, reading, collector),
    () => [],
  );
}

async function* runLog<Result>(
  ids: readonly string[],
  { folder, signal, options }: PatchReading & { readonly options: readonly string[] },
  { receiver, take }: PatchCollector<Result>,
): AsyncGenerator<CommitResult<Result>> {
  const command = ['log', '--no-walk=unsorted', '--stdin', '--diff-merges=off', commitFormat, ...options];
  const git = streamGit(folder, command, signal);
  git.stdin.end(`${ids.join('\n')}\n`);
  take();
  const reader = createPatchReader(receiver);
  let current: string | undefined;
  try {
    const lines = createLineSplitter();
    for await (const piece of git.stdout as AsyncIterable<Buffer>) {
      lines.load(piece);
      while (lines.next()) {
        const header = reader.header(lines.bytes, lines.start, lines.end);
        if (header === undefined) reader.readLine(lines.bytes, lines.start, lines.end);
        else {
          reader.end();
          if (current !== undefined) yield { id: current, result: take() };
          current = header.id;
        }
      }
    }
    const { code, errorLine } = await git.ended;
    signal.throwIfAborted();
    // The last commit of a failed run is incomplete.
    if (code !== 0) throw new Error(errorLine || `git exited with code ${code}`);
    reader.end();
    if (current !== undefined) yield { id: current, result: take() };
  } finally {
    git.stop();
  }
}
