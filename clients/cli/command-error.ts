/** The command line's own errors: what was wrong and what was found, what to do, and how the process ends. */

import type { ExitName } from './exit-codes.ts';

export class CommandError extends Error {
  readonly exit: ExitName;
  /** One sentence: what the reader can do about it. */
  readonly fix: string;
  /** One word for programs, as `code` is on the wire. */
  readonly code: string;

  constructor(exit: ExitName, code: string, sentences: { message: string; fix: string; cause?: unknown }) {
    super(sentences.message, { cause: sentences.cause });
    this.name = 'CommandError';
    this.exit = exit;
    this.code = code;
    this.fix = sentences.fix;
  }
}

/** A mistake in what was typed. */
export function usageError(message: string, fix: string): CommandError {
  return new CommandError('usage', 'invalid_usage', { message, fix });
}
