/** `wherefore verify` in real git repositories: what holds, what is refused, and what it ends with. */

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

interface Told {
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

async function receiptOf(given: Partial<ReceiptBody> = {}, of = commit): Promise<Receipt> {
  const body = await createBoatBody();
  return signReceipt({
    ...body,
    snapshot: { ...body.snapshot, commit: of },
    spans: body.spans.map((span) => ({ ...span, commit: of })),
    ...given,
  });
}

async function verify(
  receipt: unknown,
  clone: string,
  ...more: readonly string[]
): Promise<Told & { readonly code: number | null; readonly stderr: string }> {
  const path = join(temporaryFolder(), 'receipt.json');
  writeFileSync(path, typeof receipt === 'string' ? receipt : JSON.stringify(receipt, undefined, 2));
  const notes: string[] = [];
  const { exit, json } = await outcomeOf([path, clone, ...more], notes);
  return { ...(json as Told), code: exitCodes[exit], stderr: notes.join('\n') };
}

/** As `main.ts` runs it, without a process for each. */
async function outcomeOf(args: readonly string[], notes: string[]): Promise<CommandResult> {
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
const stateOf = ({ checks }: Told, what: string) => checks.find((one) => one.what.startsWith(what));

describe('a receipt holds', () => {
  test('in a clone with a work tree, whatever lies changed in it', async () => {
    writeFiles(folder, { 'src/boat.ts': 'changed since\n' });
    const told = await verify(await receiptOf(), folder);
    expect(told).toMatchObject({ code: 0, outcome: 'ok', exit: 0 });
    expect(told.checks.map(({ state }) => state)).toEqual(['holds', 'holds', 'holds', 'not checkable']);
    expect(stateOf(told, 'src/boat.ts:2-3')?.why).toContain(commit.slice(0, 12));
  });

  test('in a bare clone, and in one of a later state', async () => {
    writeFiles(folder, { 'src/boat.ts': 'export const other = 1;\n' });
    git(folder, 'commit', '--quiet', '--all', '--message', 'Later');
    const bare = join(temporaryFolder(), 'bare.git');
    git(folder, 'clone', '--quiet', '--bare', folder, bare);
    expect(await verify(await receiptOf(), bare)).toMatchObject({ code: 0 });
  });

  test('in the clone that is named, whichever repository’s hook it is run from', async () => {
    const path = join(temporaryFolder(), 'receipt.json');
    writeFileSync(path, JSON.stringify(await receiptOf()));
    const other = createFolder({ 'a.txt': 'a' });
    commitAll(other);
    const told = execFileSync(process.execPath, ['clients/cli/bin.js', 'verify', path, folder], {
      env: { ...process.env, GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other },
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(told).toContain('Everything that can be checked here is valid.');
  });

  test('in a folder that was uploaded, without git', async () => {
    expect(await verify(await receiptOf({}, 'tree-1'), createFolder(files))).toMatchObject({ code: 0 });
  });

  test('of a folder below the top, where that is given', async () => {
    const body = await createBoatBody();
    const spans = body.spans.map((span) => ({ ...span, commit, path: 'boat.ts' }));
    const receipt = await receiptOf({ spans });
    expect(await verify(receipt, join(folder, 'src'))).toMatchObject({ code: 0 });
    expect(await verify(receipt, folder)).toMatchObject({ code: 1 });
  });

  test('of a checkout whose lines end in CR and LF', async () => {
    const there = boat.replaceAll('\n', '\r\n');
    const body = await createBoatBody();
    const lines = there
      .split('\n')
      .slice(1, 3)
      .map((line) => `${line}\n`)
      .join('');
    const hashes = { fileHash: await sha256(there), spanHash: await sha256(lines) };
    const told = await verify(
      await receiptOf({ spans: body.spans.map((span) => ({ ...span, commit, ...hashes })) }),
      folder,
    );
    expect(told.code).toBe(0);
    expect(stateOf(told, 'src/boat.ts')?.why).toContain('line endings');
  });

  test('read from a pipe, in the answer it came with, whose text is compared too', async () => {
    const receipt = await receiptOf();
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

const told = async () => {
  const receipt = await receiptOf();
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

describe('the answer a receipt came in', () => {
  test('tells what was signed for, and may show more than was cited', async () => {
    const checked = await verify(await told(), folder);
    expect(checked).toMatchObject({ code: 0 });
    expect(stateOf(checked, 'enclosing answer')?.state).toBe('holds');
  });

  test('that was degraded says so', async () => {
    const degraded = 'No model wrote this answer.';
    const answer = { ...(await told()), receipt: await receiptOf({ degraded }) };
    expect(await verify({ ...answer, degraded }, folder)).toMatchObject({ code: 0 });
    expect(await verify(answer, folder)).toMatchObject({ code: 1 });
  });

  test('told again to whoever asks the same in other words is the same answer', async () => {
    const answer = await told();
    const reading = { ...answer.reading, asked: ' Where  is a boat moored? ' };
    expect(await verify({ ...answer, reading, cached: true }, folder)).toMatchObject({ code: 0 });
  });

  type Answer = Awaited<ReturnType<typeof told>>;
  const claim = ({ claims }: Answer) => claims[0] ?? {};
  const source = ({ evidence }: Answer) => evidence[0] ?? {};
  test.each<[string, string, (answer: Answer) => object]>([
    ['a claim’s words', 'claim c1', (one) => ({ claims: [{ ...claim(one), text: '`sink` does.' }] })],
    ['a claim’s state', 'claim c1', (one) => ({ claims: [{ ...claim(one), state: 'repaired' }] })],
    ['what a claim cites', 'claim c1', (one) => ({ claims: [{ ...claim(one), citations: ['e9'] }] })],
    ['a claim more', 'claim c2', (one) => ({ claims: [...one.claims, { ...claim(one), id: 'c2' }] })],
    ['a claim less', 'claim c1', () => ({ claims: [] })],
    ['a claim twice', 'claim c1', (one) => ({ claims: [...one.claims, ...one.claims] })],
    ['a place', 'source e1', (one) => ({ evidence: [{ ...source(one), startLine: 1 }] })],
    ['a hash', 'source e1', (one) => ({ evidence: [{ ...source(one), hash: 'f'.repeat(64) }] })],
    ['a source less', 'source e1', () => ({ evidence: [] })],
    ['who answered', 'answerer', () => ({ answerer: 'openai/x' })],
    ['that it is degraded', 'degraded', () => ({ degraded: 'No model wrote it.' })],
    ['the question', 'question', ({ reading }) => ({ reading: { ...reading, asked: 'Is it safe?' } })],
    [
      'how the question was read',
      'question as answered',
      ({ reading }) => ({ reading: { ...reading, text: 'Is it safe?' } }),
    ],
    ['whether it was declined', 'refused', () => ({ refused: true })],
  ])('with %s changed differs', async (_, what, change) => {
    const answer = await told();
    const checked = await verify({ ...answer, ...change(answer) }, folder);
    expect(checked).toMatchObject({ code: 1, outcome: 'differs' });
    expect(stateOf(checked, 'enclosing answer')?.why).toBe(`It differs from what was signed: ${what}.`);
  });
});

describe('one byte', () => {
  test('of the cited file in the commit’s object makes it differ', async () => {
    const object = git(folder, 'rev-parse', `${commit}:src/boat.ts`);
    const path = join(folder, '.git/objects', object.slice(0, 2), object.slice(2));
    chmodSync(path, 0o644);
    const forged = boat.replace('moored at', 'moored By');
    writeFileSync(path, deflateSync(Buffer.from(`blob ${Buffer.byteLength(forged)}\0${forged}`)));
    const told = await verify(await receiptOf(), folder);
    expect(told).toMatchObject({ code: 1, outcome: 'differs' });
    expect(stateOf(told, 'src/boat.ts')).toMatchObject({
      state: 'differs',
      why: expect.stringContaining('differ too'),
    });
  });

  test('of another line of that file makes it differ, and says that the cited lines do not', async () => {
    const plain = createFolder({ ...files, 'src/boat.ts': boat.replace('// Boats', '// boats') });
    const told = await verify(await receiptOf({}, 'tree-1'), plain);
    expect(told.code).toBe(1);
    expect(stateOf(told, 'src/boat.ts')?.why).toContain('lines 2 to 3 are identical, other lines differ');
  });

  test('of it in an amended commit leaves a clone without the commit that was cited', async () => {
    const receipt = await receiptOf();
    writeFiles(folder, { 'src/boat.ts': boat.replace('moored', 'Moored') });
    git(folder, 'commit', '--quiet', '--all', '--amend', '--no-edit');
    const clone = join(temporaryFolder(), 'clone');
    git(folder, 'clone', '--quiet', `file://${folder}`, clone);
    const told = await verify(receipt, clone);
    expect(told).toMatchObject({ code: 4, outcome: 'missing' });
    expect(stateOf(told, 'src/boat.ts')?.why).toContain(`git fetch origin ${commit}`);
    // Were the receipt told to be of the amended commit, it would not be what was signed.
    const amended = git(folder, 'rev-parse', 'HEAD');
    const moved = JSON.stringify(receipt).replaceAll(commit, amended);
    expect(await verify(moved, clone)).toMatchObject({ code: 3, outcome: 'unsigned' });
    // Signed so, by whomever, it is not what the commit holds.
    expect(await verify(await receiptOf({}, amended), clone)).toMatchObject({ code: 1, outcome: 'differs' });
  });

  test('of a citation, of the signature, or of anything else, breaks the signature', async () => {
    const receipt = await receiptOf();
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
  test('of what the receipt does not list differs', async () => {
    const [claim] = (await createBoatBody()).claims;
    if (claim === undefined) throw new Error('It makes no claim');
    const told = await verify(await receiptOf({ claims: [{ ...claim, citations: ['e1', 'e9'] }] }), folder);
    expect(told.code).toBe(1);
    expect(stateOf(told, 'claim c1')?.why).toBe('It cites e9, which the receipt does not list.');
  });

  test('of a file the commit does not have differs, and leads nowhere else', async () => {
    const [span] = (await createBoatBody()).spans;
    if (span === undefined) throw new Error('It cites nothing');
    for (const path of ['src/none.ts', 'src', '../../etc/hostname', 'a\nb', '']) {
      const spans = [{ ...span, commit, path }];
      expect(await verify(await receiptOf({ spans }), folder), path).toMatchObject({ code: 1 });
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
    const around = createFolder({ 'secret.txt': 'x', 'inner/a.ts': '' });
    expect(await verify(await receiptOf({ spans: outside }), join(around, 'inner'))).toMatchObject({
      code: 4,
    });
  });

  test('is read from the objects themselves, not from what replaces them', async () => {
    const other = createFolder({ x: boat.replace('moored', 'sunken') });
    const object = git(folder, 'hash-object', '-w', join(other, 'x'));
    git(folder, 'replace', git(folder, 'rev-parse', `${commit}:src/boat.ts`), object);
    expect(git(folder, 'show', `${commit}:src/boat.ts`)).toContain('sunken');
    expect(await verify(await receiptOf(), folder)).toMatchObject({ code: 0 });
  });

  test('of a page of the web is in no clone', async () => {
    const repository = { id: 'r', name: 'docs', kind: 'web' as const, source: 'https://docs.example.org/' };
    const told = await verify(await receiptOf({ repository }, 'tree-2'), createFolder({}));
    expect(told.code).toBe(0);
    expect(stateOf(told, 'src/boat.ts')).toMatchObject({ state: 'not checkable' });
  });
});

describe('a clone of less', () => {
  test('without the commit is told how to fetch it', async () => {
    writeFiles(folder, { 'b.ts': '' });
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', 'Second');
    const shallow = join(temporaryFolder(), 'shallow');
    git(folder, 'clone', '--quiet', '--depth=1', `file://${folder}`, shallow);
    const repository = { id: 'r', name: 'o/n', kind: 'github' as const, source: 'https://github.com/o/n' };
    const told = await verify(await receiptOf({ repository }), shallow);
    expect(told).toMatchObject({ code: 4, outcome: 'missing' });
    expect(stateOf(told, 'src/boat.ts')?.why).toContain(`git fetch https://github.com/o/n ${commit}`);
  });

  test('without the file’s object is not one whose commit lacks the file, and nothing is fetched', async () => {
    git(folder, 'config', 'uploadpack.allowFilter', 'true');
    const partial = join(temporaryFolder(), 'partial');
    git(folder, 'clone', '--quiet', '--bare', '--filter=blob:none', `file://${folder}`, partial);
    const told = await verify(await receiptOf(), partial);
    expect(told).toMatchObject({ code: 4 });
    expect(stateOf(told, 'src/boat.ts')?.why).toContain('this partial clone does not');
  });
});

const keysFile = async (signer = testSigner): Promise<string> => {
  const path = join(temporaryFolder(), 'keys.json');
  writeFileSync(path, JSON.stringify({ keys: await signer.publicKeys() }));
  return path;
};

describe('a key', () => {
  test('among those given is known, any other is not, whatever its id is said to be', async () => {
    const receipt = await receiptOf();
    expect(await verify(receipt, folder, '--keys', await keysFile())).toMatchObject({ code: 0 });
    const other = createReceiptSigner([], createMemoryReceiptKeys());
    const path = await keysFile(other);
    const told = await verify(receipt, folder, '--keys', path);
    expect(told.code).toBe(3);
    expect(stateOf(told, 'signature')?.why).toBe(
      `It is signed by an unknown key ${receipt.signature.keyId}.`,
    );
    const [key] = await other.publicKeys();
    writeFileSync(path, JSON.stringify({ keys: [{ ...key, kid: receipt.signature.keyId }] }));
    expect(await verify(receipt, folder, '--keys', path)).toMatchObject({ code: 3 });
  });

  test('that does not hold counts before whatever else differs or is missing', async () => {
    const forged = { ...(await receiptOf({}, 'tree-1')), answerer: 'someone' };
    expect(await verify(forged, createFolder({ 'src/boat.ts': 'x' }))).toMatchObject({ code: 3 });
    const body = await createBoatBody();
    const [span] = body.spans;
    const spans = [
      { ...body.spans[0], commit: 'f'.repeat(40) },
      { ...span, path: 'no.ts', commit },
    ] as ReceiptBody['spans'];
    expect(await verify(await receiptOf({ spans }), folder)).toMatchObject({ code: 1, outcome: 'differs' });
  });
});

const quoting = async (hash: string, given: Partial<ReceiptBody['records'][number]> = {}) =>
  receiptOf({
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
        ...given,
      },
    ],
  });

describe('a commit that is quoted', () => {
  const message = 'Moor by name\n\nBerths have names now (#12).\u001b[31m\n\nFixes #3\n';
  const record = async (given: Partial<Parameters<typeof commitRecordFromGit>[0]> = {}) => {
    const seconds = Number(git(folder, 'log', '-1', '--format=%at'));
    const told = {
      id: commit,
      author: 'Ann Other',
      authoredAt: seconds * 1_000,
      message,
      pullRequest: 12,
      ...given,
    };
    return sha256(commitRecordFromGit(told));
  };
  beforeEach(() => {
    git(folder, 'commit', '--quiet', '--amend', '--author=Ann <ann@example.org>', '--message', message);
    writeFiles(folder, { '.mailmap': 'Ann Other <ann@example.org>\n' });
    git(folder, 'add', '.mailmap');
    git(folder, 'commit', '--quiet', '--amend', '--no-edit');
    commit = git(folder, 'rev-parse', 'HEAD');
  });

  test('is composed again from the clone, its author as named or as .mailmap has it', async () => {
    for (const author of ['Ann', 'Ann Other']) {
      const told = await verify(await quoting(await record({ author })), folder);
      expect(told.code, author).toBe(0);
      expect(stateOf(told, 'commit')?.why).toBe('Id, author, day and message match the commit.');
    }
  });

  test('differs by author, day, message or pull request', async () => {
    for (const other of [
      { author: 'Bob' },
      { authoredAt: 0 },
      { message: `${message}.` },
      { pullRequest: 13 },
    ])
      expect(await verify(await quoting(await record(other)), folder)).toMatchObject({ code: 1 });
  });

  test('tells of a pull request the message does not name that it is the host’s word', async () => {
    const told = await verify(await quoting(await record({ pullRequest: 77 }), { pullRequest: 77 }), folder);
    expect(told.code).toBe(0);
    expect(stateOf(told, 'commit')?.why).toContain('pull request #77, which only the host states');
  });

  test('of no id differs, and stands in no command one is told to run', async () => {
    const told = await verify(await quoting(await record(), { name: 'main; touch x' }), folder);
    expect(told).toMatchObject({ code: 1 });
    expect(told.checks.map(({ why }) => why).join('\n')).not.toContain('touch');
  });

  test('is not checkable where a secret in it is masked, nor without git; missing where it is not here', async () => {
    const masked = await quoting(await sha256('masked'), { isMasked: true });
    expect(stateOf(await verify(masked, folder), 'commit')?.state).toBe('not checkable');
    const plain = await verify(await quoting(await record()), createFolder({}));
    expect(stateOf(plain, 'commit')?.state).toBe('not checkable');
    expect(await verify(await quoting(await record(), { name: 'a'.repeat(40) }), folder)).toMatchObject({
      code: 4,
    });
  });

  test('unlike pull requests and issues, which no clone holds', async () => {
    const issue = await quoting(await record(), { kind: 'issue', name: '3', pullRequest: null });
    const told = await verify(issue, folder);
    expect(told.code).toBe(0);
    expect(stateOf(told, 'issue #3')).toMatchObject({ state: 'not checkable' });
  });
});

describe('what may be read as another receipt', () => {
  test('by a name that stands twice, however it is spelt, is refused', async () => {
    const json = JSON.stringify(await receiptOf());
    for (const name of ['question', String.raw`q\u0075estion`])
      expect(await verify(json.replace('{', `{"${name}":"Is all well?",`), folder)).toMatchObject({
        code: 2,
      });
    const inner = json.replace('"ref":"main"', '"ref":"other","ref" : "main"');
    const told = await verify(inner, folder);
    expect(told).toMatchObject({ code: 2 });
    expect(told.stderr).toContain('It has "ref" twice in one object.');
  });

  test('by a number of more digits than are read, or a sign before nothing, is refused', async () => {
    const json = JSON.stringify(await receiptOf());
    for (const number of ['12.000000000000000000001', '1.2e1', '12.0'])
      expect(await verify(json.replace('"retrieveMs":12', `"retrieveMs":${number}`), folder)).toMatchObject({
        code: 2,
      });
    const body = await createBoatBody();
    const early = JSON.stringify(await receiptOf({ timings: { ...body.timings, retrieveMs: 0 } }));
    expect(await verify(early, folder)).toMatchObject({ code: 0 });
    expect(await verify(early.replace('"retrieveMs":0', '"retrieveMs":-0'), folder)).toMatchObject({
      code: 2,
    });
  });

  test('by bytes that are no text is refused', async () => {
    const body = await createBoatBody();
    const receipt = await receiptOf({ question: 'Where is \ufffd moored?', answered: body.answered });
    const path = join(temporaryFolder(), 'receipt.json');
    const bytes = Buffer.from(JSON.stringify(receipt));
    const at = bytes.indexOf('\ufffd');
    writeFileSync(path, Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)]));
    const notes: string[] = [];
    expect(await outcomeOf([path, folder], notes)).toMatchObject({ exit: 'usage' });
    expect(notes.join('\n')).toContain('is not UTF-8 text');
    expect(await verify(receipt, folder)).toMatchObject({ code: 0 });
  });

  test('that holds a true one within is held to what it says itself', async () => {
    const receipt = await receiptOf();
    const forged = { ...receipt, question: 'Is all well?', receipt };
    expect(await verify(forged, folder)).toMatchObject({ code: 3, outcome: 'unsigned' });
    expect(await verify({ receipt, answer: '`moor` does. [chunk:e1]' }, folder)).toMatchObject({ code: 0 });
  });
});

test('a file that came with the question is compared with the one given', async () => {
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
  const receipt = await receiptOf({ spans: [], attachments });
  const given = createFolder({
    'list.txt': text,
    'renamed.md': text,
    'marked.txt': `\uFEFF${text}`,
    'other/list.txt': 'one\nTwo\nthree\n',
  });
  expect(stateOf(await verify(receipt, folder), 'notes/list.txt')?.state).toBe('not checkable');
  for (const name of ['list.txt', 'renamed.md', 'marked.txt'])
    expect(stateOf(await verify(receipt, folder, '--file', join(given, name)), 'notes/list.txt')?.state).toBe(
      'holds',
    );
  expect(await verify(receipt, folder, '--file', join(given, 'other/list.txt'))).toMatchObject({ code: 1 });
});

test('--answer compares the text, --against tells what became of the lines and changes nothing', async () => {
  const receipt = await receiptOf();
  const given = createFolder({ 'answer.md': '`moor` does. [chunk:e1]\n', 'other.md': 'Nothing does.' });
  expect(await verify(receipt, folder, '--answer', join(given, 'answer.md'))).toMatchObject({ code: 0 });
  expect(await verify(receipt, folder, '--answer', join(given, 'other.md'))).toMatchObject({ code: 1 });
  const against = async (text: string | undefined) => {
    if (text === undefined) git(folder, 'rm', '--quiet', 'src/boat.ts');
    else writeFiles(folder, { 'src/boat.ts': text });
    git(folder, 'commit', '--quiet', '--all', '--allow-empty', '--message', 'Next');
    const told = await verify(receipt, folder, '--against', 'HEAD');
    expect(told.code).toBe(0);
    return told.drift?.[0];
  };
  expect(await against(boat)).toMatchObject({ state: 'same' });
  expect(await against(`${boat}// More.\n`)).toMatchObject({ state: 'same' });
  expect(await against(`// New.\n// New.\n${boat}`)).toEqual(
    expect.objectContaining({ state: 'moved', why: 'They are now lines 4 to 5.' }),
  );
  expect(await against(boat.replace('moored', 'tied up'))).toMatchObject({ state: 'changed' });
  expect(await against(undefined)).toMatchObject({ state: 'gone' });
});

describe('what is no receipt, clone or key', () => {
  test('is told in a sentence, with exit code 2', async () => {
    const receipt = await receiptOf();
    const told: readonly [Promise<{ code: number | null; stderr: string }>, string][] = [
      [verify('not JSON', folder), 'contains no JSON'],
      [verify({ format: 'other' }, folder), 'contains no receipt'],
      [verify({ ...receipt, claims: undefined }, folder), '`claims` is missing or has the wrong type'],
      [verify(receipt, join(folder, 'none')), 'There is no folder'],
      [verify(receipt, folder, '--against', 'nowhere'), 'is no branch, tag or commit'],
      [verify(receipt, folder, '--keys', join(folder, 'src/boat.ts')), 'no JSON Web Key Set'],
      [verify(receipt, folder, '--file', join(folder, 'none')), 'cannot be read'],
    ];
    for (const [run, said] of told) {
      const { code, stderr } = await run;
      expect(code, said).toBe(2);
      expect(stderr).toContain(said);
    }
  });

  test('and a table with every row tells a person the same, its help the exit codes', async () => {
    const path = join(temporaryFolder(), 'r.json');
    writeFileSync(path, JSON.stringify(await receiptOf({ question: 'What\u001b[2J\nis it?' })));
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
