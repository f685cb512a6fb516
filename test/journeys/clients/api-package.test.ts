/** The package of the client, installed in an empty folder: it type-checks, and runs in Node and in a page of another site. */

import { execFile } from 'node:child_process';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../worker/contract/client.ts';
import { startHostedServer, type HostedServer } from '../../support/accounts/hosted-server.ts';
import { HttpBrowser } from '../../support/accounts/http-browser.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { checkTypes, installPackage } from '../../support/packages/install-package.ts';
import { serveFolder } from '../../support/server/serve-folder.ts';

const run = promisify(execFile);

/** What the README of the package shows, as one program. */
const program = `
import { createClient, ProblemError, readPages, type Answer, type Client, type ConversationList } from '@wherefore/api';

declare const process: { readonly argv: readonly string[] };
const [baseUrl = '', key = '', repository = ''] = process.argv.slice(2);
const client: Client = createClient({ baseUrl, key });

const answer: Answer = await client.answer(repository, { question: 'Where is join_chunks defined?' });
const kinds: string[] = [];
for await (const { part } of client.streamAnswer(repository, { question: 'What is a parcel?' })) kinds.push(part.type);

let code = '';
let title: string | undefined;
try {
  await client.getRepository('missing');
} catch (error) {
  if (error instanceof ProblemError) [code, title] = [error.problem.code, error.problem.title];
}

const conversations: ConversationList['conversations'][number][] = [];
for await (const page of readPages((cursor) => client.listConversations({ cursor, limit: 1 })))
  conversations.push(...page.conversations);

const aborted = await createClient({ baseUrl, key, signal: AbortSignal.abort(new Error('stopped')) })
  .health()
  .catch((reason: Error) => reason.message);

// @ts-expect-error The question is missing.
const mistake = () => client.answer(repository, {});

console.log(JSON.stringify({
  sources: answer.evidence.map((source) => ('path' in source ? source.path : source.url)), kinds, code, title, conversations: conversations.length, aborted, mistake: typeof mistake,
}));
`;

const page = `<!doctype html><title>Documentation</title><script type="module">
import { createClient, ProblemError } from './node_modules/@wherefore/api/dist/index.js';
const [baseUrl, key, repository] = decodeURIComponent(location.hash.slice(1)).split(' ');
const client = createClient({ baseUrl, key });
const kinds = [];
for await (const { part } of client.streamAnswer(repository, { question: 'What is a parcel?' })) kinds.push(part.type);
const { text } = await client.readFile(repository, 'README.md');
const refused = await client.removeRepository(repository).catch((error) => error instanceof ProblemError && error.problem.status);
window.outcome = { kinds, text, refused };
</script>`;

let hosted: HostedServer;
let folder: string;
let repository: string;
let secretKey: string;
let createKey: (body: object) => Promise<string>;

beforeAll(async () => {
  [hosted, folder] = await Promise.all([startHostedServer(), installPackage('api')]);
  const person = new HttpBrowser(hosted);
  await person.signInWithGitHub();
  createKey = async (body) => String((await person.post('/v1/keys', body)).body?.['secret']);
  secretKey = await createKey({ name: 'test', scopes: ['ask', 'search', 'read', 'index', 'admin'] });
  const client = createClient({ baseUrl: hosted.url, key: secretKey });
  const upload = { contentType: 'application/gzip', body: new Uint8Array(await packTree(smallRepository)) };
  repository = (await client.addRepository({ name: 'parcel' }, upload)).id;
  for await (const { status } of client.watchRepository(repository)) if (status === 'ready') break;
  await client.changeRepository(repository, 'public');
});
afterAll(async () => {
  await hosted?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

test('has no dependencies, and its declarations need none', async () => {
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['.package-lock.json', '@wherefore']);
  const [code, declarations] = await Promise.all(
    ['index.js', 'index.d.ts'].map((file) =>
      readFile(join(folder, 'node_modules/@wherefore/api/dist', file), 'utf8'),
    ),
  );
  const imports = /^(?:import|export) .*\bfrom ["'].*|.*\bimport\(.*|.*\bz\.\w.*/gm;
  expect(`${code}\n${declarations}`.match(imports)).toBeNull();
});

test('type-checks and runs in Node', async () => {
  await writeFile(join(folder, 'program.mts'), program);
  await checkTypes(folder, 'program.mts');
  const { stdout } = await run(process.execPath, ['program.mts', hosted.url, secretKey, repository], {
    cwd: folder,
  });
  expect(JSON.parse(stdout)).toMatchObject({
    sources: expect.arrayContaining([expect.stringContaining('.py')]),
    kinds: expect.arrayContaining(['start', 'data-sources', 'finish']),
    code: 'repository_not_found',
    aborted: 'stopped',
  });
});

test('runs in a page of another site with a publishable key', async () => {
  await writeFile(join(folder, 'index.html'), page);
  await using site = await serveFolder(folder);
  const origin = new URL(site.url).origin;
  const key = await createKey({
    name: 'docs',
    kind: 'publishable',
    repositories: [repository],
    origins: [origin],
  });
  const context = await (await shareBrowser()).newContext();
  onTestFinished(() => context.close());
  const tab = await context.newPage();
  await tab.goto(`${site.url}#${encodeURIComponent([hosted.url, key, repository].join(' '))}`);
  const outcome = await tab.waitForFunction(() => Reflect.get(window, 'outcome') as object | undefined);
  expect(await outcome.jsonValue()).toMatchObject({
    kinds: expect.arrayContaining(['start', 'data-sources', 'finish']),
    text: expect.stringContaining('# Parcel'),
    refused: 403,
  });
});
