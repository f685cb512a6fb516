/** Repeated requests over HTTP: writes with an `Idempotency-Key`, and conditional reads. */

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeExpiredRequests } from '../../../../worker/flows/idempotency/begin-request.ts';
import {
  openTenants,
  pageOrigin,
  type IdentityName,
  type Tenants,
} from '../../../support/hosted/open-tenants.ts';

const hourMs = 3_600_000;

let tenants: Tenants;
beforeEach(async () => {
  tenants = await openTenants();
});

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

async function post(
  as: IdentityName,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const sent = { 'content-type': 'application/json', accept: 'application/json', ...headers };
  const response = await tenants.send(as, path, {
    method: 'POST',
    headers: sent,
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const countRows = async (): Promise<number> => {
  const { results } = await env.CATALOG.prepare('SELECT * FROM idempotent_request').all();
  return results.length;
};

// Objects outlive a test, so each question has its own conversation.
const ask = (key: string, question = 'Where is joinChunks defined?', as: IdentityName = 'anna') =>
  post(
    as,
    `/v1/repositories/${tenants.ids['private-a']}/answers`,
    { question, conversationId: `repeated-${key}` },
    { 'idempotency-key': key },
  );

const createKey = () => post('anna', '/v1/keys', { name: 'ci' }, { 'idempotency-key': 'create' });

describe('a request with an Idempotency-Key', () => {
  it('is executed once, and repeated with the first response', async () => {
    const first = await ask('one');
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    const second = await ask('one');
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(second.body).toEqual(first.body);
    expect((await ask('two')).body['id']).not.toBe(first.body['id']);
  });

  it('is executed once when it is sent several times at once', async () => {
    const replies = await Promise.all(['race', 'race', 'race', 'race'].map((key) => ask(key)));
    const statuses = replies.map(({ status, headers }) =>
      status === 409 ? headers.get('retry-after') : headers.get('idempotency-replayed'),
    );
    expect(statuses.filter((status) => status === null)).toHaveLength(1);
    for (const status of statuses) expect([null, 'true', '2']).toContain(status);
  });

  it('is refused with another body or for another address, and says what differs', async () => {
    await ask('key');
    const body = await ask('key', 'Who calls joinChunks?');
    expect([body.status, body.body['code'], body.body['details']]).toEqual([
      422,
      'idempotency_key_reused',
      { differs: ['body'] },
    ]);
    const elsewhere = await post('anna', '/v1/keys', { name: 'ci' }, { 'idempotency-key': 'key' });
    expect([elsewhere.status, elsewhere.body['details']]).toEqual([422, { differs: ['target', 'body'] }]);
  });

  it('is another one for another sender', async () => {
    await ask('mine');
    expect((await ask('mine', 'Who calls joinChunks?', 'key-all')).status).toBe(200);
  });

  it('is executed again after a day, and its response is then removed', async () => {
    const first = await ask('old');
    tenants.bench.clock.advance(25 * hourMs);
    await removeExpiredRequests(tenants.services);
    expect(await countRows()).toBe(0);
    expect((await ask('old')).body['id']).not.toBe(first.body['id']);
  });

  it('is executed again after a failure', async () => {
    const path = `/v1/repositories/${tenants.ids['private-a']}/refresh`;
    expect((await post('anna', path, {}, { 'idempotency-key': 'late' })).status).toBeGreaterThanOrEqual(400);
    expect(await countRows()).toBe(0);
  });

  it('that creates a secret stores only the id', async () => {
    const { body } = await createKey();
    const again = await createKey();
    const { id } = body['key'] as { id: string };
    expect([again.status, again.body['code'], again.body['details']]).toEqual([
      409,
      'already_created',
      { id },
    ]);
    const { results } = await env.CATALOG.prepare('SELECT * FROM idempotent_request').all();
    expect(JSON.stringify(results)).not.toContain(String(body['secret']));
  });

  it('is not repeated to somebody who may not read the repository any more', async () => {
    const question = { question: 'Where is joinChunks defined?' };
    const send = () =>
      post('ben', `/v1/repositories/${tenants.ids['public-a']}/answers`, question, {
        'idempotency-key': 'k',
      });
    expect((await send()).status).toBe(200);
    await env.CATALOG.prepare(`UPDATE repository SET visibility = 'private' WHERE id = ?1`)
      .bind(tenants.ids['public-a'])
      .run();
    expect((await send()).body['code']).toBe('repository_not_found');
  });

  it('is refused for a stream, an archive, a key that is not valid, and viewers who can be several people', async () => {
    const path = `/v1/repositories/${tenants.ids['public-a']}/answers`;
    const question = { question: 'Where is joinChunks defined?' };
    const key = { 'idempotency-key': 'key' };
    const refused = [
      post('anna', path, question, { ...key, accept: 'text/event-stream' }),
      post('anna', `/v1/repositories?name=a`, {}, { ...key, 'content-type': 'application/gzip' }),
      post('anna', path, question, { 'idempotency-key': 'two words' }),
      post('anna', path, question, { 'idempotency-key': 'x'.repeat(256) }),
      post('anonymous', path, question, key),
    ];
    for (const { status, body } of await Promise.all(refused)) {
      expect([status, body['code']]).toEqual([400, 'invalid_request']);
      expect(body['detail']).toContain('Idempotency-Key: ');
    }
    expect(await countRows()).toBe(0);
  });
});

describe('a conditional read', () => {
  it.each(['', '/files', '/files/README.md', '/overview', '/versions', '/symbols?name=joinChunks'])(
    'of a repository%s gets 304 while nothing changes',
    async (path) => {
      const address = `/v1/repositories/${tenants.ids['public-a']}${path}`;
      const first = await tenants.send('anna', address);
      const etag = first.headers.get('etag') ?? '';
      expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[0-9a-f]{32}"$/)]);
      const headers = { 'if-none-match': `"other", ${etag}` };
      const second = await tenants.send('anna', address, { headers });
      expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', etag]);
      expect(second.headers.get('vary')).toBe('authorization, cookie, origin');
      expect(second.headers.get('cache-control')).toMatch(/private/);
      expect(second.headers.get('ratelimit')).not.toBeNull();
    },
  );

  it('gets what this viewer may see, whatever another viewer has seen', async () => {
    const first = await tenants.send('anna', '/v1/repositories');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const other = await tenants.send('ben', '/v1/repositories', { headers });
    expect(other.status).toBe(200);
    expect(await other.json()).not.toEqual(await first.json());
  });

  it('of a page of another site may read the tag', async () => {
    const address = `/v1/repositories/${tenants.ids['public-a']}`;
    const response = await tenants.send('page', address, { headers: { origin: pageOrigin } });
    expect(response.headers.get('access-control-expose-headers')).toContain('etag');
  });

  it('gets no tag for a stream or an error', async () => {
    const events = await tenants.send('anna', `/v1/repositories/${tenants.ids['public-a']}/events`);
    expect([events.status, events.headers.get('etag')]).toEqual([200, null]);
    await events.body?.cancel();
    expect((await tenants.send('anna', '/v1/repositories/none')).headers.get('etag')).toBeNull();
  });
});
