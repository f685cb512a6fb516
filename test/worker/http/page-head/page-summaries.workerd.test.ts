/** What pages say about themselves over HTTP: tags, status, previews, and the files for search engines. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation, TurnEvent } from '../../../../worker/core/answers/conversation.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { toHistoryKey } from '../../../../worker/flows/browse/read-history.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { createApp } from '../../../../worker/http/app.ts';
import { parseConfig } from '../../../../worker/runtime/config.ts';
import { createCommit, createCommitId } from '../../../support/samples/commits.ts';
import { addReadySnapshot } from '../../../support/workbench/add-snapshot.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const commit = 'c0ffee0123456789c0ffee0123456789c0ffee01';
const readme = '# Parcel\n\nParcel packs <boats> & "crates" for the harbour. It has no crew.\n';
const guides = [{ slug: 'search', title: 'Search', description: 'Queries the index.' }];
const assets = {
  fetch: (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/guides.json') return Promise.resolve(Response.json(guides));
    return Promise.resolve(
      pathname === '/' || pathname === '/app'
        ? new Response('<!doctype html><html><head></head><body></body></html>', {
            headers: { 'content-type': 'text/html', etag: '"asset"', 'cache-control': 'public, max-age=0' },
          })
        : new Response(null, { status: 404 }),
    );
  },
};

let bench: Workbench;
let conversation: Conversation;
let id: string;

beforeEach(async () => {
  conversation = { createdAt: 1, expiresAt: 2, turns: [] };
  bench = await openWorkbench((services) => ({
    conversations: {
      ...services.conversations,
      read: (key) => Promise.resolve(key.id === 'talk' ? conversation : undefined),
    },
  }));
  const files = [
    { path: 'README.md', text: readme },
    { path: 'src/pack.py', text: 'def pack():\n    return 1\n' },
  ];
  ({ id } = await addReadySnapshot(bench, { files }, { name: 'octo/parcel', ref: 'main', commit }));
});

async function get(
  path: string,
  {
    headers = {},
    variables = {},
  }: { headers?: Record<string, string>; variables?: Record<string, string> } = {},
) {
  const app = createApp<object>(() => ({
    services: bench.services,
    config: parseConfig(variables),
    assets,
    adapters: {} as never,
    version: 'test',
  }));
  const request = new Request(`http://localhost${path}`, { headers: { accept: 'text/html', ...headers } });
  const response = await app.fetch(request, env);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The path and parameters of the preview that a page names. */
const previewPath = (text: string): string => {
  const { pathname, search } = new URL((tag(text, 'og:image') ?? '').replaceAll('&amp;', '&'));
  return pathname + search;
};

const tag = (text: string, key: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)" />`).exec(text)?.[1];

