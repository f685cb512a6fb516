/** Defines a command: its arguments as data, and a function that returns an exit code and a JSON value. */

import type { ParseArgsOptionsConfig } from 'node:util';
import type { ExitName } from './command-error.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface ParsedArguments {
  readonly operands: readonly string[];
  /** Whether the command line has the option. */
  has(name: string): boolean;
  flag(name: string): boolean;
  text(name: string): string | undefined;
  /** The values of a repeatable option; undefined when it is absent. */
  list(name: string): string[] | undefined;
  /** Both bounds are inclusive. @throws CommandError when the value is not a whole number within them. */
  number(name: string, bounds: { min: number; max: number }): number | undefined;
}

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
  /** The arguments after the command's name, then one line per option. */
  readonly usage: string;
  readonly options: ParseArgsOptionsConfig;
  /** Descriptions of the required operands, such as "a folder", and the maximum number of operands. */
  readonly operands: {
    readonly needs: readonly string[];
    readonly max: number;
    /** The possible values of the first operand, for completion in a shell. */
    readonly choices?: readonly string[];
  };
  /** Runs until it is stopped, so no waiting line is shown. */
  readonly isOpenEnded?: boolean;
  run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult>;
}
