/**
 * Rejects requests from other sites, and requests that bypass the front proxy of a local server. The Host must be allowed (DNS rebinding),
 * an Origin must be the address of the request, port included, and another site may only link to a page (cross-site requests).
 */

import { AppError } from '../../core/errors.ts';
import { isWidgetFile } from '../page-head/widget-files.ts';
import { hasPublishableKey } from './cross-origin.ts';

interface GuardedRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  header(name: string): string | undefined;
}

/** @throws AppError `forbidden_host` */
export function guardHost(
  request: GuardedRequest,
  { mode, allowedHosts }: { readonly mode: 'open' | 'hosted'; readonly allowedHosts: readonly string[] },
): void {
  const { protocol, host: urlHost } = new URL(request.url);
  const host = (request.header('host') ?? urlHost).toLowerCase();
  if (!allowedHosts.includes(host) && !allowedHosts.includes(removePort(host)))
    throw forbidden('Host', host, 'is not allowed');
  // The Origin of a publishable key is compared with the origins of the key. Open mode has no keys, so it would be compared with nothing.
  if (mode === 'hosted' && hasPublishableKey(request)) return;
  // Every site may load the widget. A local server stays invisible to other sites.
  if (mode === 'hosted' && isWidgetFile(request)) return;
  const origin = request.header('origin');
  if (
    origin !== undefined &&
    normalizeRequestOrigin(origin) !== normalizeRequestOrigin(`${protocol}//${host}`)
  )
    throw forbidden('Origin', origin, `is not ${protocol}//${host}, where the request was sent`);
  const site = request.header('sec-fetch-site');
  if (isOtherSite(site) && !isLinkFollowed(request))
    throw forbidden('Sec-Fetch-Site', site, 'shows that a page at another address sent the request');
}

/** An IPv6 address keeps its brackets. */
function removePort(host: string): string {
  return host.replace(/:\d+$/, '');
}

/** The origin as browsers write it, without the default port; undefined if it is not the origin of a web page. */
function normalizeRequestOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWebPage = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isWebPage && url.username === '' ? url.origin : undefined;
}

/** Browsers report another port of the same machine as `same-site`, but it is not this server. */
function isOtherSite(site: string | undefined): site is string {
  return site === 'cross-site' || site === 'same-site';
}

/** A followed link opens our page in its own tab, which the linking page cannot read. */
function isLinkFollowed(request: GuardedRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isNavigation = request.header('sec-fetch-mode') === 'navigate';
  return isRead && isNavigation && request.header('sec-fetch-dest') === 'document';
}

function forbidden(header: string, found: string, problem: string): AppError {
  return new AppError('forbidden_host', `The ${header} ${JSON.stringify(found)} ${problem}.`, {
    details: { [header.toLowerCase()]: found },
  });
}

const proxySecretHeader = 'x-wherefore-front';

/**
 * Every program on the machine can reach a local server's internal port. Therefore the Worker serves only requests with the secret that it
 * shares with the front proxy, which has checked them.
 * @throws AppError `forbidden_host`
 */
export function guardFrontProxy(
  request: { header(name: string): string | undefined },
  { proxySecret }: { readonly proxySecret: string | undefined },
): void {
  if (proxySecret === undefined || request.header(proxySecretHeader) === proxySecret) return;
  throw new AppError(
    'forbidden_host',
    'This is the internal port of a local server. Use the address that the server printed when it started.',
  );
}

/**
 * The same check for a scheduled call, which has no headers: its schedule must equal the secret.
 * @throws AppError `forbidden_host`
 */
export function guardSchedule(
  schedule: string,
  { proxySecret }: { readonly proxySecret: string | undefined },
): void {
  if (proxySecret === undefined || schedule === proxySecret) return;
  throw new AppError(
    'forbidden_host',
    'Only the front proxy of a local server can start its scheduled tasks.',
  );
}
