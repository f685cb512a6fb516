/** What every command is: its arguments as data, and a function from them to an exit code and a JSON value. */

import type { ParseArgsOptionsConfig } from 'node:util';
import type { ExitName } from './exit-codes.ts';
import type { ParsedArguments } from './parse-arguments.ts';
import type { Terminal } from './terminal.ts';

export interface CommandContext {
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface CommandResult {
  readonly exit: ExitName;
  /** Printed as the last line with `--json`. */
  readonly json: unknown;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The arguments after the name, then a line for each option. */
  readonly usage: string;
  readonly options: ParseArgsOptionsConfig;
  /** What must be given, in words such as "a folder", and how many operands there may be. */
  readonly operands: { readonly needs: readonly string[]; readonly max: number };
  run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult>;
}
