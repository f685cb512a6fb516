/**
 * Decides which requests the front proxy forwards to the inner server. The local runtime acts on its own headers and
 * paths (`MF-Original-URL` replaces the address, `/cdn-cgi/` runs scheduled tasks). The front proxy removes such headers
 * and refuses such paths.
 */

export interface ForwardedRequest {
  readonly isForwarded: true;
  /** Path and query for the inner server. */
  readonly target: string;
  /** Name, value, name, value, as in `rawHeaders`. */
  readonly headers: readonly string[];
}

interface RefusedRequest {
  readonly isForwarded: false;
  readonly status: 400 | 404;
  readonly detail: string;
}

interface ReceivedRequest {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  /** The client's IP address. */
  readonly address: string;
}

/** Header for the secret that the front proxy and the Worker share. */
export const proxySecretHeader = 'x-wherefore-front';
/** Header for the client's IP address, which the Worker believes only together with the secret. */
export const addressHeader = 'x-wherefore-address';
const ownHeaders = new Set([proxySecretHeader, addressHeader]);

/** Headers that the local runtime acts on regardless of their sender. */
const runtimeHeaders = /^(?:x-)?(?:mf|cf|miniflare)-|^x-local-/;
/** Hop-by-hop headers (RFC 9110, 7.6.1). Bodies are framed again. */
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
/** Headers that control access and body framing. A client's `Connection` header must not remove them. */
const endToEndHeaders = new Set([
  'host',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'content-length',
  'content-encoding',
]);
/** Paths that the local runtime handles before the Worker. */
const runtimePaths = /^\/+(?:cdn-cgi|__cf_local)(?:\/|$)/i;
const hostPattern = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const maxPort = 65_535;

/** @param secret a request with this secret may also use the runtime's own paths */
export function checkRequest(received: ReceivedRequest, secret: string): ForwardedRequest | RefusedRequest {
  const { method, target, rawHeaders } = received;
  const hosts = headerValues(rawHeaders, 'host');
  const [host = ''] = hosts;
  if (hosts.length !== 1) return refuse(400, `The request has ${hosts.length} Host headers; send one.`);
  if (!isHost(host))
    return refuse(400, `The Host ${JSON.stringify(host)} is not a host name with an optional port.`);
  if (!target.startsWith('/'))
    return refuse(
      400,
      `The request target ${JSON.stringify(target)} is not a path; send one that begins with /.`,
    );
  const { pathname, search } = new URL(`http://host${target}`);
  const hasSecret = headerValues(rawHeaders, proxySecretHeader).includes(secret);
  if (runtimePaths.test(decodeEscapes(pathname)) && !hasSecret)
    return refuse(404, `${method} ${pathname} belongs to the local runtime and is not served.`);
  return { isForwarded: true, target: pathname + search, headers: forwardedHeaders(received, secret) };
}

function forwardedHeaders({ method, rawHeaders, address }: ReceivedRequest, secret: string): string[] {
  const listedInConnection = new Set(
    headerValues(rawHeaders, 'connection').flatMap((value) =>
      value.split(',').map((name) => name.trim().toLowerCase()),
    ),
  );
  const headers: string[] = [];
  for (const [name, value] of headerPairs(rawHeaders)) {
    const lowerName = name.toLowerCase();
    if (
      connectionHeaders.has(lowerName) ||
      (listedInConnection.has(lowerName) && !endToEndHeaders.has(lowerName))
    )
      continue;
    if (runtimeHeaders.test(lowerName) || ownHeaders.has(lowerName)) continue;
    headers.push(name, value);
  }
  headers.push(proxySecretHeader, secret, addressHeader, address);
  if (headerValues(rawHeaders, 'transfer-encoding').length > 0) headers.push('Transfer-Encoding', 'chunked');
  else if (method !== 'GET' && method !== 'HEAD' && headerValues(headers, 'content-length').length === 0)
    headers.push('Content-Length', '0');
  return headers;
}

/** Selects the headers of the inner response that the client receives. */
export function responseHeaders(rawHeaders: readonly string[]): string[] {
  return headerPairs(rawHeaders)
    .filter(([name]) => !connectionHeaders.has(name.toLowerCase()))
    .flat();
}

function isHost(host: string): boolean {
  const port = /:(\d+)$/.exec(host)?.[1];
  return hostPattern.test(host) && (port === undefined || Number(port) <= maxPort);
}

function headerValues(rawHeaders: readonly string[], name: string): string[] {
  return headerPairs(rawHeaders)
    .filter(([key]) => key.toLowerCase() === name)
    .map(([, value]) => value);
}

function headerPairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return pairs;
}

/** Decodes each escape separately, so that an escape that is not UTF-8 cannot hide the others. */
function decodeEscapes(path: string): string {
  return path.replaceAll(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function refuse(status: 400 | 404, detail: string): RefusedRequest {
  return { isForwarded: false, status, detail };
}
