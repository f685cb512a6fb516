/** The only error type. Callers branch on `code`; `error-kinds.ts` defines what each code means. */

import { errorKinds } from './error-kinds.ts';

export type ErrorCode = keyof typeof errorKinds;

/** An error with a code from the table. `message` says what was found; `details` contains it as data. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  /** What the user can do about it: that of the code, unless this error knows better. */
  readonly fix: string;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; details?: Record<string, unknown>; fix?: string } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? {};
    this.fix = options.fix ?? errorKinds[code].fix;
  }

  get status(): number {
    return errorKinds[this.code].status;
  }

  get title(): string {
    return errorKinds[this.code].title;
  }

  get retryable(): boolean {
    return errorKinds[this.code].retryable;
  }
}

/** Converts any thrown value; an unexpected one gets the code `internal` and stays attached as the cause. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('internal', message, { cause: thrown });
}
