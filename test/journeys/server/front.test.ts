/** The front proxy of a local server forwards only allowed requests, and nothing behind it can be reached directly. */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../../clients/cli/local-server/ports.ts';
import { startLocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { listDescendants } from '../../../clients/cli/local-server/process-tree.ts';
import { findListeningPorts } from '../../support/server/listening-ports.ts';
import { sendRawRequest } from '../../support/server/raw-request.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

let journey: JourneyServer;
let port: number;
beforeAll(async () => {
  journey = await startJourneyServer();
  ({ port } = journey.server);
});
afterAll(() => journey.close());

const get = (path: string, headers: readonly string[], targetPort = port) =>
  sendRawRequest(targetPort, { path, headers });
const ownHost = (): string => `Host: 127.0.0.1:${port}`;

describe('a request from another site', () => {
  it.each(['/', '/settings', '/icon.svg', '/_app/version.json', '/v1/repositories', '/nothing'])(
    'to %s is rejected by its Host, whatever other headers claim',
    async (path) => {
      const address = `MF-Original-URL: http://127.0.0.1:${port}${path}`;
      expect(await get(path, ['Host: evil.example'])).toMatchObject({ status: 403 });
      expect(await get('/x', [`Host: evil.example:${port}`, address])).toMatchObject({
        status: 403,
        problem: { code: 'forbidden_host' },
      });
      expect(await get('/nothing/x', [ownHost(), address])).toMatchObject({ status: 404 });
    },
  );

  it.each([
    ['another port', 'Origin: http://127.0.0.1:3000', 403],
    ['another name of the machine', 'Origin: http://localhost:PORT', 403],
    ['no site', 'Origin: null', 403],
    ['its own pages', 'Origin: http://127.0.0.1:PORT', 404],
  ])('is checked by its Origin, even without a body: %s', async (_, origin, status) => {
    const path = '/v1/repositories/none/refresh';
    const headers = [ownHost(), origin.replace('PORT', String(port))];
    expect(await sendRawRequest(port, { method: 'POST', path, headers })).toMatchObject({ status });
  });

  it('may follow a link to a page, but may not load data', async () => {
    const link = [
      ownHost(),
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Mode: navigate',
      'Sec-Fetch-Dest: document',
    ];
    expect(await get('/', link)).toMatchObject({ status: 200 });
    const load = [ownHost(), 'Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image'];
    expect(await get('/v1/repositories', load)).toMatchObject({ status: 403 });
  });
});

describe('a request whose Host is', () => {
  it.each([
    ['malformed', ['Host: a b']],
    ['repeated', ['Host: 127.0.0.1', 'Host: evil.example']],
    ['missing', []],
    ['a port that is too high', ['Host: 127.0.0.1:99999']],
  ])('%s is rejected with a fix, and logged', async (_, headers) => {
    const { status, problem } = await get('/v1/health', headers);
    expect(status).toBe(400);
    expect(problem).toMatchObject({
      code: 'malformed_request',
      fix: expect.stringMatching(/Host/) as string,
    });
    expect(readFileSync(journey.server.logFile, 'utf8')).toContain(String(problem?.['requestId']));
  });
});

describe('the local runtime', () => {
  it.each([
    '/cdn-cgi/handler/scheduled',
    '/cdn-cgi/local/scheduled',
    '/cdn-cgi/mf/scheduled',
    '//cdn-cgi/local/scheduled',
    '/x/../cdn-cgi/local/scheduled',
    '/%63dn-cgi/local/scheduled',
    '/cdn-cgi/local/explorer/api',
    '/__cf_local/stream',
  ])('cannot be reached at %s', async (path) => {
    expect(await get(path, [ownHost()])).toMatchObject({ status: 404, problem: { code: 'route_not_found' } });
  });

  it('does not respond to other programs on its own ports', async () => {
    const inner = listDescendants(journey.server.pid)
      .flatMap(({ pid }) => findListeningPorts(pid))
      .filter((listening) => listening !== port);
    expect(inner.length).toBeGreaterThan(1);
    for (const innerPort of inner) {
      for (const path of ['/', '/icon.svg', '/v1/repositories', '/cdn-cgi/local/scheduled', '/json']) {
        const { status, text } = await get(
          path,
          [ownHost(), `MF-Original-URL: http://127.0.0.1:${port}${path}`],
          innerPort,
        );
        expect({ path, isRefused: status === 0 || status >= 400 }).toEqual({ path, isRefused: true });
        expect(text).not.toMatch(/repositories"|webSocketDebuggerUrl|<!doctype/);
      }
    }
  });

  it('runs the scheduled task for the program that started it', async () => {
    await journey.server.runScheduledTask();
  });
});

describe('an address', () => {
  it.each(['/nothing', '/auth/x', '/r/none', '/r/none/nothing'])(
    'that is not a page returns 404: %s',
    async (path) => {
      expect(await get(path, [ownHost()])).toMatchObject({ status: 404, problem: {} });
      const page = await get(path, [ownHost(), 'Accept: text/html']);
      expect(page.status).toBe(404);
      expect(page.text).toMatch(/^<!doctype html>/i);
    },
  );
});

it('does not start in hosted mode without its secrets, and reports them', { timeout: 120_000 }, async () => {
  const start = startLocalServer({ port: 0, dataDirectory: temporaryFolder(), vars: { MODE: 'hosted' } });
  await expect(start).rejects.toMatchObject({
    message: expect.stringContaining('AUTH_SECRET is not set; MODE=hosted needs it.') as string,
  });
});

it('reports a port that another program took while it started', { timeout: 120_000 }, async () => {
  const taken = createServer();
  onTestFinished(() => void taken.close());
  const samePort = (await findFreePort(0)) ?? 0;
  const start = startLocalServer({
    port: samePort,
    dataDirectory: temporaryFolder(),
    log: (line) => {
      if (line.startsWith('Starting the server')) taken.listen(samePort, '127.0.0.1');
    },
  });
  await expect(start).rejects.toMatchObject({ code: 'port_taken' });
});
