/** The scripts of the widget: every site may load them from a hosted server, and an old name of the panel leads to the current one. */
import { expect, it } from 'vitest';
import { createApp, type Composed } from '../../../../worker/http/app.ts';
import { namedIdentities } from '../../../support/hosted/named-identities.ts';

const files: Readonly<Record<string, string>> = {
  '/widget.js': 'load("widget-panel-abc123.js")',
  '/widget-panel-abc123.js': 'panel',
};
const assets = {
  fetch: (request: Request) => {
    const file = files[new URL(request.url).pathname];
    return Promise.resolve(new Response(file ?? null, { status: file === undefined ? 404 : 200 }));
  },
};
const otherSite = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'script' };

function get(
  path: string,
  mode: 'open' | 'hosted' = 'hosted',
  headers: Readonly<Record<string, string>> = otherSite,
) {
  const config = { mode, allowedHosts: ['localhost'], proxySecret: undefined };
  const services = { identities: namedIdentities, clock: { now: () => 0 } };
  const composed = { services, assets, config } as unknown as Composed;
  const app = createApp<object>(() => composed);
  return app.request(`http://localhost${path}`, { headers: { host: 'localhost', ...headers } }, {});
}

it.each([
  ['/widget.js', 'load("widget-panel-abc123.js")', 'public, max-age=300'],
  ['/widget-panel-abc123.js', 'panel', 'public, max-age=31536000, immutable'],
  ['/widget-panel-old.js', 'panel', 'no-cache'],
])('%s is sent to pages of other sites', async (path, body, caching) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(body);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': caching,
    'content-type': 'text/javascript; charset=utf-8',
  });
  const etag = response.headers.get('etag') ?? '';
  expect((await get(path, 'hosted', { ...otherSite, 'if-none-match': etag })).status).toBe(304);
});

it('is not sent by a local server to pages of other sites', async () => {
  expect((await get('/widget.js', 'open')).status).toBe(403);
  expect((await get('/widget.js', 'open', {})).status).toBe(200);
});

it('is no way to other files', async () => {
  expect((await get('/widget-panel-a/../b.js')).status).toBe(403);
  expect((await get('/widget.js.map')).status).toBe(403);
});
