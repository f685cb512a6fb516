/** The examples that a server in open mode answers, in an order in which each finds what it needs. */

import { createHmac } from 'node:crypto';
import type { Client } from '../../../worker/contract/client.ts';
import { packTree } from '../files/tar-bytes.ts';
import { smallRepository } from '../files/small-repository.ts';
import { startSampleGitHub, type SampleGitHub } from '../github/sample-github.ts';
import { createDocsSite } from '../server/docs-site.ts';
import { startJourneyServer, type JourneyServer } from '../server/journey-server.ts';
import { startWebServer, type WebServer } from '../server/web-server.ts';
import type { ExampleRunner } from './example-runner.ts';
import { isRecord } from './same-shape.ts';
import type { Reply, Send } from './send-example.ts';

export const webhookSecret = 'shared with the host';

export interface OpenExamples {
  readonly journey: JourneyServer;
  readonly github: SampleGitHub;
  readonly web: WebServer;
  readonly send: Send;
  close(): Promise<void>;
}

export async function startOpenExamples(): Promise<OpenExamples> {
  const site = createDocsSite();
  const [github, web] = await Promise.all([
    startSampleGitHub({ limits: { anonymous: 1_000 } }),
    startWebServer((path, headers) => site.answer(path, headers)),
  ]);
  const hosts = [github.url, github.codeloadUrl].map((url) => new URL(url).host);
  const journey = await startJourneyServer({
    GITHUB_API_URL: github.url,
    LOOPBACK_HOSTS: [...hosts, web.host].join(','),
    TOKEN_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
    WEBHOOK_SECRET: webhookSecret,
  });
  return {
    journey,
    github,
    web,
    send: (method, path, { headers, body }) =>
      fetch(journey.server.url + path, { method, headers, ...(body === undefined ? {} : { body }) }),
    async close() {
      await journey.close();
      await github.close();
      await web[Symbol.asyncDispose]();
    },
  };
}

/** Waits until the repository is ready. */
export async function waitUntilReady(client: Client, id: string): Promise<void> {
  let status = '';
  for await (const view of client.watchRepository(id)) status = view.status;
  if (status !== 'ready') throw new Error(`The repository ${id} is ${status}.`);
}

/** Adds an earlier version, before an example adds the default one. */
export async function addEarlierVersion({ journey: { client } }: OpenExamples): Promise<void> {
  const { id } = await client.addSource({ source: 'acme/harbour', ref: 'v1.0', history: 'none' });
  await waitUntilReady(client, id);
}

/** Adds what the examples are about, besides the repository that an example adds itself. */
export async function addOthers(
  { names }: ExampleRunner,
  { journey, github, web }: OpenExamples,
): Promise<void> {
  const { client, server } = journey;
  const docs = await client.addSource({ source: `${web.url}docs/` });
  await waitUntilReady(client, docs.id);
  names.set('docs-id', docs.id);
  const parcel = await journey.index('acme/parcel', await packTree(smallRepository));
  names.set('parcel-id', parcel.id);
  names.set('upload-snapshot-id', parcel.snapshotId);
  names.set('commit-id', github.commits[2]);
  names.set('https://wherefore.example', server.url);
  names.set('https://docs.example.org', web.url.replace(/\/$/, ''));
  names.set('https://github.com', github.url);
}

/** A delivery of GitHub. Its signature is a header, so the example has no body. */
export function sendDelivery(send: Send): Send {
  return (method, path) => {
    const body = JSON.stringify({ repository: { id: 1, name: 'harbour', owner: { login: 'acme' } } });
    const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
    return send(method, path, {
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'ping',
        'x-github-delivery': 'delivery-of-the-example',
        'x-hub-signature-256': `sha256=${signature}`,
      },
      body,
    });
  };
}

/** A field of the reply’s body, which is text. */
export function readField({ body }: Pick<Reply, 'body'>, name: string): string {
  const value = isRecord(body) ? body[name] : undefined;
  if (typeof value !== 'string') throw new Error(`The response has no text ${name}: ${JSON.stringify(body)}`);
  return value;
}
