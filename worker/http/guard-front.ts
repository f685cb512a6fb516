/**
 * A local server's inner port is open to every program on the machine, web pages included. Its Worker therefore serves
 * only what the front has checked, which the front proves with the secret they share.
 */

import { AppError } from '../core/errors.ts';

const frontSecretHeader = 'x-wherefore-front';

/** @throws AppError `forbidden_host` */
export function guardFront(
  request: { header(name: string): string | undefined },
  { frontSecret }: { readonly frontSecret: string | undefined },
): void {
  if (frontSecret === undefined || request.header(frontSecretHeader) === frontSecret) return;
  throw new AppError('forbidden_host', 'This port is the inner one of a local server.');
}

/**
 * The same for a scheduled call, which has no headers: its schedule must be the secret.
 * @throws AppError `forbidden_host`
 */
export function guardSchedule(
  schedule: string,
  { frontSecret }: { readonly frontSecret: string | undefined },
): void {
  if (frontSecret === undefined || schedule === frontSecret) return;
  throw new AppError('forbidden_host', 'The scheduled task of a local server runs through its front only.');
}
