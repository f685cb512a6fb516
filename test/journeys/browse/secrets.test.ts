/** Secrets are masked in every response and in file names, in files of every kind. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../../worker/core/text/hash.ts';
import { generateSecret, createRandom } from '../../support/secrets/made-up-secrets.ts';
import { tarEntry, tarGz } from '../../support/files/tar-bytes.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const random = createRandom(17);
const createSecret = (pattern: string): string => generateSecret(pattern, random);

const secretLines: readonly (readonly [name: string, secret: string, line: (secret: string) => string])[] = [
  ['GitHub', createSecret('gh|p_[w36]'), (secret) => `github = "${secret}"`],
  ['AWS', createSecret('[b40]'), (secret) => `aws_secret_access_key = ${secret}`],
  ['Google', createSecret('AI|za[w35]'), (secret) => `maps = "${secret}"`],
  ['JWT', createSecret('[jwt]'), (secret) => `session = "${secret}"`],
  ['Azure', createSecret('[w3]8|Q~[w34]'), (secret) => `azure = "${secret}"`],
  ['PyPI', createSecret('pypi-|AgEIcHlwaS5vcmc[w80]'), (secret) => `upload = "${secret}"`],
  ['Twilio', createSecret('[h32]'), (secret) => `TWILIO_AUTH_TOKEN = "${secret}"`],
  ['Discord', createSecret('MT|A[w23].[w6].[w38]'), (secret) => `bot.run("${secret}")`],
  ['Telegram', createSecret('[d10]:|AA[w33]'), (secret) => `updater = "${secret}"`],
  ['Mailgun', createSecret('ke|y-[h32]'), (secret) => `mail = "${secret}"`],
  ['OpenRouter', createSecret('sk|-or-v1-[h64]'), (secret) => `router = "${secret}"`],
  ['URL', createSecret('[w14]'), (secret) => `db = "postgres://harbour:${secret}@db.internal/app"`],
  ['password', createSecret('Vq[d2]![c6][d1]'), (secret) => `password = "${secret}"`],
];
const settings = `# Settings of the harbour\n${secretLines.map(([, secret, line]) => line(secret)).join('\n')}\n`;

const npmToken = createSecret('[uuid]');
const npmrc = `//registry.npmjs.org/:_authToken=${npmToken}\n`;
const keyId = createSecret('[h40]');
const account = `{ "type": "service_account", "private_key_id": "${keyId}" }\n`;
const secretsInNames = [
  createSecret('gh|p_[w36]'),
  createSecret('gh|p_[w36]'),
  createSecret('gl|pat-[w20]'),
  createSecret('np|m_[w36]'),
];
const [first = '', second = '', folder = '', image = ''] = secretsInNames;

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let id: string;
beforeAll(async () => {
  journey = await shareJourneyServer();
  const archive = await tarGz(
    tarEntry('a/npmrc.sample', { content: npmrc }),
    tarEntry('b/.npmrc', { content: npmrc }),
    tarEntry('c/account.jsonc', { content: account }),
    tarEntry('d/account.json', { content: account }),
    tarEntry('harbour/settings.py', { content: settings }),
    tarEntry(`keys/${first}.txt`, { content: 'The first berth.\n' }),
    tarEntry(`keys/${second}.txt`, { content: 'The second berth.\n' }),
    tarEntry(`${folder}/pier.py`, { content: 'def moor(ship):\n    return ship\n' }),
    tarEntry(`logo-${image}.png`, { content: '\x89PNG\0\0' }),
  );
  const repository = await journey.index('harbour', archive);
  expect(repository.status).toBe('ready');
  ({ id } = repository);
});
afterAll(() => journey.close());

const secrets = [...secretLines.map(([, secret]) => secret), npmToken, keyId, ...secretsInNames];

function expectHidden(response: unknown): void {
  const text = typeof response === 'string' ? response : JSON.stringify(response);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}

async function read(path: string, body?: object): Promise<string> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(
    `${journey.server.url}/v1/repositories/${id}${path}`,
    body === undefined ? {} : init,
  );
  expect(response.status).toBe(200);
  return response.text();
}

const everyLine = { pattern: '.*', paths: ['**'], context: 5, limit: 500 };

describe('a secret in a file', () => {
  it.each(secretLines)(
    'of kind %s is masked at the same length, while the hash is of the raw bytes',
    async (_, secret) => {
      const file = await journey.client.readFile(id, 'harbour/settings.py');
      expect(file.text).not.toContain(secret);
      expect(file.text).toHaveLength(settings.length);
      expect(file.hash).toBe(await sha256(settings));
    },
  );

  it('appears in no match, result, answer, outline or report', async () => {
    expectHidden(await journey.client.grep(id, everyLine));
    for (const query of ['settings of the harbour', 'aws_secret_access_key', 'password'])
      expectHidden(await journey.client.search(id, { query, topK: 20 }));
    expectHidden(await read('/answers', { question: 'What is in harbour/settings.py?' }));
    expectHidden(await journey.client.outline(id, 'harbour/settings.py'));
    const coverage = await journey.client.coverage(id);
    expectHidden(coverage);
    const lines = coverage.masked
      .filter(({ path }) => path === 'harbour/settings.py')
      .map(({ line }) => line);
    expect(lines).toEqual(secretLines.map((__, index) => index + 2));
  });

  it.each(['a/npmrc.sample', 'b/.npmrc', 'c/account.jsonc', 'd/account.json'])(
    'is masked in %s, even if other files have the same bytes',
    async (path) => {
      const { text } = await journey.client.readFile(id, path);
      expectHidden(text);
      expect(text).toMatch(/\u2022{36}/);
    },
  );

  it('is masked in another repository with the same bytes under another name', async () => {
    const other = await journey.index('quay', await tarGz(tarEntry('docs/notes.txt', { content: npmrc })));
    expectHidden(await journey.client.readFile(other.id, 'docs/notes.txt'));
  });
});

describe('a secret in a name', () => {
  it('appears in no list, match, result, answer, graph or report', async () => {
    expectHidden(await read('/files'));
    expectHidden(await read('/files?match=txt'));
    expectHidden(await read('/files?path=keys'));
    expectHidden(await journey.client.grep(id, everyLine));
    expectHidden(await journey.client.search(id, { query: 'berth moor ship', topK: 20 }));
    expectHidden(await read('/answers', { question: 'Where is the first berth?' }));
    expectHidden(await read('/answers', { question: 'What does `moor` do?' }));
    const coverage = await journey.client.coverage(id);
    expect(coverage.skipped.map(({ reason }) => reason)).toContain('binary');
    expect(coverage.masked.filter(({ rule }) => rule === 'file-name')).toHaveLength(4);
  });

  it('is masked so that files stay distinct and readable by the masked name', async () => {
    const { files } = await journey.client.findFiles(id, 'keys/');
    const paths = files.map(({ path }) => path);
    expect(new Set(paths).size).toBe(2);
    for (const path of paths) expect(path).toMatch(/^keys\/\u2022{4}[0-9a-f]{8}\.txt$/);
    const texts = await Promise.all(
      paths.map(async (path) => (await journey.client.readFile(id, path)).text),
    );
    expect(texts.toSorted()).toEqual(['The first berth.\n', 'The second berth.\n']);
  });
});
