/** Reads spans as stored lines with secrets masked, and the hashes that citations are checked against. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../../worker/core/text/hash.ts';
import { countLines, encodeText, splitLines } from '../../../../worker/core/text/decode-text.ts';
import type { StoredFile } from '../../../../worker/ports/chunk-store.ts';
import { readSpans } from '../../../../worker/retrieval/search/read-spans.ts';

const key = { shard: 0, snapshot: 1, generation: 1 };

async function storedFile(
  path: string,
  text: string,
  overrides: Partial<StoredFile> = {},
): Promise<StoredFile> {
  const { encoding = 'utf-8' } = overrides;
  const hash = await sha256(encodeText(text, encoding));
  return {
    path,
    role: 'source',
    language: 'python',
    lines: countLines(text),
    hash,
    encoding,
    text,
    masks: [],
    ...overrides,
  };
}

const fakeStore = (...files: readonly StoredFile[]) => ({
  readFiles: (_: unknown, paths: readonly string[]) =>
    Promise.resolve(files.filter((file) => paths.includes(file.path))),
});

describe('a span', () => {
  it('contains its lines, their hash, and the hash of the file', async () => {
    const file = await storedFile('a.py', 'one\r\ntwo\nthree');
    const [span] = await readSpans(fakeStore(file), key, [
      { path: 'a.py', startLine: 1, endLine: 2, score: 7 },
    ]);
    expect(span).toEqual({
      path: 'a.py',
      startLine: 1,
      endLine: 2,
      score: 7,
      language: 'python',
      kind: 'code',
      fileHash: file.hash,
      intact: true,
      spanHash: await sha256('one\r\ntwo\n'),
      text: 'one\r\ntwo\n',
      fileLines: ['one\r\n', 'two\n', 'three'],
    });
  });

  it('masks secrets in the text but hashes the stored text', async () => {
    const secret = ['AKIA', 'Q'.repeat(16)].join('');
    const masks = [{ start: 4, end: 24, rule: 'aws', line: 2 }];
    const file = await storedFile('a.py', `ab\n"${secret}"\nend\n`, { masks });
    const [span] = await readSpans(fakeStore(file), key, [{ path: 'a.py', startLine: 2, endLine: 2 }]);
    expect(span?.text).toBe(`"${'•'.repeat(20)}"\n`);
    expect(span?.spanHash).toBe(await sha256(`"${secret}"\n`));
    expect(JSON.stringify(span)).not.toContain(secret);
  });

  it('has kind "docs" if its file is documentation', async () => {
    const files = [
      await storedFile('a.md', 'x', { role: 'docs' }),
      await storedFile('b.md', 'x', { role: 'translation' }),
    ];
    const spans = await readSpans(
      fakeStore(...files),
      key,
      files.map(({ path }) => ({ path, startLine: 1, endLine: 1 })),
    );
    expect(spans.map((span) => span.kind)).toEqual(['docs', 'docs']);
  });
});

describe('the span of a file', () => {
  it.each([
    ['that was modified', { text: 'other\n' }, 'utf-8'],
    ['whose hash was modified', { hash: 'f'.repeat(64) }, 'utf-8'],
    ['whose text its encoding cannot represent', { text: '漢字\n' }, 'windows-1252'],
  ] as const)('%s is not intact', async (_, modified, encoding) => {
    const file = { ...(await storedFile('a.py', 'text\n', { encoding })), ...modified };
    const [span] = await readSpans(fakeStore(file), key, [{ path: 'a.py', startLine: 1, endLine: 1 }]);
    expect(span?.intact).toBe(false);
  });

  it('in any encoding is intact', async () => {
    for (const encoding of ['windows-1252', 'utf-16le', 'utf-16be', 'utf-8'] as const) {
      const file = await storedFile('a.py', encoding.startsWith('utf-16') ? '\ufeffcafé\n' : 'café\n', {
        encoding,
      });
      const [span] = await readSpans(fakeStore(file), key, [{ path: 'a.py', startLine: 1, endLine: 1 }]);
      expect(span?.intact).toBe(true);
    }
  });
});

it.each([
  ['before the first line', { startLine: 0, endLine: 1 }],
  ['past the last line', { startLine: 1, endLine: 4 }],
  ['that ends before its start', { startLine: 2, endLine: 1 }],
  ['in a missing file', { path: 'b.py', startLine: 1, endLine: 1 }],
])('skips a position %s and keeps the order of the others', async (_, position) => {
  const file = await storedFile('a.py', '1\n2\n3\n');
  const valid = [
    { path: 'a.py', startLine: 3, endLine: 3 },
    { path: 'a.py', startLine: 1, endLine: 2 },
  ];
  const spans = await readSpans(fakeStore(file), key, [
    ...valid.slice(0, 1),
    { path: 'a.py', ...position },
    ...valid.slice(1),
  ]);
  expect(spans.map((span) => span.text)).toEqual(['3\n', '1\n2\n']);
});

it('returns the whole file for consecutive spans', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('a', '\n', '\r', 'é', ' ') }),
      fc.nat(),
      async (text, cut) => {
        const lines = splitLines(text);
        fc.pre(lines.length > 1);
        const at = 1 + (cut % (lines.length - 1));
        const spans = await readSpans(fakeStore(await storedFile('a.py', text)), key, [
          { path: 'a.py', startLine: 1, endLine: at },
          { path: 'a.py', startLine: at + 1, endLine: lines.length },
        ]);
        expect(spans.map((span) => span.text).join('')).toBe(text);
      },
    ),
  );
});
