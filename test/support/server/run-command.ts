/** Runs the CLI in its own process, as a user does, and returns its output and exit code. */

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { settingNames } from '../../../clients/cli/local-server/setting-names.ts';

const bin = fileURLToPath(new URL('../../../clients/cli/bin.js', import.meta.url));

export interface CommandRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of stdout as parsed JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

export interface RunOptions {
  /** The program; default: that of this project. */
  readonly program?: string;
  readonly url?: string;
  readonly workingDirectory?: string;
  /** Environment variables to add. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called after each piece of stdout with the whole stdout so far. */
  readonly onPrint?: (stdout: string, child: ChildProcess) => void;
  /** Called after each piece of stderr with the whole stderr so far. */
  readonly onNote?: (stderr: string, child: ChildProcess) => void;
}

export function runCommand(args: readonly string[], options: RunOptions = {}): Promise<CommandRun> {
  // Test runners set variables such as `MODE`, which the server would read as settings.
  const shellVariables = Object.entries(process.env).filter(([name]) => !settingNames.includes(name));
  const env = {
    ...Object.fromEntries(shellVariables),
    WHEREFORE_URL: options.url ?? 'http://127.0.0.1:1',
    ...options.environment,
  };
  const child = spawn(process.execPath, [options.program ?? bin, ...args], {
    env,
    cwd: options.workingDirectory,
    stdio: 'pipe',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (piece: Buffer) => {
    stdout += piece.toString();
    options.onPrint?.(stdout, child);
  });
  child.stderr.on('data', (piece: Buffer) => {
    stderr += piece.toString();
    options.onNote?.(stderr, child);
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr, json: lastLineAsJson(stdout) }));
  });
}

function lastLineAsJson(stdout: string): unknown {
  try {
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  } catch {
    return undefined;
  }
}
