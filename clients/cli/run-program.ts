/** Runs one of the project's own tools to its end, with this Node and from the project's folder. */

import { execFile } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { CommandError } from './command-error.ts';
import { projectFolder } from './project-folder.ts';

export interface Program {
  /** The tool's file and its arguments. */
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/** @throws CommandError with everything it printed when it does not end well. */
export function runProgram(
  program: Program,
  failure: { code: string; message: string; fix: string },
): Promise<void> {
  const { args, environment, signal } = program;
  const options = { cwd: projectFolder, env: environment, signal, maxBuffer: Infinity };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--no-warnings', ...args], options, (cause, stdout, stderr) => {
      const said = stripVTControlCharacters(`${stdout}\n${stderr}`).trim();
      const { code, message, fix } = failure;
      if (cause === null) resolve();
      else if (signal?.aborted === true) reject(cause);
      else reject(new CommandError('failed', code, { message: `${message}\n${said}`, fix, cause }));
    });
  });
}