describe('a repository', () => {
  it('is described by its README, counts and version', async () => {
    const { status, text } = await get(`/r/${id}`);
    expect(status).toBe(200);
    expect(text).toContain('<title>octo/parcel · Wherefore</title>');
    expect(tag(text, 'description')).toMatch(
      /^Parcel packs &lt;boats&gt; &amp; &quot;crates&quot; for the harbour\. 2 files, \d+ lines.* · main at c0ffee0 · indexed \d{4}-\d\d-\d\d\.$/,
    );
    expect(text).toContain(`<link rel="canonical" href="http://localhost/r/${id}" />`);
    expect(tag(text, 'robots')).toBeUndefined();
  });

  it('has a preview with its name and counts, which is not sent twice', async () => {
    const address = previewPath((await get(`/r/${id}`)).text);
    expect(address).toMatch(new RegExp(`^/r/${id}/preview\\.png\\?v=[0-9a-f]+$`));
    const { status, headers, text } = await get(address);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(text).toContain('>octo/parcel</text>');
    expect(text).toMatch(/>2 files, \d+ lines.* · main at c0ffee0<\/text>/);
    const etag = headers.get('etag') ?? '';
    expect((await get(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('has a preview of the version in the address', async () => {
    const files = [{ path: 'README.md', text: readme }];
    const newest = { name: 'octo/parcel', ref: 'main', commit: commit.replace('c0', 'd0') };
    await addReadySnapshot(bench, { files }, newest);
    const page = await get(`/r/${id}/overview?version=${commit}`);
    expect(tag(page.text, 'description')).toContain('2 files');
    const { status, text } = await get(previewPath(page.text));
    expect([status, text.includes('>2 files'), text.includes('main at c0ffee0')]).toEqual([200, true, true]);
  });

  it('that is private on its host has the general tags', async () => {
    await bench.services.catalog.recordAccess(id, { checkedAt: 1, lostAt: undefined });
    for (const path of [`/r/${id}`, `/r/${id}/files/src/pack.py`, `/r/${id}/overview`]) {
      const { status, text } = await get(path);
      expect([status, tag(text, 'robots')]).toEqual([200, 'noindex']);
      expect(text).not.toMatch(/octo|pack\.py|canonical/);
    }
    expect((await get(`/r/${id}/preview.png`)).status).toBe(404);
    expect((await get('/sitemap.xml')).text).not.toContain(id);
  });

  it('that is unknown has the general tags and status 404', async () => {
    const { status, text } = await get('/r/unknown');
    expect([status, tag(text, 'robots')]).toEqual([404, 'noindex']);
  });
});

describe('a page of a repository', () => {
  it.each([
    ['files/src/pack.py', 'src/pack.py · octo/parcel'],
    ['files/src', 'src · octo/parcel'],
    ['files', 'Files · octo/parcel'],
    ['overview', 'octo/parcel'],
  ])('%s has the title %s', async (path, title) => {
    const { status, text } = await get(`/r/${id}/${path}`);
    expect([status, tag(text, 'og:title')]).toEqual([200, title]);
  });

  it('does not list all files again', async () => {
    const paths = ['', '/overview', '/preview.png', '/files', '/files/src', '/files/src/pack.py'];
    const first = (await get(`/r/${id}`)).text;
    const list = vi.spyOn(bench.services.chunkStore, 'listFiles');
    for (const path of paths) expect((await get(`/r/${id}${path}`)).status, path).toBe(200);
    expect(list).not.toHaveBeenCalled();
    expect((await get(`/r/${id}`)).text).toBe(first);
    expect(first).toContain('Parcel packs');
  });

  it('of a commit states its subject, author and files', async () => {
    const key = toHistoryKey(await resolveSnapshot(bench.services, viewer, { id, version: undefined }));
    await bench.services.historyStore.saveCommits(key, [
      createCommit('a', 1_600_000_000, { message: 'fix: <b>stow</b> crates\n\nBody.' }),
    ]);
    await bench.services.historyStore.end(key, { tip: createCommitId('a'), since: undefined, notes: [] });
    const { status, text } = await get(`/r/${id}/commits/${createCommitId('a')}`);
    expect([status, tag(text, 'og:title')]).toEqual([
      200,
      'fix: &lt;b&gt;stow&lt;/b&gt; crates · octo/parcel',
    ]);
    expect(tag(text, 'description')).toContain('2020-09-13');
  });

  it.each([
    ['files/src/none.py', 'file_not_found'],
    ['files/src/pack.py?version=v9', 'version_not_found'],
    ['commits/0123456789', 'commit_not_found'],
    ['discussions/12', 'discussion_not_found'],
    ['discussions/x', 'discussion_not_found'],
    ['c/none', 'conversation_not_found'],
  ])('about something unknown, %s, has status 404', async (path, code) => {
    const { status, text, headers } = await get(`/r/${id}/${path}`);
    expect([status, tag(text, 'robots'), headers.get('etag')]).toEqual([404, 'noindex', null]);
    const problem = await get(`/r/${id}/${path}`, { headers: { accept: '*/*' } });
    expect([problem.status, JSON.parse(problem.text)]).toMatchObject([404, { code }]);
  });
});

describe('a conversation', () => {
  const question = 'Where is "pack"?</title><script>alert(1)</script>';
  const events = [
    { type: 'claim', claim: { id: 'c1', text: '```\nx\n```', state: 'verified', checks: [] } },
    { type: 'claim', claim: { id: 'c2', text: '```\ny\n```', state: 'verified', checks: [] } },
    { type: 'coverage', coverage: { ref: 'main', commit, indexedAt: 0 } },
    { type: 'end', verdict: { answerer: 'embedded' } },
  ] as unknown as readonly TurnEvent[];
  const turn = { id: 't1', number: 1, question, state: 'done', askedAt: 1, events } as const;

  it('states the question, the version and what was found, and is never listed', async () => {
    conversation = { ...conversation, turns: [turn] };
    const { status, text } = await get(`/r/${id}/c/talk`);
    expect(status).toBe(200);
    expect(text).not.toContain('<script>');
    expect(tag(text, 'og:title')).toBe(
      'Where is &quot;pack&quot;?&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; · octo/parcel',
    );
    expect(tag(text, 'description')).toMatch(
      /^2 quotations found · octo\/parcel, main at c0ffee0 · indexed 1970-01-01\./,
    );
    expect(tag(text, 'robots')).toBe('noindex');
  });

  it('is described by the turn in the address', async () => {
    const second = { ...turn, id: 't2', number: 2, question: 'And who calls it?' };
    conversation = { ...conversation, turns: [turn, second] };
    const { text } = await get(`/r/${id}/c/talk?turn=2`);
    expect(tag(text, 'og:title')).toBe('And who calls it? · octo/parcel');
    expect((await get(previewPath(text))).text).toContain('>And who calls it?</text>');
  });

  it('has a preview that shared caches do not keep', async () => {
    conversation = { ...conversation, turns: [turn] };
    const { status, text, headers } = await get(`/r/${id}/c/talk/preview.png`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(text).toContain('>2 quotations found</text>');
    expect(text).not.toContain('<script');
  });
});

describe('the HTML', () => {
  it('is sent again only if it has changed', async () => {
    const etag = (await get(`/r/${id}`)).headers.get('etag') ?? '';
    const headers = { 'if-none-match': `W/${etag}` };
    expect(await get(`/r/${id}`, { headers })).toMatchObject({ status: 304, text: '' });
    await addReadySnapshot(
      bench,
      { files: [] },
      { name: 'octo/parcel', ref: 'main', commit: commit.replace('c0', 'd0') },
    );
    expect((await get(`/r/${id}`, { headers })).status).toBe(200);
  });

  it('has the tags of its guide', async () => {
    const { text } = await get('/docs/search');
    expect([tag(text, 'og:title'), tag(text, 'description')]).toEqual(['Search', 'Queries the index.']);
    expect((await get('/docs/none')).status).toBe(404);
  });
});

describe('for search engines', () => {
  it('robots.txt closes the API, conversations and search, and names the sitemap', async () => {
    const { text } = await get('/robots.txt');
    const rules = text.slice(text.indexOf('User-agent: *')).split('\n');
    expect(rules).toContain('Disallow: /v1/');
    expect(rules).toContain('Disallow: /r/*/');
    expect(rules).toContain('Allow: /r/*/overview$');
    expect(rules).toContain('Sitemap: http://localhost/sitemap.xml');
  });

  it('sitemap.xml lists the landing page, the guides and repositories', async () => {
    const { text, headers } = await get('/sitemap.xml', {
      variables: { PUBLIC_URL: 'https://code.example' },
    });
    expect(headers.get('content-type')).toContain('application/xml');
    expect([...text.matchAll(/<loc>([^<]*)</g)].map(([, address]) => address)).toEqual([
      'https://code.example/',
      'https://code.example/docs',
      'https://code.example/docs/search',
      `https://code.example/r/${id}/overview`,
    ]);
  });

  it('the public address replaces that of the request', async () => {
    const { text } = await get('/', { variables: { PUBLIC_URL: 'https://code.example' } });
    expect(text).toContain('<link rel="canonical" href="https://code.example/" />');
    expect(tag(text, 'og:image')).toMatch(/^https:\/\/code\.example\/preview\.png\?v=/);
  });
});
