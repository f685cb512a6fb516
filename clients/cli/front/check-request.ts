/**
 * Decides what the front passes on to the inner server. The local runtime takes orders from headers and paths of its
 * own (`MF-Original-URL` replaces the address, `/cdn-cgi/` runs scheduled tasks), so none of a caller's get through.
 */

export interface PassedRequest {
  readonly isPassed: true;
  /** Path and query as the inner server will read them. */
  readonly target: string;
  /** Name, value, name, value, as in `rawHeaders`. */
  readonly headers: readonly string[];
}

interface RefusedRequest {
  readonly isPassed: false;
  readonly status: 400 | 404;
  readonly detail: string;
}

interface ReceivedRequest {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
}

/** Carries the secret that the front and the Worker share. */
export const frontSecretHeader = 'x-wherefore-front';

/** Headers the local runtime acts on, whoever sends them. */
const runtimeHeaders = /^(?:x-)?(?:mf|cf|miniflare)-|^x-local-/;
/** Headers about one connection (RFC 9110, 7.6.1). Bodies are framed anew. */
const connectionHeaders = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Decide who is served and how the body is framed, so that a caller's `Connection` cannot remove them. */
const endToEndHeaders = new Set([
  'host',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'content-length',
  'content-encoding',
]);
/** Paths that the local runtime answers before the Worker. */
const runtimePaths = /^\/+(?:cdn-cgi|__cf_local)(?:\/|$)/i;
const hostPattern = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const mostPort = 65_535;

export function checkRequest(received: ReceivedRequest, secret: string): PassedRequest | RefusedRequest {
  const { method, target, rawHeaders } = received;
  const hosts = valuesOf(rawHeaders, 'host');
  const [host = ''] = hosts;
  if (hosts.length !== 1) return refused(400, `The request has ${hosts.length} Host headers; send one.`);
  if (!isHost(host))
    return refused(400, `The Host ${JSON.stringify(host)} is not a host name with an optional port.`);
  if (!target.startsWith('/'))
    return refused(
      400,
      `The request target ${JSON.stringify(target)} is not a path; send one that begins with /.`,
    );
  const { pathname, search } = new URL(`http://host${target}`);
  const isOurs = valuesOf(rawHeaders, frontSecretHeader).includes(secret);
  if (runtimePaths.test(decoded(pathname)) && !isOurs)
    return refused(404, `${method} ${pathname} belongs to the local runtime and is not served.`);
  return { isPassed: true, target: pathname + search, headers: passedHeaders(received, secret) };
}

function passedHeaders({ method, rawHeaders }: ReceivedRequest, secret: string): string[] {
  const named = new Set(
    valuesOf(rawHeaders, 'connection').flatMap((value) =>
      value.split(',').map((name) => name.trim().toLowerCase()),
    ),
  );
  const headers: string[] = [];
  for (const [name, value] of pairsOf(rawHeaders)) {
    const lower = name.toLowerCase();
    if (connectionHeaders.has(lower) || (named.has(lower) && !endToEndHeaders.has(lower))) continue;
    if (runtimeHeaders.test(lower) || lower === frontSecretHeader) continue;
    headers.push(name, value);
  }
  headers.push(frontSecretHeader, secret);
  if (valuesOf(rawHeaders, 'transfer-encoding').length > 0) headers.push('Transfer-Encoding', 'chunked');
  else if (method !== 'GET' && method !== 'HEAD' && valuesOf(headers, 'content-length').length === 0)
    headers.push('Content-Length', '0');
  return headers;
}

/** The headers of an answer that are the caller's too. */
export function answerHeaders(rawHeaders: readonly string[]): string[] {
  return pairsOf(rawHeaders)
    .filter(([name]) => !connectionHeaders.has(name.toLowerCase()))
    .flat();
}

function isHost(host: string): boolean {
  const port = /:(\d+)$/.exec(host)?.[1];
  return hostPattern.test(host) && (port === undefined || Number(port) <= mostPort);
}

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return pairsOf(rawHeaders)
    .filter(([key]) => key.toLowerCase() === name)
    .map(([, value]) => value);
}

function pairsOf(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return pairs;
}

/** Each escape by itself: one that is not UTF-8 must not hide the others. */
function decoded(path: string): string {
  return path.replaceAll(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function refused(status: 400 | 404, detail: string): RefusedRequest {
  return { isPassed: false, status, detail };
}
