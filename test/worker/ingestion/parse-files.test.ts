/** The chunks of a parsed file join to its text, and its secrets are masked before the chunker reads it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../worker/core/text/hash.ts';
import { maskText } from '../../../worker/core/text/mask-text.ts';
import type { ParsedContent } from '../../../worker/core/code/parsed-file.ts';
import { encodeText } from '../../../worker/core/text/decode-text.ts';
import { hashFiles, parseFile } from '../../../worker/ingestion/parse-files.ts';
import type { Parser } from '../../../worker/ports/parser.ts';
import type { SecretScanner } from '../../../worker/ports/secret-scanner.ts';

/** Supports no language, so that files are split by lines. */
const parser: Parser = {
  languages: [],
  version: 'none',
  maxLength: 0,
  parse: () => Promise.resolve(undefined),
};

/** Treats every word of capital letters and digits that starts with KEY as a secret. */
const secretScanner: SecretScanner = {
  version: 'keys-1',
  maskPath: (path) => path,
  scan: (text) =>
    Promise.resolve(
      [...text.matchAll(/\bKEY[A-Z0-9]+/g)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        rule: 'key',
      })),
    ),
};

const tools = { parser, secretScanner, budget: { minTokens: 5, maxTokens: 20 } };

async function parseContent(path: string, content: string | Uint8Array): Promise<ParsedContent> {
  const bytes = typeof content === 'string' ? encodeText(content, 'utf-8') : content;
  const [file] = await hashFiles([{ path, bytes }]);
  if (file === undefined) throw new Error('no file');
  const result = await parseFile(file, tools);
  if (!('chunks' in result.content)) throw new Error('no chunks');
  return result.content;
}

describe('a file', () => {
  it('is identified by its bytes and its language', async () => {
    const bytes = encodeText('x = 1\n', 'utf-8');
    const files = await hashFiles([
      { path: 'src/a.py', bytes },
      { path: 'b.txt', bytes },
    ]);
    expect(files).toMatchObject([
      { path: 'src/a.py', hash: await sha256(bytes), language: 'python' },
      { path: 'b.txt', hash: await sha256(bytes), language: 'text' },
    ]);
  });

  it.each([
    ['utf-8', 'größe = 1\n# 漢字 😀\n'],
    ['utf-8', '\ufeffwith a mark\r\n'],
    ['windows-1252', 'gr\u00f6\u00dfe = \u201cx\u201d\n'],
    ['utf-16le', '\ufeffwide\n'],
    ['utf-16be', '\ufeffwide\n'],
  ] as const)('in %s has its encoding, byte size and line count', async (encoding, text) => {
    const bytes = encodeText(text, encoding);
    const content = await parseContent('a.py', bytes);
    expect(content).toMatchObject({ encoding, bytes: bytes.length, lines: text.split('\n').length - 1 });
    expect(content.chunks.map((chunk) => chunk.raw).join('')).toBe(text);
  });

  it('has no chunks if empty', async () => {
    expect(await parseContent('a.py', '')).toMatchObject({
      lines: 0,
      bytes: 0,
      chunks: [],
      symbols: [],
      masks: [],
    });
  });

  it('is rejected if it is not text', async () => {
    await expect(parseContent('a.py', Uint8Array.of(0x61, 0, 0x62))).rejects.toThrow('a.py is not text');
  });

  it('equals its joined chunks, each with hash and offset, for any text and secrets', async () => {
    const texts = fc
      .array(fc.constantFrom('word ', 'KEY123', '\n', '\r\n', '    ', 'é😀', 'KEYABC\n', '# x\n', '\n\n'), {
        maxLength: 60,
      })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom('a.py', 'a.md', 'a.txt'), async (text, path) => {
        const { chunks, masks } = await parseContent(path, text);
        expect(chunks.map((chunk) => chunk.raw).join('')).toBe(text);
        let offset = 0;
        for (const chunk of chunks) {
          expect(chunk.startOffset).toBe(offset);
          expect(chunk.hash).toBe(await sha256(chunk.raw));
          offset += chunk.raw.length;
        }
        expect(maskText(text, masks)).not.toMatch(/KEY[A-Z0-9]/);
        for (const mask of masks) expect(mask.line).toBe(text.slice(0, mask.start).split('\n').length);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a secret', () => {
  const text = '# Guide KEYAAA1\n\nSome text with KEYBBB2 in it.\n\n## Next KEYCCC3\n\nKEYDDD4\n';

  it('stays in the hashed text but not in any metadata', async () => {
    const { chunks, symbols, masks } = await parseContent('docs/guide.md', text);
    expect(chunks.map((chunk) => chunk.raw).join('')).toContain('KEYBBB2');
    const metadata = chunks.map(({ raw: _, hash: __, ...rest }) => rest);
    expect(JSON.stringify([metadata, symbols])).not.toMatch(/KEY[A-D]/);
    expect(masks.map((mask) => [mask.line, mask.rule])).toEqual([
      [1, 'key'],
      [3, 'key'],
      [5, 'key'],
      [7, 'key'],
    ]);
  });

  it('is masked as one span with thousands of others', async () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => `key ${index}: KEY${index}\n`).join('');
    const content = await parseContent('keys.txt', `first line\n${keys}last line\n`);
    expect(content.masks).toMatchObject([{ rule: 'many keys', line: 2 }]);
    const masked = maskText(content.chunks.map((chunk) => chunk.raw).join(''), content.masks);
    expect(masked).not.toMatch(/KEY\d/);
    expect(masked).toMatch(/^first line\n[^]*\nlast line\n$/);
  });
});
