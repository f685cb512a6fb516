/** Requests of web pages of other sites: with the session of somebody who visits them, and with a publishable key. */

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../../worker/http/app.ts';
import { openTenants, origin, pageOrigin, type Tenants } from '../../../support/hosted/open-tenants.ts';

let tenants: Tenants;
beforeAll(async () => {
  tenants = await openTenants();
});

/** The routes of the contract that change something, and the one that calls them for coding agents. */
const changing = [...listChangingRoutes(), ['POST', '/mcp'] as const];

function listChangingRoutes(): readonly (readonly [string, string])[] {
  return createApp<object>(() => {
    throw new Error('No request is sent.');
  }).openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route' && definition.route.method !== 'get'
      ? [[definition.route.method.toUpperCase(), definition.route.path] as const]
      : [],
  );
}

async function statusAndCode(response: Response): Promise<string> {
  const text = await response.text();
  const code = text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined;
  return `${response.status} ${code ?? ''}`.trim();
}

const foreignHeaders: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a foreign Origin', { origin: 'https://evil.test' }],
  ['an Origin below this host', { origin: 'https://a.wherefore.test' }],
  ['another scheme', { origin: 'http://wherefore.test' }],
  ['another port', { origin: 'https://wherefore.test:8443' }],
  ['an opaque Origin', { origin: 'null' }],
  ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
  [
    'a form that navigates',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ],
];

describe('a session', () => {
  it.each(changing)('is useless for %s %s from another site', async (method, path) => {
    const filled = path.replace('{id}', tenants.ids['private-a']).replaceAll(/\{\w+\}/g, 'x');
    for (const [name, headers] of foreignHeaders) {
      const response = await tenants.send('anna', filled, { method, headers });
      expect(`${name}: ${await statusAndCode(response)}`).toBe(`${name}: 403 forbidden_host`);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('cannot be read by another site either', async () => {
    for (const [, headers] of foreignHeaders.slice(0, 7)) {
      const response = await tenants.send('anna', `/v1/repositories/${tenants.ids['private-a']}`, {
        headers,
      });
      expect(await statusAndCode(response)).toBe('403 forbidden_host');
    }
  });

  it('is not used beside a key, valid or not', async () => {
    const cookie = { cookie: 'session=anna' };
    const path = `/v1/repositories/${tenants.ids['private-a']}`;
    const page = await tenants.send('page', path, { headers: cookie });
    expect(await statusAndCode(page)).toBe('404 repository_not_found');
    const ben = await tenants.send('key-ben', path, { headers: cookie });
    expect(await statusAndCode(ben)).toBe('404 repository_not_found');
    for (const authorization of ['Bearer wfp_x', 'Bearer wf_x', 'Bearer', 'Basic YW5uYTp4']) {
      const headers = { authorization, origin: 'https://evil.test' };
      const refused = await tenants.send('anna', path, { headers });
      expect(['401 key_refused', '403 forbidden_host']).toContain(await statusAndCode(refused));
    }
  });
});

const preflight = (headers: Readonly<Record<string, string>>, path = '/v1/repositories') =>
  tenants.send('anonymous', path, { method: 'OPTIONS', headers });

describe('a preflight', () => {
  it('lets a page ask with a key, never with cookies', async () => {
    const response = await preflight({
      origin: 'https://evil.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    });
    expect(response.status).toBe(204);
    const headers = Object.fromEntries(response.headers);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['access-control-allow-headers']).not.toContain('*');
    expect(headers['access-control-allow-origin']).toBe('https://evil.test');
    expect(headers['vary']).toContain('origin');
  });

  it('answers the same for every path, and nothing outside the API', async () => {
    const asked = { origin: pageOrigin, 'access-control-request-method': 'GET' };
    const answer = async (path: string) => {
      const response = await preflight(asked, path);
      const { 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers);
      return { status: response.status, headers };
    };
    const known = await answer(`/v1/repositories/${tenants.ids['private-a']}`);
    expect(await answer('/v1/repositories/unknown')).toEqual(known);
    expect((await answer('/r/any')).status).toBe(403);
  });

  it('is refused in open mode', async () => {
    const headers = { origin: 'https://evil.test', 'access-control-request-method': 'POST' };
    const response = await tenants.send('local', '/v1/repositories', { method: 'OPTIONS', headers });
    expect(await statusAndCode(response)).toBe('403 forbidden_host');
  });
});

describe('a publishable key', () => {
  it('lets the pages of its origins read responses, also refusals', async () => {
    for (const name of ['public-a', 'private-a'] as const) {
      const response = await tenants.send('page', `/v1/repositories/${tenants.ids[name]}`);
      expect(response.status).toBe(name === 'public-a' ? 200 : 404);
      expect(response.headers.get('access-control-allow-origin')).toBe(pageOrigin);
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      expect(response.headers.get('vary')).toContain('origin');
    }
  });

  it('is refused from another origin, from none, and from an origin that only contains its own', async () => {
    for (const from of [
      'https://evil.test',
      `${pageOrigin}.evil.test`,
      `${pageOrigin}:8443`,
      'null',
      origin,
    ]) {
      const path = `/v1/repositories/${tenants.ids['public-a']}`;
      const response = await tenants.send('page', path, { headers: { origin: from } });
      expect(await statusAndCode(response)).toBe('401 key_refused');
    }
  });

  it('opens nothing in open mode, where no key is checked', async () => {
    const response = await tenants.send('local', '/v1/repositories', {
      headers: { authorization: 'Bearer wfp_anything', origin: 'https://evil.test' },
    });
    expect(await statusAndCode(response)).toBe('403 forbidden_host');
  });
});

it('refuses another Host before anything else', async () => {
  const request = new Request('https://evil.test/v1/repositories', { headers: { cookie: 'session=anna' } });
  expect(await statusAndCode(await tenants.app.fetch(request, env))).toBe('403 forbidden_host');
});

async function readTransportSecurity(as: 'anna' | 'local'): Promise<string | null> {
  return (await tenants.send(as, '/v1/health')).headers.get('strict-transport-security');
}

it('tells browsers to use https alone, and in open mode does not', async () => {
  expect(await readTransportSecurity('anna')).toMatch(/max-age=\d{7,}/);
  expect(await readTransportSecurity('local')).toBeNull();
});
