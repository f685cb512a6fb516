/** What two tenants learn of each other: from lists, pages and caches, and when a repository that others read turns private. */

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { anna, openTenants, type IdentityName, type Tenants } from '../../../support/hosted/open-tenants.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';

const question = 'Where is `joinChunks` defined?';
const minutes = 60_000;
const others: readonly IdentityName[] = ['ben', 'anonymous', 'visitor', 'admin', 'key-ben', 'local'];

let tenants: Tenants;
/** Objects outlive a test, so that each test has its own conversation. */
let talk: string;
let count = 0;
beforeEach(async () => {
  talk = `talk-${(count += 1)}`;
  tenants = await openTenants();
});

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify(body),
});

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

async function get(as: IdentityName, path: string, init: RequestInit = {}): Promise<Reply> {
  const response = await tenants.send(as, path, init);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const page = { headers: { accept: 'text/html' } };
/** What a tenant sees without an id of somebody else. */
const overviews: readonly (readonly [string, RequestInit])[] = [
  ['/v1/repositories', {}],
  ['/v1/search', json({ query: 'joinChunks secretive' })],
  ['/v1/example', {}],
  ['/v1/conversations', {}],
  ['/v1/shares', {}],
  ['/v1/keys', {}],
  ['/v1/usage', {}],
  ['/sitemap.xml', {}],
  ['/robots.txt', {}],
  ['/', page],
];

/** Differs on each request, or counts the requests themselves. */
const changing = ['requestId', 'timings', 'totalMs', 'lastUsedAt', 'limits', 'days', 'total'];

function stable(text: string): string {
  if (!text.startsWith('{')) return text;
  return JSON.stringify(JSON.parse(text), (name, value: unknown) => {
    const isReceipt =
      typeof value === 'object' && value !== null && 'type' in value && value.type === 'data-receipt';
    return changing.includes(name) || isReceipt ? undefined : value;
  });
}

const searchOne = (id: string) => get('ben', '/v1/search', json({ query: 'joinChunks', repositories: [id] }));
const neutral = ({ text }: Reply, id: string) => stable(text).replaceAll(id, 'id');

describe('the private repositories of a tenant', () => {
  it('change nothing that another one sees', async () => {
    const readAll = async (): Promise<readonly string[]> => {
      const texts: string[] = [];
      for (const [path, init] of overviews)
        texts.push(`${path} ${stable((await get('ben', path, init)).text)}`);
      return texts;
    };
    await readAll();
    const before = await readAll();
    const files = {
      'README.md': '# secretive\n\nA secretive tool joins chunks.\n',
      'src/a.ts': 'export const secretive = 1;\n',
    };
    const added = await uploadAndIndex(tenants.bench, files, { viewer: anna, name: 'acme/secretive' });
    const asked = await get('anna', `/v1/repositories/${added.id}/answers`, json({ question }));
    expect(asked.status).toBe(200);
    expect(await readAll()).toEqual(before);
  });

  it('are unknown in a search that names them', async () => {
    const [known, unknown] = [
      await searchOne(tenants.ids['private-a']),
      await searchOne(tenants.ids.unknown),
    ];
    expect(known.status).toBe(404);
    expect(known.text).toContain('repository_not_found');
    expect(neutral(known, tenants.ids['private-a'])).toBe(neutral(unknown, tenants.ids.unknown));
  });

  it.each([
    '',
    '/overview',
    '/files/src/join.ts',
    '/graph',
    '/c/talk',
    '/preview.png',
    '/c/talk/preview.png',
    '/commits/aaaaaaa',
  ])('have no page: /r/{id}%s', async (rest) => {
    const read = async (id: string) => {
      const { status, text, headers } = await get('ben', `/r/${id}${rest}`, page);
      // Each request has its own id, and leaves one less.
      const { 'x-request-id': _id, ratelimit: _left, ...shown } = Object.fromEntries(headers);
      return { status, text: stable(text).replaceAll(id, 'id'), shown };
    };
    const known = await read(tenants.ids['private-a']);
    expect(known.status).toBe(404);
    expect(known).toEqual(await read(tenants.ids.unknown));
    expect(known.text).not.toContain('private-a');
  });

  it('are shown to their owner without names in the head or in shared caches', async () => {
    const { status, text, headers } = await get('anna', `/r/${tenants.ids['private-a']}`, page);
    expect(status).toBe(200);
    expect(text).toContain('noindex');
    expect(text).not.toContain('acme/private-a');
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });
});

describe('a limited key', () => {
  const as = 'key-other-repository';

  it('lists, adds and asks no other repository', async () => {
    const id = tenants.ids['private-a'];
    const asked = await get(
      'anna',
      `/v1/repositories/${id}/answers`,
      json({ question, conversationId: talk }),
    );
    expect(asked.status).toBe(200);
    await get('anna', `/v1/repositories/${id}/conversations/${talk}/shares`, json({}));
    for (const path of ['/v1/repositories', '/v1/conversations', '/v1/shares'])
      expect((await get(as, path)).text, path).not.toContain(id);
    const upload = { method: 'POST', headers: { 'content-type': 'application/gzip' }, body: 'x' };
    for (const name of ['acme/private-a', 'acme/new'])
      expect((await get(as, `/v1/repositories?name=${name}`, upload)).status, name).toBe(403);
    for (const source of ['acme/turned-private', 'acme/popular', 'https://docs.example.org/'])
      expect((await get(as, '/v1/repositories', json({ source }))).status, source).toBe(403);
    const calls = tenants.host.calls;
    expect((await get(as, '/v1/sources?source=acme/turned-private')).status).toBe(403);
    const live = await get(as, '/v1/live/search', json({ source: 'acme/other', query: 'x' }));
    expect(live.status).toBe(403);
    expect(live.text).toContain('Use a key that is not limited to repositories');
    expect(tenants.host.calls).toBe(calls);
  });
});

describe('a live answer of an indexed repository', () => {
  it.each([
    ['anonymous', 401],
    ['key-ask', 403],
    ['page', 403],
  ] as const)('is refused to %s, who may only ask', async (as, status) => {
    const body = json({ question, options: { live: true } });
    expect((await get(as, `/v1/repositories/${tenants.ids.popular}/answers`, body)).status).toBe(status);
  });
});

describe('a public repository that turns private on its host', () => {
  let id: string;
  let token: string;

  /** Ben and a visitor have asked, and Ben shares what he asked. */
  beforeEach(async () => {
    id = tenants.ids['turned-private'];
    const { catalog } = tenants.bench.services;
    tenants.host.privateNames.clear();
    await catalog.recordAccess(id, undefined);
    await catalog.publishRepository(id);
    await env.CATALOG.prepare(`UPDATE repository SET visibility = 'public' WHERE id = ?1`).bind(id).run();
    for (const as of ['ben', 'visitor'] as const) {
      const body = json({ question, conversationId: talk });
      expect((await get(as, `/v1/repositories/${id}/answers`, body)).status).toBe(200);
    }
    const share = await get('ben', `/v1/repositories/${id}/conversations/${talk}/shares`, json({}));
    expect(share.status).toBe(201);
    token = (JSON.parse(share.text) as { url: string }).url.replace(/.*\//, '');
    tenants.host.privateNames.add('turned-private');
  });

  const single = (): readonly (readonly [string, RequestInit?])[] => [
    [`/v1/repositories/${id}`],
    [`/v1/repositories/${id}/events`],
    [`/v1/repositories/${id}/files/src/join.ts`],
    [`/v1/repositories/${id}/starters`],
    [`/v1/repositories/${id}/search`, json({ query: 'joinChunks' })],
    [`/v1/repositories/${id}/answers`, json({ question })],
    [`/v1/repositories/${id}/conversations/${talk}`],
    [`/v1/repositories/${id}/conversations/${talk}/drift`],
    [`/v1/shared/${token}`],
    [`/r/${id}`, page],
    [`/r/${id}/preview.png`],
    [`/r/${id}/c/${talk}`, page],
  ];

  it('is read until the next check', async () => {
    tenants.bench.clock.advance(14 * minutes);
    expect((await get('ben', `/v1/repositories/${id}`)).status).toBe(200);
    expect((await get('anonymous', `/v1/shared/${token}`)).status).toBe(200);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])(
    'is gone for others 15 minutes later, whichever read comes first (%i)',
    async (first) => {
      tenants.bench.clock.advance(15 * minutes);
      const [path, init] = single()[first] ?? [''];
      const reply = await get('ben', path, init);
      expect(reply.status, `${path} ${reply.text.slice(0, 200)}`).toBe(404);
    },
  );

  it('is gone for everybody else from everything, and its owner still reads it', async () => {
    tenants.bench.clock.advance(15 * minutes);
    for (const as of others) {
      for (const [path, init] of overviews) {
        const { text, status } = await get(as, path, init);
        expect(text.includes(id) || text.includes('acme/turned-private'), `${as} ${path} ${status}`).toBe(
          // Ben's own link names the id only, so that he can revoke it.
          path === '/v1/shares' && (as === 'ben' || as === 'key-ben'),
        );
      }
      for (const [path, init] of single()) {
        const reply = await get(as, path, init);
        expect([401, 403, 404], `${as} ${path} ${reply.text.slice(0, 200)}`).toContain(reply.status);
      }
    }
    expect((await get('anna', `/v1/repositories/${id}/files/src/join.ts`)).status).toBe(200);
    expect((await get('anna', '/v1/repositories')).text).toContain(id);
    expect((await get('anna', `/v1/shared/${token}`)).status).toBe(200);
  });

  it('leaves lists with the first list, although nobody reads it', async () => {
    tenants.bench.clock.advance(15 * minutes);
    expect((await get('anonymous', '/v1/repositories')).text).not.toContain(id);
    expect((await get('ben', '/v1/conversations')).text).not.toContain(id);
  });

  it('stays for a day while the host does not answer, and comes back when it is public again', async () => {
    tenants.host.isReachable = false;
    tenants.bench.clock.advance(15 * minutes);
    expect((await get('ben', `/v1/repositories/${id}`)).status).toBe(200);
    tenants.bench.clock.advance(24 * 60 * minutes);
    expect((await get('ben', `/v1/repositories/${id}`)).status).toBe(404);
    expect((await get('ben', '/v1/repositories')).text).not.toContain(id);
    tenants.host.isReachable = true;
    tenants.host.privateNames.clear();
    tenants.bench.clock.advance(minutes);
    expect((await get('ben', `/v1/repositories/${id}`)).status).toBe(200);
  });
});
