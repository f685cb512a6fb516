/** Invalid requests through the public door: each returns the right status, a code, what was found, and what to do. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archives } from '../../support/files/archives.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

let journey: JourneyServer;
let id: string;
beforeAll(async () => {
  journey = await startJourneyServer({ MAX_UPLOAD_BYTES: '1000000' });
  const sound = archives['tar: one file'];
  if (sound === undefined) throw new Error('No archive is sound.');
  id = (await journey.index('sound', await sound.bytes())).id;
});
afterAll(() => journey.close());

const json = { 'content-type': 'application/json' };
const gzip = { 'content-type': 'application/gzip' };

interface Refusal {
  readonly what: string;
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
    what: 'a route that is not there',
    path: '/v1/nothing',
    status: 404,
    code: 'route_not_found',
    detail: /GET \/v1\/nothing/,
  },
  {
    what: 'a repository that is not there',
    path: '/v1/repositories/x',
    status: 404,
    code: 'repository_not_found',
    detail: /"x"/,
  },
  {
    what: 'a file that is not there',
    path: '/v1/repositories/ID/files/x.py',
    status: 404,
    code: 'file_not_found',
    detail: /"x\.py"/,
  },
  {
    what: 'a path that climbs',
    path: '/v1/repositories/ID/files/..%2f..%2fetc%2fpasswd',
    status: 404,
    code: 'file_not_found',
    detail: /passwd/,
  },
  {
    what: 'a version that is not there',
    path: '/v1/repositories/ID/files/main.py?version=v9',
    status: 404,
    code: 'version_not_found',
    detail: /"v9"/,
  },
  {
    what: 'no name',
    path: '/v1/repositories',
    init: post(gzip, 'x'),
    status: 400,
    code: 'invalid_request',
    detail: /name/,
  },
  {
    what: 'an upload of another type',
    path: '/v1/repositories?name=a',
    init: post({ 'content-type': 'text/plain' }, 'x'),
    status: 415,
    code: 'unsupported_media_type',
    detail: /text\/plain/,
  },
  {
    what: 'an empty upload',
    path: '/v1/repositories?name=a',
    init: post(gzip, ''),
    status: 422,
    code: 'archive_invalid',
    detail: /0 bytes|no body/,
  },
  {
    what: 'an upload over the limit',
    path: '/v1/repositories?name=a',
    init: post(gzip, new Uint8Array(1_100_000)),
    status: 413,
    code: 'upload_too_large',
    detail: /1000000/,
  },
  {
    what: 'a body that is no JSON',
    path: '/v1/repositories/ID/search',
    init: post(json, '{bad'),
    status: 400,
    code: 'invalid_request',
    detail: /JSON/,
  },
  {
    what: 'a body without its content type',
    path: '/v1/repositories/ID/search',
    init: post({}, new Uint8Array([1])),
    status: 415,
    code: 'unsupported_media_type',
    detail: /content type/,
  },
  {
    what: 'an empty query',
    path: '/v1/repositories/ID/search',
    init: post(json, '{"query":" "}'),
    status: 400,
    code: 'invalid_request',
    detail: /query/,
  },
  {
    what: 'a field that is not known',
    path: '/v1/repositories/ID/search',
    init: post(json, '{"query":"a","colour":1}'),
    status: 400,
    code: 'invalid_request',
    detail: /colour/,
  },
  {
    what: 'a question that is too long',
    path: '/v1/repositories/ID/answers',
    init: post(json, JSON.stringify({ question: 'a'.repeat(4001) })),
    status: 400,
    code: 'invalid_request',
    detail: /question/,
  },
  {
    what: 'a pattern that cannot be read',
    path: '/v1/repositories/ID/grep',
    init: post(json, '{"pattern":"(a"}'),
    status: 400,
    code: 'invalid_pattern',
    detail: /missing closing/,
  },
  {
    what: 'a pattern that looks behind',
    path: '/v1/repositories/ID/grep',
    init: post(json, '{"pattern":"(?<=a)b"}'),
    status: 400,
    code: 'invalid_pattern',
    detail: /\(\?</,
  },
  {
    what: 'a page of another site',
    path: '/v1/repositories',
    init: { headers: { origin: 'https://example.com' } },
    status: 403,
    code: 'forbidden_host',
    detail: /example\.com/,
  },
];

describe('a request that', () => {
  it.each(refusals.map((refusal) => [refusal.what, refusal] as const))(
    'has %s is rejected with what to do',
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

  it('does not affect the next valid one', async () => {
    expect((await journey.client.search(id, { query: 'main' })).results[0]?.path).toBe('main.py');
  });
});

describe('a removed repository', () => {
  it('is not found by any read, and its name can be used again', async () => {
    const sound = archives['tar: one file'];
    const added = await journey.index('to be removed', (await sound?.bytes()) ?? new Uint8Array());
    await journey.client.removeRepository(added.id);
    for (const path of ['', '/files', '/coverage', '/events']) {
      const response = await fetch(`${journey.server.url}/v1/repositories/${added.id}${path}`);
      expect(response.status).toBe(404);
      await response.body?.cancel();
    }
    const again = await journey.index('to be removed', (await sound?.bytes()) ?? new Uint8Array());
    expect(again.status).toBe('ready');
    expect(again.id).not.toBe(added.id);
  });
});

describe('a second upload under the same name', () => {
  it('adds a snapshot, and reads return the newest', async () => {
    const sound = archives['tar: one file'];
    const again = await journey.index('sound', (await sound?.bytes()) ?? new Uint8Array());
    expect(again.id).toBe(id);
    expect(again.servedSnapshotId).toBe(again.snapshotId);
  });
});
