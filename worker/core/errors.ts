/** The one error type. `code` says what happened and is what callers branch on; what it means stands in the table of kinds. */

import { errorKinds } from './error-kinds.ts';

export type ErrorCode = keyof typeof errorKinds;

/** An error with a code from the table. `message` says what was found; `details` carries it as data. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; details?: Record<string, unknown> } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? {};
  }

  get status(): number {
    return errorKinds[this.code].status;
  }

  get title(): string {
    return errorKinds[this.code].title;
  }

  /** What the reader can do about it. */
  get fix(): string {
    return errorKinds[this.code].fix;
  }

  get retryable(): boolean {
    return errorKinds[this.code].retryable;
  }
}

/** Gives any thrown value a code; what was not foreseen is `internal` and keeps its cause. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('internal', message, { cause: thrown });
}
