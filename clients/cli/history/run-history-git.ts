/**
 * Runs git with fixed settings for reading history: its output is independent of the user's configuration, it fetches
 * nothing, never prompts, and stops when the command stops. Output may have any encoding, so paths stay bytes
 * (`latin1` strings) until they are sent.
 */

import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { gitEnvironment } from '../source/run-git.ts';

interface GitStream {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Git's exit code (-1 when it could not run or was stopped) and the first line of its error output. */
  readonly ended: Promise<{ readonly code: number; readonly errorLine: string }>;
  stop(): void;
}

/** Overrides user settings that change the output. `diff.renameLimit` bounds rename detection. */
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

/** Options for every command that prints patches. */
const commonPatchOptions = [
  '--patch',
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

/** For patches that lines are followed through. Git ignores whitespace, so changed indentation does not count as a change. */
export const patchOptions = [...commonPatchOptions, '--unified=0', '--ignore-all-space'] as const;
/** For patches that people read. */
export const readablePatchOptions = [...commonPatchOptions, '--unified=3'] as const;

const { GIT_DIFF_OPTS: _, ...inherited } = gitEnvironment;
/**
 * These variables prevent a partial clone from fetching objects one by one. Older versions of git support only
 * `GIT_ALLOW_PROTOCOL`.
 */
const environment = {
  ...inherited,
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
};

const maxStderrLength = 4_000;

export function streamGit(folder: string, args: readonly string[], signal: AbortSignal): GitStream {
  const child = spawn('git', [...settings, ...args], { cwd: folder, env: environment, signal });
  let stderrText = '';
  child.stderr.on('data', (piece: Buffer) => {
    if (stderrText.length < maxStderrLength) stderrText += piece.toString();
  });
  // A broken pipe shows up as truncated output.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<{ code: number; errorLine: string }>((settle) => {
    child.once('error', (error) => settle({ code: -1, errorLine: error.message }));
    child.once('close', (code) =>
      settle({ code: code ?? -1, errorLine: stderrText.trim().split('\n')[0] ?? '' }),
    );
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

/** Reads git's whole output; only for commands with short output. */
export async function readGit(
  folder: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly code: number; readonly errorLine: string; readonly output: Buffer }> {
  const git = streamGit(folder, args, signal);
  git.stdin.end();
  const pieces: Buffer[] = [];
  git.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  const { code, errorLine } = await git.ended;
  signal.throwIfAborted();
  return { code, errorLine, output: Buffer.concat(pieces) };
}

/** A clone without some objects, such as its largest files, fails at each commit that changed them. */
const missingObject = /unable to read|missing (?:blob|tree) object|bad object/i;

/** Whether git failed because the clone lacks an object. @param errorLine the first line of its error output */
export function reportsMissingObject(errorLine: string): boolean {
  return missingObject.test(errorLine);
}
