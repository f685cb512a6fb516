/**
 * Resolves host names by DNS over HTTPS, because a public name may point into a private network. Results are cached for half a minute, so that a
 * crawl does not resolve a name for every page.
 */

export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/ */
const resolver = 'https://cloudflare-dns.com/dns-query';
const cacheDurationMs = 30_000;
const maxCached = 200;
/** The DNS numbers of A and AAAA records. */
const recordTypes = { A: 1, AAAA: 28 };

/** Creates a function that returns all IPv4 and IPv6 addresses of a name, none for an unknown name. It throws when the resolver fails. */
export function createNameResolver(fetch: typeof globalThis.fetch, now: () => number): ResolveName {
  const cache = new Map<string, { readonly addresses: readonly string[]; readonly until: number }>();
  const query = async (name: string, type: keyof typeof recordTypes, signal: AbortSignal) => {
    const response = await fetch(`${resolver}?name=${encodeURIComponent(name)}&type=${type}`, {
      headers: { accept: 'application/dns-json' },
      redirect: 'manual',
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The DNS resolver answered ${response.status}.`);
    }
    return readAnswers(await response.json(), recordTypes[type]);
  };
  return async (name, signal) => {
    const cached = cache.get(name);
    if (cached !== undefined && cached.until > now()) return cached.addresses;
    const addresses = (await Promise.all([query(name, 'A', signal), query(name, 'AAAA', signal)])).flat();
    if (cache.size >= maxCached) cache.clear();
    cache.set(name, { addresses, until: now() + cacheDurationMs });
    return addresses;
  };
}

/** DNS status codes for success and for an unknown name: https://www.iana.org/assignments/dns-parameters. */
const completeStatuses = new Set([0, 3]);

/** Throws for an incomplete answer, because the missing addresses may be private ones. */
function readAnswers(body: unknown, type: number): string[] {
  const status = typeof body === 'object' && body !== null && 'Status' in body ? body.Status : undefined;
  if (typeof status !== 'number' || !completeStatuses.has(status))
    throw new Error(`The DNS resolver failed with status ${String(status).slice(0, 20)}.`);
  const answers = typeof body === 'object' && body !== null && 'Answer' in body ? body.Answer : [];
  if (!Array.isArray(answers)) return [];
  return answers.flatMap((answer: unknown) =>
    typeof answer === 'object' &&
    answer !== null &&
    'type' in answer &&
    answer.type === type &&
    'data' in answer &&
    typeof answer.data === 'string'
      ? [answer.data]
      : [],
  );
}
