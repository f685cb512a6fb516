/** Through the public API, every answer has a receipt, and anybody with the repository can verify it offline or detect a change. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReceiptSigner } from '../../../worker/adapters/web-crypto/receipt-signer.ts';
import type { Answer } from '../../../worker/contract/answers/schema.ts';
import { ProblemError } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipts/schema.ts';
import { git } from '../../support/files/git.ts';
import { startGitHub, type GitHub } from '../../support/github/start-github.ts';
import { createHarbourRepository } from '../../support/samples/harbour-history.ts';
import { createMemoryReceiptKeys } from '../../support/fakes/memory-receipt-keys.ts';
import { runCommand } from '../../support/server/run-command.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

let journey: JourneyServer;
let github: GitHub;
let folder: string;
let plainFolder: string;
let id: string;
let uploadedId: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wherefore-receipts-'));
  createHarbourRepository(folder);
  plainFolder = mkdtempSync(join(tmpdir(), 'wherefore-receipts-'));
  execFileSync('tar', ['-x', '-C', plainFolder], {
    input: execFileSync('git', ['archive', 'HEAD'], { cwd: folder }),
  });
  github = await startGitHub({
    repositories: [{ owner: 'acme', name: 'harbour', folder }],
    tokens: [],
    limits: { anonymous: 1_000 },
  });
  journey = await startJourneyServer({
    GITHUB_API_URL: github.url,
    LOOPBACK_HOSTS: [github.url, github.codeloadUrl].map((url) => new URL(url).host).join(','),
  });
  id = await index(folder, 'harbour');
  uploadedId = await index(plainFolder, 'plain');
});
afterAll(async () => {
  await journey.close();
  await github.close();
  for (const temporary of [folder, plainFolder]) rmSync(temporary, { recursive: true, force: true });
});

async function index(source: string, name: string): Promise<string> {
  const run = await runCommand(['index', source, '--name', name, '--json'], { url: journey.server.url });
  expect(run.code).toBe(0);
  return (run.json as { readonly id: string }).id;
}

const getReceipt = ({ receipt }: Pick<Answer, 'receipt'>): Receipt => {
  if (receipt === undefined) throw new Error('The answer has no receipt.');
  return receipt;
};

interface VerifyResult {
  readonly code: number | null;
  readonly outcome: string;
  readonly checks: readonly { readonly what: string; readonly state: string; readonly why: string }[];
}

async function verify(
  document: unknown,
  clone: string,
  ...options: readonly string[]
): Promise<VerifyResult> {
  const path = join(clone, '..', `${crypto.randomUUID()}.json`);
  writeFileSync(path, JSON.stringify(document));
  try {
    // No server listens at this address, so verification works offline.
    const run = await runCommand(['verify', path, clone, ...options, '--json']);
    return { ...(run.json as Omit<VerifyResult, 'code'>), code: run.code };
  } finally {
    rmSync(path);
  }
}

const questions = [
  { question: 'Where is the height of the water told?', refused: false },
  { question: 'Why are heights rounded?', refused: false },
  { question: 'Who calls `tide_height`?', refused: false },
  { question: 'What is this project?', refused: false },
  { question: 'How does the payroll compute overtime for contractors?', refused: true },
];

describe('an answer', () => {
  it.each(questions)('has a receipt that verifies in the clone: $question', async ({ question, refused }) => {
    const answer = await journey.client.answer(id, { question });
    const receipt = getReceipt(answer);
    expect(receipt).toMatchObject({ question, refused, answerer: 'embedded' });
    expect(receipt.claims).toEqual(answer.claims);
    // The saved answer contains its text, claims and sources, which are compared too.
    const verified = await verify(answer, folder);
    expect(verified.checks.filter(({ state }) => state !== 'holds')).toEqual([]);
    expect(verified).toMatchObject({ code: 0, outcome: 'ok' });
    const answerChecks = ['signature', 'list of claims', 'enclosing answer', 'text of the answer'];
    expect(verified.checks.length).toBe(answerChecks.length + receipt.spans.length + receipt.records.length);
    if (!refused) expect(receipt.spans.length + receipt.records.length).toBeGreaterThan(0);
  });

  it('about a reason cites commits, which are rebuilt from git', async () => {
    const receipt = getReceipt(await journey.client.answer(id, { question: 'Why are heights rounded?' }));
    const commits = receipt.records.filter(({ kind }) => kind === 'commit');
    expect(commits.length).toBeGreaterThan(0);
    const bare = join(plainFolder, '..', `bare-${crypto.randomUUID()}`);
    git(folder, 'clone', '--quiet', '--bare', folder, bare);
    const verified = await verify(receipt, bare);
    rmSync(bare, { recursive: true });
    expect(verified.code).toBe(0);
    expect(verified.checks.filter(({ what }) => what.startsWith('commit '))).toHaveLength(commits.length);
  });

  it('from the cache has a receipt for its own turn, with the claims of the first answer', async () => {
    const question = 'What does `is_high` do?';
    const first = await journey.client.answer(id, { question });
    const cachedAnswer = await journey.client.answer(id, { question });
    expect([first.cached, cachedAnswer.cached]).toEqual([false, true]);
    const [issued, reissued] = [getReceipt(first), getReceipt(cachedAnswer)];
    expect(reissued.id).not.toBe(issued.id);
    expect(reissued).toMatchObject({ question, claims: issued.claims, spans: issued.spans });
    expect(await verify(cachedAnswer, folder)).toMatchObject({ code: 0 });
    const fresh = getReceipt(await journey.client.answer(id, { question, retry: true }));
    expect([issued.id, reissued.id]).not.toContain(fresh.id);
  });

  it('to a live question has a receipt too, for the commit that was read', async () => {
    const live = await fetch(`${journey.server.url}/v1/live/answers`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ source: 'acme/harbour', question: 'Where is the height of the water told?' }),
    });
    const answer = (await live.json()) as Answer;
    const receipt = getReceipt(answer);
    expect(receipt.repository).toMatchObject({ kind: 'live', source: 'https://github.com/acme/harbour' });
    expect(receipt.spans.length).toBeGreaterThan(0);
    expect(receipt.snapshot.commit).toBe(git(folder, 'rev-parse', 'HEAD'));
    expect(await verify(answer, folder)).toMatchObject({ code: 0 });
  });

  it('to a question with a file cites the file by its hashes', async () => {
    const text = 'Berths\n\nThe north berth is dredged to nine metres.\nThe south berth is closed.\n';
    const question = 'How deep is the north berth dredged?';
    const files = [{ name: 'berths.txt', text }];
    const receipt = getReceipt(await journey.client.answer(id, { question, files }));
    expect(receipt.attachments.length).toBeGreaterThan(0);
    const attached = join(plainFolder, 'berths.txt');
    writeFileSync(attached, text);
    expect(await verify(receipt, folder)).toMatchObject({ code: 0 });
    expect(await verify(receipt, folder, '--file', attached)).toMatchObject({ code: 0 });
    writeFileSync(attached, text.replace('nine', 'five'));
    expect(await verify(receipt, folder, '--file', attached)).toMatchObject({ code: 1 });
    rmSync(attached);
  });
});

const getErrorCode = async (call: Promise<unknown>): Promise<string> => {
  const thrown: unknown = await call.catch((caught: unknown) => caught);
  return thrown instanceof ProblemError ? thrown.problem.code : 'none';
};

describe('the receipt of a turn', () => {
  it('is downloaded as a file, equal to the streamed and the stored one', async () => {
    const conversationId = 'kept';
    const streamed: Receipt[] = [];
    let turn = '';
    const question = 'Where is the height of the water told?';
    for await (const { part } of journey.client.streamAnswer(id, { question, conversationId })) {
      if (part.type === 'data-receipt') streamed.push(part.data);
      if (part.type === 'start') turn = part.messageId;
    }
    expect(streamed).toHaveLength(1);
    expect(await journey.client.receipt(id, conversationId, turn)).toEqual(streamed[0]);
    const path = journey.client.receiptPath(id, conversationId, turn);
    const response = await fetch(`${journey.server.url}${path}`);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="receipt-[\w-]+\.json"$/,
    );
    expect(await verify(await response.json(), folder)).toMatchObject({ code: 0 });
    const { turns } = await journey.client.getConversation(id, conversationId);
    expect(turns[0]?.parts.filter(({ type }) => type === 'data-receipt')).toEqual([
      { type: 'data-receipt', data: streamed[0] },
    ]);
  });

  it('returns an error for an unknown conversation or turn', async () => {
    await journey.client.answer(id, { question: 'What is this project?', conversationId: 'there' });
    expect(await getErrorCode(journey.client.receipt(id, 'there', 'no-turn'))).toBe('turn_not_found');
    expect(await getErrorCode(journey.client.receipt(id, 'nowhere', 'no-turn'))).toBe(
      'conversation_not_found',
    );
    expect(await getErrorCode(journey.client.receipt('none', 'there', 'no-turn'))).toBe(
      'repository_not_found',
    );
  });
});

describe('a change', () => {
  const question = 'Where is the height of the water told?';

  it('to one byte of a cited file, a citation or the signature fails verification', async () => {
    const receipt = getReceipt(await journey.client.answer(uploadedId, { question }));
    expect(await verify(receipt, plainFolder)).toMatchObject({ code: 0 });
    const path = join(plainFolder, receipt.spans[0]?.path ?? '');
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.from(bytes).fill((bytes[0] ?? 0) ^ 1, 0, 1));
    expect(await verify(receipt, plainFolder)).toMatchObject({ code: 1, outcome: 'differs' });
    writeFileSync(path, bytes);

    const [claim, ...others] = receipt.claims;
    const cited = { ...claim, citations: ['e99'] };
    expect(await verify({ ...receipt, claims: [cited, ...others] }, plainFolder)).toMatchObject({ code: 3 });
    const { value } = receipt.signature;
    const swapped = `${value.slice(0, 40)}${value[40] === 'A' ? 'B' : 'A'}${value.slice(41)}`;
    const signature = { ...receipt.signature, value: swapped };
    expect(await verify({ ...receipt, signature }, plainFolder)).toMatchObject({
      code: 3,
      outcome: 'unsigned',
    });
    expect(await verify(receipt, plainFolder)).toMatchObject({ code: 0 });
  });

  it('to the commit itself leaves a clone without the cited lines', async () => {
    const receipt = getReceipt(await journey.client.answer(id, { question }));
    const clone = join(plainFolder, '..', `amended-${crypto.randomUUID()}`);
    git(folder, 'clone', '--quiet', '--depth=1', `file://${folder}`, clone);
    const cited = receipt.spans[0]?.path ?? '';
    writeFileSync(join(clone, cited), `${readFileSync(join(clone, cited), 'utf8')}\n`);
    git(clone, 'commit', '--quiet', '--all', '--amend', '--no-edit');
    const bare = `${clone}.git`;
    git(clone, 'clone', '--quiet', '--bare', '--no-local', `file://${clone}`, bare);
    expect(await verify(receipt, bare)).toMatchObject({ code: 4, outcome: 'missing' });
    for (const temporary of [clone, bare]) rmSync(temporary, { recursive: true });
  });
});

describe('the keys', () => {
  it(
    'are published, verify the receipts, and stay the same after a restart',
    { timeout: 240_000 },
    async () => {
      const url = (): string => `${journey.server.url}/v1/receipt-keys`;
      const before = await journey.client.receiptKeys();
      expect(before.keys).toMatchObject([{ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' }]);
      const receipt = getReceipt(await journey.client.answer(id, { question: 'What is this project?' }));
      expect(receipt.signature.keyId).toBe(before.keys[0]?.kid);
      expect(await verify(receipt, folder, '--keys', url())).toMatchObject({ code: 0 });
      const client = await journey.restart();
      expect(await client.receiptKeys()).toEqual(before);
      const other = createReceiptSigner([new Uint8Array(32).fill(9)], createMemoryReceiptKeys());
      const path = join(plainFolder, '..', `${crypto.randomUUID()}.json`);
      writeFileSync(path, JSON.stringify({ keys: await other.publicKeys() }));
      const verified = await verify(receipt, folder, '--keys', path);
      rmSync(path);
      expect(verified).toMatchObject({ code: 3, outcome: 'unsigned' });
    },
  );
});
