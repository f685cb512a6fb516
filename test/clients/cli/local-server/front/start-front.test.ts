/** What the front passes on, removes and refuses, and that it streams both ways. */
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { checkRequest } from '../../../../../clients/cli/local-server/front/check-request.ts';
import { frontProblems, startFront } from '../../../../../clients/cli/local-server/front/start-front.ts';
import { reservePort } from '../../../../../clients/cli/local-server/reserve-port.ts';
import { errorKinds } from '../../../../../worker/core/error-kinds.ts';

const secret = 's3cret';
const passed = (rawHeaders: readonly string[], target = '/v1/health', method = 'GET') =>
  checkRequest({ method, target, rawHeaders: ['Host', '127.0.0.1:8787', ...rawHeaders] }, secret);

describe('of the headers', () => {
  it.each([
    'MF-Original-URL',
    'mf-route-override',
    'X-MF-Thing',
    'CF-Connecting-IP',
    'X-Miniflare-Explorer-Refresh',
  ])('%s is removed', (name) => {
    expect(passed([name, 'x'])).toMatchObject({
      headers: ['Host', '127.0.0.1:8787', 'x-wherefore-front', secret],
    });
  });

  it('those of one connection are removed, the others and their order stay', () => {
    const headers = [
      'Connection',
      'close, X-Hop',
      'X-Hop',
      '1',
      'Accept',
      'a',
      'X-Wherefore-Front',
      'guess',
      'accept',
      'b',
    ];
    expect(passed(headers)).toMatchObject({
      headers: ['Host', '127.0.0.1:8787', 'Accept', 'a', 'accept', 'b', 'x-wherefore-front', secret],
    });
  });

  it.each(['Origin', 'Sec-Fetch-Site', 'Content-Length'])('%s stays, though Connection names it', (name) => {
    expect(passed(['Connection', name, name, '1'], '/', 'POST')).toMatchObject({
      headers: expect.arrayContaining([name, '1']) as string[],
    });
  });

  it('a body is framed as it was', () => {
    expect(passed(['Transfer-Encoding', 'chunked'], '/', 'POST')).toMatchObject({
      headers: expect.arrayContaining(['Transfer-Encoding', 'chunked']) as string[],
    });
    expect(passed([], '/', 'POST')).toMatchObject({
      headers: expect.arrayContaining(['Content-Length', '0']) as string[],
    });
  });
});

it('passes the path on as the inner server will read it', () => {
  expect(passed([], '/a/../b%2f..?x=/../y')).toMatchObject({ target: '/b%2f..?x=/../y' });
  expect(passed([], 'http://127.0.0.1/v1/health')).toMatchObject({ isPassed: false, status: 400 });
  expect(passed([], '/cdn-cgi/local/scheduled')).toMatchObject({ isPassed: false, status: 404 });
  expect(passed(['x-wherefore-front', secret], '/cdn-cgi/local/scheduled')).toMatchObject({ isPassed: true });
  for (const path of ['/%63dn-cgi/local/scheduled/%ff', '/cdn-cgi%2flocal/%', '/%ff/../%43DN-cgi/x'])
    expect(passed([], path)).toMatchObject({ isPassed: false, status: 404 });
  expect(passed([], '/cdn-cginot')).toMatchObject({ isPassed: true });
});

it('says what the table of errors says', () => {
  for (const [code, { status, title, fix }] of Object.entries(frontProblems))
    expect(errorKinds[code as keyof typeof errorKinds]).toMatchObject({ status, title, fix });
});

describe('the stream', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  /** A front before a server of the test's own. */
  async function behindFront(
    handle: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<number> {
    const inner = createServer(handle).listen(0, '127.0.0.1');
    await once(inner, 'listening');
    const address = inner.address();
    const innerPort = typeof address === 'object' && address !== null ? address.port : 0;
    const port = (await reservePort(0)) ?? 0;
    const front = await startFront({ port, innerPort, secret, log: () => undefined });
    closing.push(() => {
      front.close();
      inner.close();
      inner.closeAllConnections();
    });
    return port;
  }

  it('of an answer comes part by part', async () => {
    let finish: (() => void) | undefined;
    const port = await behindFront((_, response) => {
      response.write('first');
      finish = () => response.end('last');
    });
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
    finish?.();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last');
  });

  it('of a body reaches the server before it ends, and its end is the caller’s', async () => {
    const seen: string[] = [];
    let left: Promise<unknown> | undefined;
    let began: (() => void) | undefined;
    const hasBegun = new Promise<void>((settle) => (began = settle));
    const port = await behindFront((request) => {
      left = new Promise((settle) => request.once('close', () => settle(undefined)));
      request.on('error', () => undefined);
      request.on('data', (bytes: Buffer) => {
        seen.push(bytes.toString());
        began?.();
      });
    });
    const sent = sendRequest({ host: '127.0.0.1', port, method: 'POST', path: '/' });
    sent.on('error', () => undefined);
    sent.write('part');
    await hasBegun;
    expect(seen.join('')).toBe('part');
    sent.destroy();
    await left;
  });

  it('that breaks off is not passed for a whole one', async () => {
    const port = await behindFront((_, response) => {
      response.write('half', () => response.destroy());
    });
    await expect(fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())).rejects.toThrow();
  });

  it('from a server that is not there is a problem that says so', async () => {
    const port = (await reservePort(0)) ?? 0;
    const innerPort = (await reservePort(0)) ?? 0;
    const front = await startFront({ port, innerPort, secret, log: () => undefined });
    closing.push(() => front.close());
    const answer = await fetch(`http://127.0.0.1:${port}/v1/health`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'server_unavailable' });
  });
});
