/** Runs git on a folder: once, with its output, or as a process to talk to. Never asks for anything on the terminal. */

import { execFile, spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { gitEnvironment } from './git-environment.ts';

interface GitOutput {
  /** git's exit code; -1 when there is no git on this machine. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A git that fails is a value, not an exception: what it means depends on the question asked. */
export async function runGit(folder: string, args: readonly string[]): Promise<GitOutput> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: gitEnvironment, maxBuffer: Infinity };
    execFile('git', [...args], options, (error, stdout, stderr) => {
      resolve({ code: exitCode(error), stdout, stderr });
    });
  });
}

/** A git that is fed and read as it runs. */
export function startGit(folder: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn('git', [...args], { cwd: folder, env: gitEnvironment });
}

/** The records of a `-z` listing. */
export function splitRecords(stdout: string): string[] {
  return stdout.split('\0').filter((record) => record !== '');
}

function exitCode(error: { code?: unknown } | null): number {
  if (error === null) return 0;
  return typeof error.code === 'number' ? error.code : -1;
}
