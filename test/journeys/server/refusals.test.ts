/** Each invalid request returns the right status, a code, the value found, and a fix. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archives } from '../../support/files/archives.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

let journey: JourneyServer;
let id: string;
beforeAll(async () => {
  journey = await startJourneyServer({ MAX_UPLOAD_BYTES: '1000000' });
  const archive = archives['tar: one file'];
  if (archive === undefined) throw new Error('The sample archive does not exist.');
  id = (await journey.index('sound', await archive.bytes())).id;
});
afterAll(() => journey.close());

const json = { 'content-type': 'application/json' };
const gzip = { 'content-type': 'application/gzip' };

interface Refusal {
  readonly name: string;
  readonly path: string;
  readonly init?: RequestInit;
  readonly status: number;
  readonly code: string;
  readonly detail: RegExp;
}

const post = (headers: Record<string, string>, body: BodyInit): RequestInit => ({
  method: 'POST',
  headers,
  body,
});

const refusals: readonly Refusal[] = [
  {
    name: 'an unknown route',
    path: '/v1/nothing',
    status: 404,
    code: 'route_not_found',
    detail: /GET \/v1\/nothing/,
  },
  {
    name: 'an unknown repository',
    path: '/v1/repositories/x',
    status: 404,
    code: 'repository_not_found',
    detail: /"x"/,
  },
  {
    name: 'an unknown file',
    path: '/v1/repositories/ID/files/x.py',
    status: 404,
    code: 'file_not_found',
    detail: /"x\.py"/,
  },
  {
    name: 'a path that leaves the repository',
    path: '/v1/repositories/ID/files/..%2f..%2fetc%2fpasswd',
    status: 404,
    code: 'file_not_found',
    detail: /passwd/,
  },
  {
    name: 'an unknown version',
    path: '/v1/repositories/ID/files/main.py?version=v9',
    status: 404,
    code: 'version_not_found',
    detail: /"v9"/,
  },
  {
    name: 'no name',
    path: '/v1/repositories',
    init: post(gzip, 'x'),
    status: 400,
    code: 'invalid_request',
    detail: /name/,
  },
  {
    name: 'an upload of another type',
    path: '/v1/repositories?name=a',
    init: post({ 'content-type': 'text/plain' }, 'x'),
    status: 415,
    code: 'unsupported_media_type',
    detail: /text\/plain/,
  },
  {
    name: 'an empty upload',
    path: '/v1/repositories?name=a',
    init: post(gzip, ''),
    status: 422,
    code: 'archive_invalid',
    detail: /0 bytes|no body/,
  },
  {
    name: 'an upload over the limit',
    path: '/v1/repositories?name=a',
    init: post(gzip, new Uint8Array(1_100_000)),
    status: 413,
    code: 'upload_too_large',
    detail: /1000000/,
  },
  {
    name: 'a body that is not JSON',
    path: '/v1/repositories/ID/search',
    init: post(json, '{bad'),
    status: 400,
    code: 'invalid_request',
    detail: /JSON/,
  },
  {
    name: 'a body without its content type',
    path: '/v1/repositories/ID/search',
    init: post({}, new Uint8Array([1])),
    status: 415,
    code: 'unsupported_media_type',
    detail: /content type/,
  },
  {
    name: 'an empty query',
    path: '/v1/repositories/ID/search',
    init: post(json, '{"query":" "}'),
    status: 400,
    code: 'invalid_request',
    detail: /query/,
  },
  {
    name: 'an unknown field',
    path: '/v1/repositories/ID/search',
    init: post(json, '{"query":"a","colour":1}'),
    status: 400,
    code: 'invalid_request',
    detail: /colour/,
  },
  {
    name: 'a question that is too long',
    path: '/v1/repositories/ID/answers',
    init: post(json, JSON.stringify({ question: 'a'.repeat(4001) })),
    status: 400,
    code: 'invalid_request',
    detail: /question/,
  },
  {
    name: 'an invalid pattern',
    path: '/v1/repositories/ID/grep',
    init: post(json, '{"pattern":"(a"}'),
    status: 400,
    code: 'invalid_pattern',
    detail: /missing closing/,
  },
  {
    name: 'a pattern with a lookbehind',
    path: '/v1/repositories/ID/grep',
    init: post(json, '{"pattern":"(?<=a)b"}'),
    status: 400,
    code: 'invalid_pattern',
    detail: /\(\?</,
  },
  {
    name: 'the origin of another site',
    path: '/v1/repositories',
    init: { headers: { origin: 'https://example.com' } },
    status: 403,
    code: 'forbidden_host',
    detail: /example\.com/,
  },
];

describe('a request that', () => {
  it.each(refusals.map((refusal) => [refusal.name, refusal] as const))(
    'has %s is rejected with a fix',
    async (_, refusal) => {
      const response = await fetch(journey.server.url + refusal.path.replace('ID', id), refusal.init ?? {});
      const problem = (await response.json()) as Record<string, unknown>;
      expect(response.status).toBe(refusal.status);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(problem).toMatchObject({ code: refusal.code, status: refusal.status });
      expect(problem['detail']).toMatch(refusal.detail);
      expect(String(problem['detail'])).not.toMatch(/\.\.$/);
      expect(problem['fix']).toMatch(/.{10,}/);
      expect(problem['requestId']).toBe(response.headers.get('x-request-id'));
    },
  );

  it('is rejected does not affect the next valid request', async () => {
    expect((await journey.client.search(id, { query: 'main' })).results[0]?.path).toBe('main.py');
  });
});

describe('a removed repository', () => {
  it('is not found by any read, and its name can be used again', async () => {
    const archive = archives['tar: one file'];
    const added = await journey.index('to be removed', (await archive?.bytes()) ?? new Uint8Array());
    await journey.client.removeRepository(added.id);
    for (const path of ['', '/files', '/coverage', '/events']) {
      const response = await fetch(`${journey.server.url}/v1/repositories/${added.id}${path}`);
      expect(response.status).toBe(404);
      await response.body?.cancel();
    }
    const second = await journey.index('to be removed', (await archive?.bytes()) ?? new Uint8Array());
    expect(second.status).toBe('ready');
    expect(second.id).not.toBe(added.id);
  });
});

describe('a second upload under the same name', () => {
  it('adds a snapshot, and reads return the newest', async () => {
    const archive = archives['tar: one file'];
    const second = await journey.index('sound', (await archive?.bytes()) ?? new Uint8Array());
    expect(second.id).toBe(id);
    expect(second.servedSnapshotId).toBe(second.snapshotId);
  });
});
