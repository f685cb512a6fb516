/** Runs git on a folder: once with its output, or as an interactive process. Git never prompts on the terminal. */

import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

interface GitOutput {
  /** Git's exit code; -1 when git is not installed. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs git once. A failure is a value, not an exception: its meaning depends on the command. */
export async function runGit(folder: string, args: readonly string[]): Promise<GitOutput> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: gitEnvironment, maxBuffer: Infinity };
    execFile('git', [...args], options, (error, stdout, stderr) => {
      resolve({ code: exitCode(error), stdout, stderr });
    });
  });
}

/** Starts a git process with open input and output. */
export function startGit(folder: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn('git', [...args], { cwd: folder, env: gitEnvironment });
}

/** Splits the output of a `-z` listing. */
export function splitRecords(stdout: string): string[] {
  return stdout.split('\0').filter((record) => record !== '');
}

function exitCode(error: { code?: unknown } | null): number {
  if (error === null) return 0;
  return typeof error.code === 'number' ? error.code : -1;
}

/**
 * Variables that bind git to one repository. Git sets them for hooks. The list is that of
 * `git rev-parse --local-env-vars` without the variables that only set configuration.
 */
const repositoryVariables: ReadonlySet<string> = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_GRAFT_FILE',
  'GIT_SHALLOW_FILE',
  'GIT_REPLACE_REF_BASE',
  'GIT_IMPLICIT_WORK_TREE',
]);

/** The environment without variables that would redirect git to another repository. */
export const gitEnvironment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !repositoryVariables.has(name))),
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
};
