/**
 * What a name leads to, asked over HTTPS: a name of the public web may point inside a network. Answers are kept for half a minute,
 * so that a crawl does not ask for every page.
 */

export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/ */
const resolver = 'https://cloudflare-dns.com/dns-query';
const keptMs = 30_000;
const maxKept = 200;
/** A and AAAA, as DNS numbers them. */
const recordTypes = { A: 1, AAAA: 28 };

/** @returns all addresses of both families; none where there is no such name. Throws where the resolver does not answer. */
export function createNameResolver(fetch: typeof globalThis.fetch, now: () => number): ResolveName {
  const kept = new Map<string, { readonly addresses: readonly string[]; readonly until: number }>();
  const ask = async (name: string, type: keyof typeof recordTypes, signal: AbortSignal) => {
    const response = await fetch(`${resolver}?name=${encodeURIComponent(name)}&type=${type}`, {
      headers: { accept: 'application/dns-json' },
      redirect: 'manual',
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The resolver answered ${response.status}.`);
    }
    return readAnswers(await response.json(), recordTypes[type]);
  };
  return async (name, signal) => {
    const known = kept.get(name);
    if (known !== undefined && known.until > now()) return known.addresses;
    const addresses = (await Promise.all([ask(name, 'A', signal), ask(name, 'AAAA', signal)])).flat();
    if (kept.size >= maxKept) kept.clear();
    kept.set(name, { addresses, until: now() + keptMs });
    return addresses;
  };
}

/** Found, and no such name: https://www.iana.org/assignments/dns-parameters. */
const whole = new Set([0, 3]);

/** One family that is not told may be the one that leads inside: then nothing is known of the name. */
function readAnswers(body: unknown, type: number): string[] {
  const status = typeof body === 'object' && body !== null && 'Status' in body ? body.Status : undefined;
  if (typeof status !== 'number' || !whole.has(status))
    throw new Error(`The resolver could not tell where the name leads (${String(status).slice(0, 20)}).`);
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
