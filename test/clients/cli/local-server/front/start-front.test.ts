/** The front proxy forwards, removes or refuses requests and headers, and streams in both directions. */

import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { checkRequest } from '../../../../../clients/cli/local-server/front/check-request.ts';
import { frontProblems, startFrontProxy } from '../../../../../clients/cli/local-server/front/start-front.ts';
import { findFreePort } from '../../../../../clients/cli/local-server/ports.ts';
import { errorKinds } from '../../../../../worker/core/error-kinds.ts';

const secret = 's3cret';
/** The headers that the front proxy itself adds. */
const ownHeaders = ['x-wherefore-front', secret, 'x-wherefore-address', '127.0.0.1'];
const check = (rawHeaders: readonly string[], target = '/v1/health', method = 'GET') =>
  checkRequest(
    { method, target, rawHeaders: ['Host', '127.0.0.1:8787', ...rawHeaders], address: '127.0.0.1' },
    secret,
  );

describe('request headers', () => {
  it.each([
    'MF-Original-URL',
    'mf-route-override',
    'X-MF-Thing',
    'CF-Connecting-IP',
    'X-Miniflare-Explorer-Refresh',
  ])('removes %s', (name) => {
    expect(check([name, 'x'])).toMatchObject({
      headers: ['Host', '127.0.0.1:8787', ...ownHeaders],
    });
  });

  it('removes hop-by-hop headers, and keeps the others in order', () => {
    const headers = [
      'Connection',
      'close, X-Hop',
      'X-Hop',
      '1',
      'Accept',
      'a',
      'X-Wherefore-Front',
      'guess',
      'X-Wherefore-Address',
      '10.0.0.1',
      'accept',
      'b',
    ];
    expect(check(headers)).toMatchObject({
      headers: ['Host', '127.0.0.1:8787', 'Accept', 'a', 'accept', 'b', ...ownHeaders],
    });
  });

  it.each(['Origin', 'Sec-Fetch-Site', 'Content-Length'])(
    'keeps %s although the Connection header lists it',
    (name) => {
      expect(check(['Connection', name, name, '1'], '/', 'POST')).toMatchObject({
        headers: expect.arrayContaining([name, '1']) as string[],
      });
    },
  );

  it('keeps the framing of the body', () => {
    expect(check(['Transfer-Encoding', 'chunked'], '/', 'POST')).toMatchObject({
      headers: expect.arrayContaining(['Transfer-Encoding', 'chunked']) as string[],
    });
    expect(check([], '/', 'POST')).toMatchObject({
      headers: expect.arrayContaining(['Content-Length', '0']) as string[],
    });
  });
});

it('normalizes the path, and refuses paths of the local runtime without the secret', () => {
  expect(check([], '/a/../b%2f..?x=/../y')).toMatchObject({ target: '/b%2f..?x=/../y' });
  expect(check([], 'http://127.0.0.1/v1/health')).toMatchObject({ isForwarded: false, status: 400 });
  expect(check([], '/cdn-cgi/local/scheduled')).toMatchObject({ isForwarded: false, status: 404 });
  expect(check(['x-wherefore-front', secret], '/cdn-cgi/local/scheduled')).toMatchObject({
    isForwarded: true,
  });
  for (const path of ['/%63dn-cgi/local/scheduled/%ff', '/cdn-cgi%2flocal/%', '/%ff/../%43DN-cgi/x'])
    expect(check([], path)).toMatchObject({ isForwarded: false, status: 404 });
  expect(check([], '/cdn-cginot')).toMatchObject({ isForwarded: true });
});

it('uses the status, title and fix of the error table', () => {
  for (const [code, { status, title, fix }] of Object.entries(frontProblems))
    expect(errorKinds[code as keyof typeof errorKinds]).toMatchObject({ status, title, fix });
});

describe('streaming', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  /** Starts a server that handles requests with `handle`, behind a front proxy. */
  async function startBehindFront(
    handle: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<number> {
    const inner = createServer(handle).listen(0, '127.0.0.1');
    await once(inner, 'listening');
    const address = inner.address();
    const innerPort = typeof address === 'object' && address !== null ? address.port : 0;
    const front = await startFrontProxy({ port: 0, secret, log: () => undefined });
    front.forwardTo(innerPort);
    closing.push(() => {
      front.close();
      inner.close();
      inner.closeAllConnections();
    });
    return front.port;
  }

  it('streams a response part by part', async () => {
    let finish: (() => void) | undefined;
    const port = await startBehindFront((_, response) => {
      response.write('first');
      finish = () => response.end('last');
    });
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
    finish?.();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last');
  });

  it('streams a request body, and closes it when the client disconnects', async () => {
    const received: string[] = [];
    let closed: Promise<unknown> | undefined;
    let receivedFirst: (() => void) | undefined;
    const firstPart = new Promise<void>((settle) => (receivedFirst = settle));
    const port = await startBehindFront((request) => {
      closed = new Promise((settle) => request.once('close', () => settle(undefined)));
      request.on('error', () => undefined);
      request.on('data', (bytes: Buffer) => {
        received.push(bytes.toString());
        receivedFirst?.();
      });
    });
    const clientRequest = sendRequest({ host: '127.0.0.1', port, method: 'POST', path: '/' });
    clientRequest.on('error', () => undefined);
    clientRequest.write('part');
    await firstPart;
    expect(received.join('')).toBe('part');
    clientRequest.destroy();
    await closed;
  });

  it('does not present an interrupted response as complete', async () => {
    const port = await startBehindFront((_, response) => {
      response.write('half', () => response.destroy());
    });
    await expect(fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())).rejects.toThrow();
  });

  it('returns 503 server_unavailable if the inner server does not run', async () => {
    const front = await startFrontProxy({ port: 0, secret, log: () => undefined });
    closing.push(() => front.close());
    const getHealth = async () => {
      const answer = await fetch(`http://127.0.0.1:${front.port}/v1/health`);
      return { status: answer.status, problem: await answer.json() };
    };
    const problem = { code: 'server_unavailable', detail: expect.stringContaining('is starting') as string };
    expect(await getHealth()).toMatchObject({ status: 503, problem });
    front.forwardTo((await findFreePort(0)) ?? 0);
    expect(await getHealth()).toMatchObject({
      status: 503,
      problem: { ...problem, detail: expect.stringContaining('ECONNREFUSED') as string },
    });
  });
});
