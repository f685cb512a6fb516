/** Runs git and processes its output line by line. */

import { streamGit } from '../run-history-git.ts';
import { createLineSplitter } from './line-splitter.ts';

export interface GitCommand {
  readonly folder: string;
  readonly args: readonly string[];
  /** Lines of the standard input. */
  readonly input?: readonly string[];
  readonly signal: AbortSignal;
}

/** @param processLines processes the lines of a chunk; `false` stops reading. @returns git's error message if it failed */
export async function readGitLines(
  { folder, args, input = [], signal }: GitCommand,
  processLines: (lines: ReturnType<typeof createLineSplitter>) => Promise<boolean | void>,
): Promise<string | undefined> {
  const git = streamGit(folder, args, signal);
  git.stdin.end(input.map((line) => `${line}\n`).join(''));
  const lines = createLineSplitter();
  let isStopped = false;
  for await (const piece of git.stdout) {
    lines.load(piece);
    isStopped = (await processLines(lines)) === false;
    if (isStopped) break;
  }
  if (isStopped) git.stop();
  const { code, errorLine } = await git.ended;
  signal.throwIfAborted();
  return isStopped || code === 0 ? undefined : errorLine || `git exited with code ${code}`;
}
