/**
 * Open mode has no sign-in, so a page elsewhere must not be able to speak to it: the Host must be one we are known by
 * (DNS rebinding) and an Origin, where there is one, must be too (cross-site requests).
 */

import { AppError } from '../core/errors.ts';

interface GuardedRequest {
  readonly url: string;
  header(name: string): string | undefined;
}

/** @throws AppError `forbidden_host` */
export function guardHost(
  request: GuardedRequest,
  config: { mode: 'open' | 'hosted'; allowedHosts: readonly string[] },
): void {
  const host = hostName(request.header('host') ?? new URL(request.url).host);
  if (!config.allowedHosts.includes(host)) throw forbidden('Host', host);
  const origin = request.header('origin');
  if (origin === undefined) return;
  const page = URL.canParse(origin) ? new URL(origin) : undefined;
  const isWebPage = page?.protocol === 'http:' || page?.protocol === 'https:';
  if (!isWebPage || !config.allowedHosts.includes(hostName(page.host))) throw forbidden('Origin', origin);
}

/** Without the port; an IPv6 address keeps its brackets. */
function hostName(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

function forbidden(header: string, found: string): AppError {
  return new AppError('forbidden_host', `The ${header} ${JSON.stringify(found)} is not allowed.`, {
    details: { [header.toLowerCase()]: found },
  });
}
