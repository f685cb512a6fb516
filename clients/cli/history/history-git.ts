/**
 * git as history is read with it: whatever its user has set, it says the same, fetches nothing, asks for nothing, and ends
 * when the command does. What it prints may be in any encoding; paths are kept as bytes (`latin1` strings) until they are told.
 */

import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { gitEnvironment } from '../source/git-environment.ts';

interface GitStream {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** How it ended: git's exit code, -1 where it could not be run or was stopped, and the first line it complained with. */
  readonly ended: Promise<{ readonly code: number; readonly complaint: string }>;
  stop(): void;
}

/** Settings of the user that would change what is printed. Renames are looked for among this many files and no more. */
const settings = [
  'core.quotePath=false',
  'log.showSignature=false',
  'log.showRoot=true',
  'log.follow=false',
  'diff.renameLimit=1000',
  'diff.algorithm=myers',
  'diff.interHunkContext=0',
  'diff.suppressBlankEmpty=false',
  'diff.submodule=short',
  'i18n.logOutputEncoding=UTF-8',
].flatMap((setting) => ['-c', setting]);

/** Of every call that prints changes. White space is no change: neither an indented block nor new line ends are. */
export const patchOptions = [
  '--patch',
  '--unified=0',
  '--ignore-all-space',
  '--find-renames',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-relative',
  '--full-index',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '-O/dev/null',
] as const;

/** A clone without all objects would fetch one at a time; older versions of git know the last of the two alone. */
const { GIT_DIFF_OPTS: _, ...inherited } = gitEnvironment;
const environment = {
  ...inherited,
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
};

const maxComplaint = 4_000;

export function streamGit(folder: string, args: readonly string[], signal: AbortSignal): GitStream {
  const child = spawn('git', [...settings, ...args], { cwd: folder, env: environment, signal });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    if (said.length < maxComplaint) said += piece.toString();
  });
  // A pipe that breaks shows as output that ends early.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<{ code: number; complaint: string }>((settle) => {
    child.once('error', (error) => settle({ code: -1, complaint: error.message }));
    child.once('close', (code) => settle({ code: code ?? -1, complaint: said.trim().split('\n')[0] ?? '' }));
  });
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    stop: () => {
      child.stdout.destroy();
      child.kill();
    },
  };
}

/** Everything a git prints, for answers that are known to be short. */
export async function readGit(
  folder: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly code: number; readonly complaint: string; readonly output: Buffer }> {
  const git = streamGit(folder, args, signal);
  git.stdin.end();
  const pieces: Buffer[] = [];
  git.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  const { code, complaint } = await git.ended;
  signal.throwIfAborted();
  return { code, complaint, output: Buffer.concat(pieces) };
}
