/** Defines the errors that the CLI itself raises and the exit codes of the process. */

export class CommandError extends Error {
  readonly exit: ExitName;
  /** One sentence: what the user can do about it. */
  readonly fix: string;
  /** Machine-readable, like `code` in a problem response. */
  readonly code: string;

  constructor(exit: ExitName, code: string, sentences: { message: string; fix: string; cause?: unknown }) {
    super(sentences.message, { cause: sentences.cause });
    this.name = 'CommandError';
    this.exit = exit;
    this.code = code;
    this.fix = sentences.fix;
  }
}

/** Creates the error for an invalid command line. */
export function usageError(message: string, fix: string): CommandError {
  return new CommandError('usage', 'invalid_usage', { message, fix });
}

/** Scripts rely on these numbers. */
export const exitCodes = {
  ok: 0,
  /** The server or its job failed. */
  failed: 1,
  /** The command line, the folder or the request was invalid. */
  usage: 2,
  /** No server responds at the address. */
  unreachable: 3,
  /** The question was declined, nothing matched, or there is no such repository or key. */
  notFound: 4,
  /** `verify`: something the receipt cites differs. */
  differs: 1,
  /** `verify`: the signature is invalid or its key is unknown. */
  unsigned: 3,
  /** `verify`: the clone lacks something the receipt cites. */
  missing: 4,
  /** Stopped by Ctrl-C: 128 + SIGINT, the convention of shells. */
  interrupted: 130,
} as const;

/** What each code means unless the help of a command says more. */
export const exitMeanings: readonly (readonly [name: ExitName, meaning: string])[] = [
  ['ok', 'done'],
  ['failed', 'the server or its job failed'],
  ['usage', 'invalid arguments or request'],
  ['unreachable', 'no server responds'],
  ['notFound', 'nothing matches, or there is no such repository or key'],
  ['interrupted', 'stopped by Ctrl-C'],
];

export type ExitName = keyof typeof exitCodes;
