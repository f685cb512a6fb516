/** Webhooks are limited before they are read, and verified before they are used. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../worker/http/app.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { verifyDelivery } from '../../../worker/adapters/github/verify-delivery.ts';
import { openWorkbench } from '../../support/workbench/workbench.ts';

const secret = 'shared with the host';
const maxBytes = 25_000_000;
const verify = (body: string, signature: string | undefined) => verifyDelivery(secret, body, signature);
let send: (body: BodyInit, headers?: Record<string, string>) => Promise<Response>;
let hasSecret: boolean;

beforeEach(async () => {
  hasSecret = true;
  const bench = await openWorkbench();
  const app = createApp<object>(() => ({
    services: {
      ...bench.services,
      hosting: { ...bench.services.hosting, verifyDelivery: hasSecret ? verify : undefined },
    },
    config: { ...parseConfig({}), allowedHosts: ['localhost'] },
    assets: undefined,
    adapters: {} as never,
    version: 'test',
  }));
  send = async (body, headers = {}) =>
    app.fetch(
      new Request('http://localhost/v1/webhooks/github', {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-github-event': 'ping',
          'x-github-delivery': crypto.randomUUID(),
          ...headers,
        },
      }),
      env,
    );
});

async function signBody(body: string, key = secret): Promise<Record<string, string>> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const cryptoKey = await crypto.subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', cryptoKey, encoder.encode(body)));
  return {
    'x-hub-signature-256': `sha256=${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
  };
}

const readCode = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { code?: unknown }).code;

describe('a webhook', () => {
  it('over GitHub’s maximum size is rejected unread, with or without Content-Length', async () => {
    const sized = await send(new Uint8Array(maxBytes + 1));
    expect([sized.status, await readCode(sized)]).toEqual([413, 'body_too_large']);
    let sentBytes = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sentBytes += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000));
      },
    });
    const unsized = await send(endless);
    expect([unsized.status, await readCode(unsized)]).toEqual([413, 'body_too_large']);
    expect(sentBytes).toBeLessThan(maxBytes + 5_000_000);
  });

  it.each([
    ['no signature', {}],
    ['an empty signature', { 'x-hub-signature-256': '' }],
    ['a signature of another kind', { 'x-hub-signature-256': 'sha1=0123' }],
    ['a signature that is not hexadecimal', { 'x-hub-signature-256': `sha256=${'z'.repeat(64)}` }],
  ])('with %s is rejected', async (_, headers) => {
    const refused = await send('{}', headers as Record<string, string>);
    expect([refused.status, await readCode(refused)]).toEqual([401, 'webhook_refused']);
  });

  it('with a valid signature is accepted, as JSON and as a form', async () => {
    expect((await send('{}', await signBody('{}', 'another'))).status).toBe(401);
    expect((await send('{} ', await signBody('{}'))).status).toBe(401);
    expect(await (await send('{}', await signBody('{}'))).json()).toEqual({ ignored: 'a ping' });
    const form = `payload=${encodeURIComponent('{}')}`;
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await (await send(form, { ...(await signBody(form)), ...type })).json()).toEqual({
      ignored: 'a ping',
    });
  });

  it('without valid JSON or an id is rejected', async () => {
    expect((await send('{', await signBody('{'))).status).toBe(400);
    const long = { ...(await signBody('{}')), 'x-github-delivery': 'x'.repeat(101) };
    expect((await send('{}', long)).status).toBe(400);
  });

  it('is rejected if no secret is set', async () => {
    hasSecret = false;
    expect((await send('{}', await signBody('{}'))).status).toBe(404);
  });
});
