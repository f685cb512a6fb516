/** Logs an error whose details are not sent to a user. */

import { toAppError } from '../core/errors.ts';

export function logFailure(event: string, thrown: unknown): void {
  const { message, stack } = toAppError(thrown);
  // oxlint-disable-next-line no-console -- the platform's structured log is what the console writes
  console.error(JSON.stringify({ event, message, stack }));
}
