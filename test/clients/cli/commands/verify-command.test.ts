/** `wherefore verify` checks receipts against real git repositories and ends with the documented exit code. */

import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CommandResult } from '../../../../clients/cli/command.ts';
import { verifyCommand } from '../../../../clients/cli/commands/verify-command.ts';
import { describeError } from '../../../../clients/cli/describe-error.ts';
import { exitCodes } from '../../../../clients/cli/command-error.ts';
import { parseArguments } from '../../../../clients/cli/parse-arguments.ts';
import { createTerminal } from '../../../../clients/cli/terminal/terminal.ts';
import { commitRecordFromGit } from '../../../../worker/core/history/commit-record.ts';
import { sha256 } from '../../../../worker/core/text/hash.ts';
import type { Receipt, ReceiptBody } from '../../../../worker/core/answers/receipt.ts';
import { createReceiptSigner } from '../../../../worker/adapters/web-crypto/receipt-signer.ts';
import { commitAll, git } from '../../../support/files/git.ts';
import { createMemoryReceiptKeys } from '../../../support/fakes/memory-receipt-keys.ts';
import { boat, createBoatBody, signReceipt, testSigner } from '../../../support/samples/receipts.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { createFolder, temporaryFolder, writeFiles } from '../../../support/files/temporary-folder.ts';

interface VerifyOutput {
  readonly outcome: string;
  readonly exit: number;
  readonly checks: readonly { readonly what: string; readonly state: string; readonly why: string }[];
  readonly drift?: readonly { readonly state: string; readonly why: string }[];
}

const files = { 'src/boat.ts': boat, 'src/crane.ts': 'export const crane = 1;\n' };
let folder: string;
let commit: string;
beforeEach(() => {
  folder = createFolder(files);
  commit = commitAll(folder);
});

async function createReceipt(overrides: Partial<ReceiptBody> = {}, commitId = commit): Promise<Receipt> {
  const body = await createBoatBody();
  return signReceipt({
    ...body,
    snapshot: { ...body.snapshot, commit: commitId },
    spans: body.spans.map((span) => ({ ...span, commit: commitId })),
    ...overrides,
  });
}

async function verify(
  receipt: unknown,
  clone: string,
  ...options: readonly string[]
): Promise<VerifyOutput & { readonly code: number | null; readonly stderr: string }> {
  const path = join(temporaryFolder(), 'receipt.json');
  writeFileSync(path, typeof receipt === 'string' ? receipt : JSON.stringify(receipt, undefined, 2));
  const notes: string[] = [];
  const { exit, json } = await runVerify([path, clone, ...options], notes);
  return { ...(json as VerifyOutput), code: exitCodes[exit], stderr: notes.join('\n') };
}

/** Runs the command as `main.ts` does, without a new process. */
async function runVerify(args: readonly string[], notes: string[]): Promise<CommandResult> {
  const out = { write: () => undefined };
  const terminal = createTerminal({
    stdout: out,
    stderr: { write: (text: string) => notes.push(text) },
    json: false,
  });
  const signal = new AbortController().signal;
  const context = { terminal, environment: {}, workingDirectory: process.cwd(), signal };
  try {
    return await verifyCommand.run(parseArguments(verifyCommand, args), context);
  } catch (thrown) {
    const { exit, lines, json } = describeError(thrown);
    notes.push(...lines);
    return { exit, json };
  }
}
const findCheck = ({ checks }: VerifyOutput, prefix: string) =>
  checks.find((check) => check.what.startsWith(prefix));

