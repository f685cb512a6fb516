/** Pages, unknown addresses and access checks of the Worker's app. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../worker/core/errors.ts';
import { createApp, type Composed } from '../../../worker/http/app.ts';

const page = '<!doctype html><head></head>';
const files: Readonly<Record<string, string>> = {
  '/': `${page}landing`,
  '/app': page,
  '/docs/api': `${page}reference`,
  '/docs/models': `${page}models`,
  '/guides.json': JSON.stringify([{ slug: 'models', title: 'Models', description: 'Calls and errors.' }]),
  '/icon.svg': '<svg/>',
};
const assets = {
  fetch: (request: Request) => {
    const file = files[new URL(request.url).pathname];
    return Promise.resolve(new Response(file ?? null, { status: file === undefined ? 404 : 200 }));
  },
};
const services = {
  catalog: {
    readRepository: (_: unknown, id: string) =>
      Promise.resolve(id === 'known' ? { repository: {}, snapshots: [] } : undefined),
  },
};

function appWith(config: Partial<Composed['config']>) {
  const composed = {
    services,
    assets,
    config: { mode: 'open', allowedHosts: ['localhost'], proxySecret: undefined, ...config },
  } as unknown as Composed;
  return createApp<object>(() => composed);
}

const html = { accept: 'text/html' };
async function get(path: string, headers: Record<string, string> = {}, app = appWith({})) {
  const response = await app.request(`http://localhost${path}`, { headers }, {});
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

afterEach(() => vi.restoreAllMocks());

const withoutRequestId = (headers: Headers | undefined) =>
  [...(headers ?? [])].filter(([name]) => name !== 'x-request-id');

describe('an address', () => {
  it.each([
    ['/', 200, 'og:title'],
    ['/', 200, 'landing'],
    ['/docs/api', 200, 'reference'],
    ['/docs/api/', 200, 'reference'],
    ['/docs/models', 200, 'models'],
    ['/docs/nothing', 404, 'noindex'],
    ['/app', 404, 'noindex'],
    ['/settings', 200, 'noindex'],
    ['/r/known/feedback', 200, 'noindex'],
    ['/s/anything', 200, 'noindex'],
    ['/r/known/graph', 200, 'noindex'],
    ['/icon.svg', 200, '<svg/>'],
    ['/nothing', 404, 'noindex'],
    ['/r/unknown', 404, 'noindex'],
  ])('%s returns %d to a browser', async (path, status, text) => {
    const response = await get(path, html);
    expect(response.status).toBe(status);
    expect(response.text).toContain(text);
  });

  it.each([
    ['/nothing', 'route_not_found'],
    ['/widget.js', 'route_not_found'],
    ['/auth/x', 'route_not_found'],
    ['/v1/nothing', 'route_not_found'],
    ['/r/unknown/graph', 'repository_not_found'],
  ])('%s returns problem details to a program', async (path, code) => {
    const { status, type, text } = await get(path);
    expect({ status, type }).toEqual({ status: 404, type: 'application/problem+json' });
    expect(JSON.parse(text)).toMatchObject({ code });
  });

  it('of a shared conversation returns the same bytes and headers whether or not the link works', async () => {
    const [known, unknown] = await Promise.all(
      ['/s/known', '/s/unknown'].map((path) =>
        appWith({}).request(`http://localhost${path}`, { headers: html }, {}),
      ),
    );
    const headers = Object.fromEntries(known?.headers ?? []);
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'private, no-cache' });
    expect(withoutRequestId(known?.headers)).toEqual(withoutRequestId(unknown?.headers));
    const text = await known?.text();
    expect(text).toBe(await unknown?.text());
    expect(text).toContain('<meta property="og:title" content="Shared conversation" />');
    expect(text).toContain('/preview.png');
    expect(text).not.toContain('og:url');
  });

  it('of an unknown API route returns problem details to a browser too', async () => {
    expect(await get('/v1/nothing', html)).toMatchObject({ status: 404, type: 'application/problem+json' });
  });
});

describe('in hosted mode', () => {
  it.each(['/', '/v1/health', '/v1/repositories', '/icon.svg', '/nothing'])(
    'rejects a request for %s',
    async (path) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const { status, text } = await get(path, html, appWith({ mode: 'hosted' }));
      expect(status).toBe(503);
      expect(JSON.parse(text)).toMatchObject({
        code: 'identity_missing',
        detail: expect.stringContaining('no identity provider is configured') as string,
      });
    },
  );

  it('returns the same response for a composition error', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const app = createApp<object>(() => {
      throw new AppError('identity_missing', 'No identity provider.');
    });
    expect(await get('/', html, app)).toMatchObject({ status: 503, type: 'application/problem+json' });
  });
});

describe('behind a front proxy', () => {
  const app = appWith({ proxySecret: 's3cret' });

  it.each(['/', '/v1/health', '/icon.svg'])('requires the secret of the front proxy for %s', async (path) => {
    expect(await get(path, html, app)).toMatchObject({ status: 403, type: 'application/problem+json' });
    expect(await get(path, { 'x-wherefore-front': 'guess' }, app)).toMatchObject({ status: 403 });
  });

  it('serves requests with the secret', async () => {
    expect(await get('/', { 'x-wherefore-front': 's3cret' }, app)).toMatchObject({ status: 200 });
  });
});
