/** The owner of a repository lets everyone read it, and only themselves again. */

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../worker/contract/client.ts';
import { HttpBrowser } from '../../support/accounts/http-browser.ts';
import { startHostedServer, type HostedServer } from '../../support/accounts/hosted-server.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { ferryTree } from '../../support/files/ferry-tree.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { runCommand } from '../../support/server/run-command.ts';

let hosted: HostedServer;
let context: BrowserContext;
beforeAll(async () => {
  hosted = await startHostedServer();
});
afterAll(() => hosted?.close());
afterEach(() => context.close());

async function openPage(person: HttpBrowser): Promise<Page> {
  const browser = await shareBrowser();
  context = await browser.newContext({ reducedMotion: 'reduce' });
  const url = hosted.url.replace('http:', 'https:');
  const options = { url, secure: true, httpOnly: true, sameSite: 'Lax' as const };
  await context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, ...options })));
  return context.newPage();
}

it('changes who can read it on the status page and by the command line', async () => {
  const owner = new HttpBrowser(hosted);
  await owner.signInWithCode('owner@example.org');
  const { body } = await owner.post('/v1/keys', { name: 'test', scopes: ['read', 'index'] });
  const secret = String(body?.['secret']);
  const client = createClient({ baseUrl: hosted.url, key: secret });
  const archive = { contentType: 'application/gzip', body: new Uint8Array(await packTree(ferryTree)) };
  const { id } = await client.addRepository({ name: 'acme/ferry' }, archive);
  for await (const { status } of client.watchRepository(id)) expect(status).not.toBe('failed');

  const visitor = new HttpBrowser(hosted);
  const visitorStatus = async (): Promise<number> => (await visitor.get(`/v1/repositories/${id}`)).status;
  expect(await visitorStatus()).toBe(404);

  const page = await openPage(owner);
  await page.goto(`${hosted.url}/r/${id}/status`);
  await page.getByText('Only you can read this repository').waitFor();
  await page.getByRole('button', { name: 'Make public' }).click();
  await page.getByText('Everyone can read this repository').waitFor();
  expect(await visitorStatus()).toBe(200);

  const environment = { WHEREFORE_KEY: secret };
  const run = await runCommand(['visibility', 'ferry', 'private', '--json'], {
    url: hosted.url,
    environment,
  });
  expect([run.code, run.json]).toEqual([0, { id, visibility: 'private' }]);
  expect(await visitorStatus()).toBe(404);
  const wrong = await runCommand(['visibility', 'ferry', 'secret'], { url: hosted.url, environment });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('The visibility is "secret"')]);
});