describe('a receipt is valid', () => {
  test('in a clone with a work tree, whatever changes it has', async () => {
    writeFiles(folder, { 'src/boat.ts': 'changed since\n' });
    const result = await verify(await createReceipt(), folder);
    expect(result).toMatchObject({ code: 0, outcome: 'ok', exit: 0 });
    expect(result.checks.map(({ state }) => state)).toEqual(['holds', 'holds', 'holds', 'not checkable']);
    expect(findCheck(result, 'src/boat.ts:2-3')?.why).toContain(commit.slice(0, 12));
  });

  test('in a bare clone whose branch has later commits', async () => {
    writeFiles(folder, { 'src/boat.ts': 'export const other = 1;\n' });
    git(folder, 'commit', '--quiet', '--all', '--message', 'Later');
    const bare = join(temporaryFolder(), 'bare.git');
    git(folder, 'clone', '--quiet', '--bare', folder, bare);
    expect(await verify(await createReceipt(), bare)).toMatchObject({ code: 0 });
  });

  test('in the given clone, even if the command runs from a hook of another repository', async () => {
    const path = join(temporaryFolder(), 'receipt.json');
    writeFileSync(path, JSON.stringify(await createReceipt()));
    const other = createFolder({ 'a.txt': 'a' });
    commitAll(other);
    const output = execFileSync(process.execPath, ['clients/cli/bin.js', 'verify', path, folder], {
      env: { ...process.env, GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other },
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(output).toContain('Everything that can be checked here is valid.');
  });

  test('in an uploaded folder without git', async () => {
    expect(await verify(await createReceipt({}, 'tree-1'), createFolder(files))).toMatchObject({ code: 0 });
  });

  test('for an indexed subfolder, if the clone’s path is that subfolder', async () => {
    const body = await createBoatBody();
    const spans = body.spans.map((span) => ({ ...span, commit, path: 'boat.ts' }));
    const receipt = await createReceipt({ spans });
    expect(await verify(receipt, join(folder, 'src'))).toMatchObject({ code: 0 });
    expect(await verify(receipt, folder)).toMatchObject({ code: 1 });
  });

  test('for an indexed checkout whose lines end in CR LF', async () => {
    const content = boat.replaceAll('\n', '\r\n');
    const body = await createBoatBody();
    const lines = content
      .split('\n')
      .slice(1, 3)
      .map((line) => `${line}\n`)
      .join('');
    const hashes = { fileHash: await sha256(content), spanHash: await sha256(lines) };
    const result = await verify(
      await createReceipt({ spans: body.spans.map((span) => ({ ...span, commit, ...hashes })) }),
      folder,
    );
    expect(result.code).toBe(0);
    expect(findCheck(result, 'src/boat.ts')?.why).toContain('line endings');
  });

  test('when it is read from a pipe inside its answer, whose text is compared too', async () => {
    const receipt = await createReceipt();
    const pipe = (answer: string) =>
      execFileSync(process.execPath, ['clients/cli/bin.js', 'verify', '-', folder], {
        input: JSON.stringify({ receipt, answer }),
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(pipe('`moor` does. [chunk:e1]')).toContain('It is the signed text.');
    expect(() => pipe('`moor` does not. [chunk:e1]')).toThrow(
      expect.objectContaining({ status: 1 }) as Error,
    );
  });
});

const createEnclosingAnswer = async () => {
  const receipt = await createReceipt();
  const { claims, spans, answerer, refused, question: asked, answered: text } = receipt;
  const reading = { asked, text, carried: [] };
  const evidence = spans.map(({ evidence: id, fileHash, ...span }) => ({
    id,
    ...span,
    hash: fileHash,
    text: 'x',
  }));
  const other = { ...evidence[0], id: 'e9', path: 'README.md' };
  return {
    receipt,
    answer: '`moor` does. [chunk:e1]',
    reading,
    claims,
    evidence: [...evidence, other],
    answerer,
    refused,
  };
};

describe('the answer that encloses a receipt', () => {
  test('matches what was signed, and may have more sources than are cited', async () => {
    const checked = await verify(await createEnclosingAnswer(), folder);
    expect(checked).toMatchObject({ code: 0 });
    expect(findCheck(checked, 'enclosing answer')?.state).toBe('holds');
  });

  test('must state that it is degraded if the receipt does', async () => {
    const degraded = 'No model wrote this answer.';
    const answer = { ...(await createEnclosingAnswer()), receipt: await createReceipt({ degraded }) };
    expect(await verify({ ...answer, degraded }, folder)).toMatchObject({ code: 0 });
    expect(await verify(answer, folder)).toMatchObject({ code: 1 });
  });

  test('is valid if it is cached and the question differs only in spacing', async () => {
    const answer = await createEnclosingAnswer();
    const reading = { ...answer.reading, asked: ' Where  is a boat moored? ' };
    expect(await verify({ ...answer, reading, cached: true }, folder)).toMatchObject({ code: 0 });
  });

  type Answer = Awaited<ReturnType<typeof createEnclosingAnswer>>;
  const claim = ({ claims }: Answer) => claims[0] ?? {};
  const source = ({ evidence }: Answer) => evidence[0] ?? {};
  test.each<[string, string, (answer: Answer) => object]>([
    ['a claim’s text', 'claim c1', (answer) => ({ claims: [{ ...claim(answer), text: '`sink` does.' }] })],
    ['a claim’s state', 'claim c1', (answer) => ({ claims: [{ ...claim(answer), state: 'repaired' }] })],
    ['a claim’s citations', 'claim c1', (answer) => ({ claims: [{ ...claim(answer), citations: ['e9'] }] })],
    [
      'an added claim',
      'claim c2',
      (answer) => ({ claims: [...answer.claims, { ...claim(answer), id: 'c2' }] }),
    ],
    ['a removed claim', 'claim c1', () => ({ claims: [] })],
    ['a repeated claim', 'claim c1', (answer) => ({ claims: [...answer.claims, ...answer.claims] })],
    ['a source’s lines', 'source e1', (answer) => ({ evidence: [{ ...source(answer), startLine: 1 }] })],
    [
      'a source’s hash',
      'source e1',
      (answer) => ({ evidence: [{ ...source(answer), hash: 'f'.repeat(64) }] }),
    ],
    ['a removed source', 'source e1', () => ({ evidence: [] })],
    ['the answerer', 'answerer', () => ({ answerer: 'openai/x' })],
    ['the degraded notice', 'degraded', () => ({ degraded: 'No model wrote it.' })],
    ['the question', 'question', ({ reading }) => ({ reading: { ...reading, asked: 'Is it safe?' } })],
    [
      'the question as read',
      'question as answered',
      ({ reading }) => ({ reading: { ...reading, text: 'Is it safe?' } }),
    ],
    ['the refusal', 'refused', () => ({ refused: true })],
  ])('differs from the signed answer in %s', async (_, difference, change) => {
    const answer = await createEnclosingAnswer();
    const checked = await verify({ ...answer, ...change(answer) }, folder);
    expect(checked).toMatchObject({ code: 1, outcome: 'differs' });
    expect(findCheck(checked, 'enclosing answer')?.why).toBe(
      `It differs from what was signed: ${difference}.`,
    );
  });
});

describe('a change of one byte', () => {
  test('in the cited file’s git object makes the receipt differ', async () => {
    const object = git(folder, 'rev-parse', `${commit}:src/boat.ts`);
    const path = join(folder, '.git/objects', object.slice(0, 2), object.slice(2));
    chmodSync(path, 0o644);
    const forged = boat.replace('moored at', 'moored By');
    writeFileSync(path, deflateSync(Buffer.from(`blob ${Buffer.byteLength(forged)}\0${forged}`)));
    const result = await verify(await createReceipt(), folder);
    expect(result).toMatchObject({ code: 1, outcome: 'differs' });
    expect(findCheck(result, 'src/boat.ts')).toMatchObject({
      state: 'differs',
      why: expect.stringContaining('differ too'),
    });
  });

  test('in another line of that file makes the receipt differ, with a note that the cited lines are identical', async () => {
    const plain = createFolder({ ...files, 'src/boat.ts': boat.replace('// Boats', '// boats') });
    const result = await verify(await createReceipt({}, 'tree-1'), plain);
    expect(result.code).toBe(1);
    expect(findCheck(result, 'src/boat.ts')?.why).toContain('lines 2 to 3 are identical, other lines differ');
  });

  test('in an amended commit leaves a clone without the cited commit', async () => {
    const receipt = await createReceipt();
    writeFiles(folder, { 'src/boat.ts': boat.replace('moored', 'Moored') });
    git(folder, 'commit', '--quiet', '--all', '--amend', '--no-edit');
    const clone = join(temporaryFolder(), 'clone');
    git(folder, 'clone', '--quiet', `file://${folder}`, clone);
    const result = await verify(receipt, clone);
    expect(result).toMatchObject({ code: 4, outcome: 'missing' });
    expect(findCheck(result, 'src/boat.ts')?.why).toContain(`git fetch origin ${commit}`);
    // A receipt changed to name the amended commit no longer matches its signature.
    const amended = git(folder, 'rev-parse', 'HEAD');
    const moved = JSON.stringify(receipt).replaceAll(commit, amended);
    expect(await verify(moved, clone)).toMatchObject({ code: 3, outcome: 'unsigned' });
    // A receipt signed for the amended commit does not match that commit's file.
    expect(await verify(await createReceipt({}, amended), clone)).toMatchObject({
      code: 1,
      outcome: 'differs',
    });
  });

  test('in a citation, the signature or any other field breaks the signature', async () => {
    const receipt = await createReceipt();
    const [claim] = receipt.claims;
    const { value } = receipt.signature;
    const swapped = `${value.startsWith('A') ? 'B' : 'A'}${value.slice(1)}`;
    for (const changed of [
      { ...receipt, claims: [{ ...claim, citations: ['e2'] }] },
      { ...receipt, signature: { ...receipt.signature, value: swapped } },
      { ...receipt, question: 'Where is a boat moored!' },
    ])
      expect(await verify(changed, folder)).toMatchObject({ code: 3, outcome: 'unsigned' });
  });
});

describe('a citation', () => {
  test('of a source that the receipt does not list differs', async () => {
    const [claim] = (await createBoatBody()).claims;
    if (claim === undefined) throw new Error('The receipt has no claim.');
    const result = await verify(
      await createReceipt({ claims: [{ ...claim, citations: ['e1', 'e9'] }] }),
      folder,
    );
    expect(result.code).toBe(1);
    expect(findCheck(result, 'claim c1')?.why).toBe('It cites e9, which the receipt does not list.');
  });

  test('of a file that the commit does not contain differs, and never resolves outside the clone', async () => {
    const [span] = (await createBoatBody()).spans;
    if (span === undefined) throw new Error('The receipt has no span.');
    for (const path of ['src/none.ts', 'src', '../../etc/hostname', 'a\nb', '']) {
      const spans = [{ ...span, commit, path }];
      expect(await verify(await createReceipt({ spans }), folder), path).toMatchObject({ code: 1 });
    }
    const outside = [
      {
        ...span,
        path: '../secret.txt',
        fileHash: await sha256('x'),
        startLine: 1,
        endLine: 1,
        spanHash: await sha256('x'),
      },
    ];
    const outerFolder = createFolder({ 'secret.txt': 'x', 'inner/a.ts': '' });
    expect(await verify(await createReceipt({ spans: outside }), join(outerFolder, 'inner'))).toMatchObject({
      code: 4,
    });
  });

  test('is read from the original objects, not from their git replacements', async () => {
    const other = createFolder({ x: boat.replace('moored', 'sunken') });
    const object = git(folder, 'hash-object', '-w', join(other, 'x'));
    git(folder, 'replace', git(folder, 'rev-parse', `${commit}:src/boat.ts`), object);
    expect(git(folder, 'show', `${commit}:src/boat.ts`)).toContain('sunken');
    expect(await verify(await createReceipt(), folder)).toMatchObject({ code: 0 });
  });

  test('of a web page is not checkable in a clone', async () => {
    const repository = { id: 'r', name: 'docs', kind: 'web' as const, source: 'https://docs.example.org/' };
    const result = await verify(await createReceipt({ repository }, 'tree-2'), createFolder({}));
    expect(result.code).toBe(0);
    expect(findCheck(result, 'src/boat.ts')).toMatchObject({ state: 'not checkable' });
  });
});

describe('an incomplete clone', () => {
  test('without the commit gets the command that fetches it', async () => {
    writeFiles(folder, { 'b.ts': '' });
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', 'Second');
    const shallow = join(temporaryFolder(), 'shallow');
    git(folder, 'clone', '--quiet', '--depth=1', `file://${folder}`, shallow);
    const repository = { id: 'r', name: 'o/n', kind: 'github' as const, source: 'https://github.com/o/n' };
    const result = await verify(await createReceipt({ repository }), shallow);
    expect(result).toMatchObject({ code: 4, outcome: 'missing' });
    expect(findCheck(result, 'src/boat.ts')?.why).toContain(`git fetch https://github.com/o/n ${commit}`);
  });

  test('without the file’s object reports it as missing, and fetches nothing', async () => {
    git(folder, 'config', 'uploadpack.allowFilter', 'true');
    const partial = join(temporaryFolder(), 'partial');
    git(folder, 'clone', '--quiet', '--bare', '--filter=blob:none', `file://${folder}`, partial);
    const result = await verify(await createReceipt(), partial);
    expect(result).toMatchObject({ code: 4 });
    expect(findCheck(result, 'src/boat.ts')?.why).toContain('this partial clone does not');
  });
});

const keysFile = async (signer = testSigner): Promise<string> => {
  const path = join(temporaryFolder(), 'keys.json');
  writeFileSync(path, JSON.stringify({ keys: await signer.publicKeys() }));
  return path;
};

describe('the key of a signature', () => {
  test('is trusted only if it is among the given keys, whatever id it states', async () => {
    const receipt = await createReceipt();
    expect(await verify(receipt, folder, '--keys', await keysFile())).toMatchObject({ code: 0 });
    const other = createReceiptSigner([], createMemoryReceiptKeys());
    const path = await keysFile(other);
    const result = await verify(receipt, folder, '--keys', path);
    expect(result.code).toBe(3);
    expect(findCheck(result, 'signature')?.why).toBe(
      `It is signed by an unknown key ${receipt.signature.keyId}.`,
    );
    const [key] = await other.publicKeys();
    writeFileSync(path, JSON.stringify({ keys: [{ ...key, kid: receipt.signature.keyId }] }));
    expect(await verify(receipt, folder, '--keys', path)).toMatchObject({ code: 3 });
  });

  test('outweighs differences if it is invalid, and differences outweigh missing commits', async () => {
    const forged = { ...(await createReceipt({}, 'tree-1')), answerer: 'someone' };
    expect(await verify(forged, createFolder({ 'src/boat.ts': 'x' }))).toMatchObject({ code: 3 });
    const body = await createBoatBody();
    const [span] = body.spans;
    const spans = [
      { ...body.spans[0], commit: 'f'.repeat(40) },
      { ...span, path: 'no.ts', commit },
    ] as ReceiptBody['spans'];
    expect(await verify(await createReceipt({ spans }), folder)).toMatchObject({
      code: 1,
      outcome: 'differs',
    });
  });
});

const createQuotingReceipt = async (hash: string, overrides: Partial<ReceiptBody['records'][number]> = {}) =>
  createReceipt({
    claims: [],
    spans: [],
    records: [
      {
        evidence: 'e2',
        kind: 'commit',
        name: commit,
        hash,
        pullRequest: 12,
        isMasked: false,
        url: null,
        ...overrides,
      },
    ],
  });

describe('a quoted commit', () => {
  const message = 'Moor by name\n\nBerths have names now (#12).\u001b[31m\n\nFixes #3\n';
  const hashRecord = async (overrides: Partial<Parameters<typeof commitRecordFromGit>[0]> = {}) => {
    const seconds = Number(git(folder, 'log', '-1', '--format=%at'));
    const commitRecord = {
      id: commit,
      author: 'Ann Other',
      authoredAt: seconds * 1_000,
      message,
      pullRequest: 12,
      ...overrides,
    };
    return sha256(commitRecordFromGit(commitRecord));
  };
  beforeEach(() => {
    git(folder, 'commit', '--quiet', '--amend', '--author=Ann <ann@example.org>', '--message', message);
    writeFiles(folder, { '.mailmap': 'Ann Other <ann@example.org>\n' });
    git(folder, 'add', '.mailmap');
    git(folder, 'commit', '--quiet', '--amend', '--no-edit');
    commit = git(folder, 'rev-parse', 'HEAD');
  });

  test('is rebuilt from the clone, with the author from the commit or from .mailmap', async () => {
    for (const author of ['Ann', 'Ann Other']) {
      const result = await verify(await createQuotingReceipt(await hashRecord({ author })), folder);
      expect(result.code, author).toBe(0);
      expect(findCheck(result, 'commit')?.why).toBe('Id, author, day and message match the commit.');
    }
  });

  test('differs if its author, day, message or pull request differs', async () => {
    for (const other of [
      { author: 'Bob' },
      { authoredAt: 0 },
      { message: `${message}.` },
      { pullRequest: 13 },
    ])
      expect(await verify(await createQuotingReceipt(await hashRecord(other)), folder)).toMatchObject({
        code: 1,
      });
  });

  test('notes a pull request that only the host states', async () => {
    const result = await verify(
      await createQuotingReceipt(await hashRecord({ pullRequest: 77 }), { pullRequest: 77 }),
      folder,
    );
    expect(result.code).toBe(0);
    expect(findCheck(result, 'commit')?.why).toContain('pull request #77, which only the host states');
  });

  test('without a valid id differs, and its name appears in no suggested command', async () => {
    const result = await verify(
      await createQuotingReceipt(await hashRecord(), { name: 'main; touch x' }),
      folder,
    );
    expect(result).toMatchObject({ code: 1 });
    expect(result.checks.map(({ why }) => why).join('\n')).not.toContain('touch');
  });

  test('is not checkable if masked or without git, and missing if the clone lacks it', async () => {
    const masked = await createQuotingReceipt(await sha256('masked'), { isMasked: true });
    expect(findCheck(await verify(masked, folder), 'commit')?.state).toBe('not checkable');
    const plain = await verify(await createQuotingReceipt(await hashRecord()), createFolder({}));
    expect(findCheck(plain, 'commit')?.state).toBe('not checkable');
    expect(
      await verify(await createQuotingReceipt(await hashRecord(), { name: 'a'.repeat(40) }), folder),
    ).toMatchObject({
      code: 4,
    });
  });

  test('is checkable in a clone, unlike pull requests and issues', async () => {
    const issue = await createQuotingReceipt(await hashRecord(), {
      kind: 'issue',
      name: '3',
      pullRequest: null,
    });
    const result = await verify(issue, folder);
    expect(result.code).toBe(0);
    expect(findCheck(result, 'issue #3')).toMatchObject({ state: 'not checkable' });
  });
});

describe('an ambiguous receipt', () => {
  test('with a duplicate name, even if escaped, is rejected', async () => {
    const json = JSON.stringify(await createReceipt());
    for (const name of ['question', String.raw`q\u0075estion`])
      expect(await verify(json.replace('{', `{"${name}":"Is all well?",`), folder)).toMatchObject({
        code: 2,
      });
    const inner = json.replace('"ref":"main"', '"ref":"other","ref" : "main"');
    const result = await verify(inner, folder);
    expect(result).toMatchObject({ code: 2 });
    expect(result.stderr).toContain('It has "ref" twice in one object.');
  });

  test('with a number that is not in its shortest form is rejected', async () => {
    const json = JSON.stringify(await createReceipt());
    for (const number of ['12.000000000000000000001', '1.2e1', '12.0'])
      expect(await verify(json.replace('"retrieveMs":12', `"retrieveMs":${number}`), folder)).toMatchObject({
        code: 2,
      });
    const body = await createBoatBody();
    const zeroTiming = JSON.stringify(await createReceipt({ timings: { ...body.timings, retrieveMs: 0 } }));
    expect(await verify(zeroTiming, folder)).toMatchObject({ code: 0 });
    expect(await verify(zeroTiming.replace('"retrieveMs":0', '"retrieveMs":-0'), folder)).toMatchObject({
      code: 2,
    });
  });

  test('with bytes that are not UTF-8 is rejected', async () => {
    const body = await createBoatBody();
    const receipt = await createReceipt({ question: 'Where is \ufffd moored?', answered: body.answered });
    const path = join(temporaryFolder(), 'receipt.json');
    const bytes = Buffer.from(JSON.stringify(receipt));
    const at = bytes.indexOf('\ufffd');
    writeFileSync(path, Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)]));
    const notes: string[] = [];
    expect(await runVerify([path, folder], notes)).toMatchObject({ exit: 'usage' });
    expect(notes.join('\n')).toContain('is not UTF-8 text');
    expect(await verify(receipt, folder)).toMatchObject({ code: 0 });
  });

  test('that encloses a valid receipt is checked by its own content', async () => {
    const receipt = await createReceipt();
    const forged = { ...receipt, question: 'Is all well?', receipt };
    expect(await verify(forged, folder)).toMatchObject({ code: 3, outcome: 'unsigned' });
    expect(await verify({ receipt, answer: '`moor` does. [chunk:e1]' }, folder)).toMatchObject({ code: 0 });
  });
});

test('compares an attached file with the file passed to --file', async () => {
  const text = 'one\ntwo\nthree\n';
  const attachments = [
    {
      evidence: 'e1',
      name: 'notes/list.txt',
      startLine: 2,
      endLine: 2,
      fileHash: await sha256(text),
      spanHash: await sha256('two\n'),
    },
  ];
  const receipt = await createReceipt({ spans: [], attachments });
  const attachedFolder = createFolder({
    'list.txt': text,
    'renamed.md': text,
    'marked.txt': `\uFEFF${text}`,
    'other/list.txt': 'one\nTwo\nthree\n',
  });
  expect(findCheck(await verify(receipt, folder), 'notes/list.txt')?.state).toBe('not checkable');
  for (const name of ['list.txt', 'renamed.md', 'marked.txt'])
    expect(
      findCheck(await verify(receipt, folder, '--file', join(attachedFolder, name)), 'notes/list.txt')?.state,
    ).toBe('holds');
  expect(await verify(receipt, folder, '--file', join(attachedFolder, 'other/list.txt'))).toMatchObject({
    code: 1,
  });
});

test('compares the text with --answer; reports drift with --against without affecting the outcome', async () => {
  const receipt = await createReceipt();
  const answers = createFolder({ 'answer.md': '`moor` does. [chunk:e1]\n', 'other.md': 'Nothing does.' });
  expect(await verify(receipt, folder, '--answer', join(answers, 'answer.md'))).toMatchObject({ code: 0 });
  expect(await verify(receipt, folder, '--answer', join(answers, 'other.md'))).toMatchObject({ code: 1 });
  const against = async (text: string | undefined) => {
    if (text === undefined) git(folder, 'rm', '--quiet', 'src/boat.ts');
    else writeFiles(folder, { 'src/boat.ts': text });
    git(folder, 'commit', '--quiet', '--all', '--allow-empty', '--message', 'Next');
    const result = await verify(receipt, folder, '--against', 'HEAD');
    expect(result.code).toBe(0);
    return result.drift?.[0];
  };
  expect(await against(boat)).toMatchObject({ state: 'same' });
  expect(await against(`${boat}// More.\n`)).toMatchObject({ state: 'same' });
  expect(await against(`// New.\n// New.\n${boat}`)).toEqual(
    expect.objectContaining({ state: 'moved', why: 'They are now lines 4 to 5.' }),
  );
  expect(await against(boat.replace('moored', 'tied up'))).toMatchObject({ state: 'changed' });
  expect(await against(undefined)).toMatchObject({ state: 'gone' });
});

describe('the command line', () => {
  test('explains an invalid receipt, clone or key in one sentence, with exit code 2', async () => {
    const receipt = await createReceipt();
    const cases: readonly [Promise<{ code: number | null; stderr: string }>, string][] = [
      [verify('not JSON', folder), 'contains no JSON'],
      [verify({ format: 'other' }, folder), 'contains no receipt'],
      [verify({ ...receipt, claims: undefined }, folder), '`claims` is missing or has the wrong type'],
      [verify(receipt, join(folder, 'none')), 'There is no folder'],
      [verify(receipt, folder, '--against', 'nowhere'), 'is not a branch, tag or commit'],
      [verify(receipt, folder, '--keys', join(folder, 'src/boat.ts')), 'is not a readable JSON Web Key Set'],
      [verify(receipt, folder, '--file', join(folder, 'none')), 'cannot be read'],
    ];
    for (const [run, message] of cases) {
      const { code, stderr } = await run;
      expect(code, message).toBe(2);
      expect(stderr).toContain(message);
    }
  });

  test('prints a table of all checks, and the exit codes in its help', async () => {
    const path = join(temporaryFolder(), 'r.json');
    writeFileSync(path, JSON.stringify(await createReceipt({ question: 'What\u001b[2J\nis it?' })));
    const run = await runCommand(['verify', path, folder]);
    expect(run.code).toBe(0);
    expect(run.stdout.split('\n')[0]).toBe(
      '“What[2J is it?” about harbour, answered by embedded, 2026-11-22T12:00:00.000Z',
    );
    expect(run.stdout).toMatch(/^signature +holds +By key /m);
    expect(run.stdout).toContain('Everything that can be checked here is valid.');
    const help = await runCommand(['verify', '--help']);
    for (const code of ['0 everything', '1 something differs', '2 invalid', '3 the signature', '4 the clone'])
      expect(help.stdout).toContain(code);
  });
});
