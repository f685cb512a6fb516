/**
 * Keeps web pages of other sites away. The Host must be an allowed one (DNS rebinding), an Origin must be the very
 * address the request was sent to, port included, and another site may only link to a page (cross-site requests).
 */

import { AppError } from '../core/errors.ts';

interface GuardedRequest {
  readonly method: string;
  readonly url: string;
  header(name: string): string | undefined;
}

/** @throws AppError `forbidden_host` */
export function guardHost(
  request: GuardedRequest,
  { allowedHosts }: { readonly allowedHosts: readonly string[] },
): void {
  const { protocol, host: urlHost } = new URL(request.url);
  const host = (request.header('host') ?? urlHost).toLowerCase();
  if (!allowedHosts.includes(host) && !allowedHosts.includes(withoutPort(host)))
    throw forbidden('Host', host, 'is not allowed');
  const origin = request.header('origin');
  if (origin !== undefined && originOf(origin) !== originOf(`${protocol}//${host}`))
    throw forbidden('Origin', origin, `is not ${protocol}//${host}, where the request was sent`);
  const site = request.header('sec-fetch-site');
  if (isOtherSite(site) && !isLinkFollowed(request))
    throw forbidden('Sec-Fetch-Site', site, 'says that a page of another address sent the request');
}

/** An IPv6 address keeps its brackets. */
function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}

/** As a browser writes it, without the default port. Undefined for what no web page can have. */
function originOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWebPage = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isWebPage && url.username === '' ? url.origin : undefined;
}

/** Another port of the same machine is `same-site` to a browser, and no address of ours. */
function isOtherSite(site: string | undefined): site is string {
  return site === 'cross-site' || site === 'same-site';
}

/** A person who follows a link opens a page of ours in a tab of its own; the page before it cannot read it. */
function isLinkFollowed(request: GuardedRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isNavigation = request.header('sec-fetch-mode') === 'navigate';
  return isRead && isNavigation && request.header('sec-fetch-dest') === 'document';
}

function forbidden(header: string, found: string, why: string): AppError {
  return new AppError('forbidden_host', `The ${header} ${JSON.stringify(found)} ${why}.`, {
    details: { [header.toLowerCase()]: found },
  });
}
