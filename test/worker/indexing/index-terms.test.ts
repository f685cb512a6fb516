/** The terms of a chunk in each column, without secrets. */
import { describe, expect, it } from 'vitest';
import { indexTerms, pathTerms, termsVersion } from '../../../worker/indexing/index-terms.ts';
import type { ChunkRow } from '../../../worker/ports/chunk-store.ts';
import { chunkRow } from '../../support/samples/questions.ts';

const indexChunk = (path: string, raw: string, overrides: Partial<ChunkRow> = {}) =>
  indexTerms({ ...chunkRow(path, { key: 7, ...overrides }), raw });

describe('a chunk of code', () => {
  it('is found by its path, its names, its documentation and its text', () => {
    const metadata = {
      defines: ['ChunkStore.joinBack'],
      signature: 'def join_back(self)',
      documentation: 'Joins the pieces.',
      headings: [],
    };
    const indexed = indexChunk('src/chunk-store.py', 'return pieces', { symbol: 'ChunkStore', metadata });
    expect(indexed.key).toBe(7);
    expect(pathTerms('src/chunk-store.py').split(' ')).toEqual(['src', 'chunk', 'store', 'stor', 'py']);
    expect(indexed.symbols.split(' ')).toEqual(
      expect.arrayContaining(['joinback', 'join', 'back', 'chunkstore', 'self']),
    );
    expect(indexed.prose).toBe('joins join the pieces piec');
    expect(indexed.code).toBe('return pieces piec');
  });

  it('without documentation has no prose', () => {
    expect(indexChunk('a.py', 'x_y = 1')).toMatchObject({ prose: '', code: 'x_y' });
  });
});

it('indexes a document as prose, with its headings', () => {
  const metadata = { defines: [], headings: ['Guide', 'Joining back'] };
  const indexed = indexChunk('docs/guide.md', 'Pieces are joined.', {
    metadata,
    symbol: 'Guide > Joining back',
  });
  expect(indexed).toMatchObject({ prose: 'pieces piec are joined join', code: '' });
  expect(indexed.symbols).toContain('join');
});

it('puts no secret in any column, wherever the chunk begins in its file', () => {
  const secret = ['ghp', '_', 'Z9'.repeat(18)].join('');
  const precedingText = 'first = 1\n';
  const raw = `token = "${secret}"\nlast = 2\n`;
  const start = precedingText.length + raw.indexOf(secret);
  const masks = [{ start, end: start + secret.length, rule: 'github', line: 2 }];
  const indexed = indexChunk('a.py', raw, { startOffset: precedingText.length, masks });
  expect(JSON.stringify(indexed).toLowerCase()).not.toContain('z9z9');
  expect(indexed.code).toBe('token last');
});

it('has a version that must change with the rules, because terms are stored', () => {
  const text = 'HTTPServer2.parse_JSON(queries, Straße) // retried running µs 数え';
  const found = indexChunk('src/HTTPServer.ts', text, {
    symbol: 'HTTPServer.parse',
    metadata: { defines: ['HTTPServer.parse'], headings: [], documentation: 'Answers are cached twice.' },
  });
  // If this differs, the rules have changed: increment the version, then update the expected terms.
  expect([termsVersion, found.symbols, found.prose, found.code]).toMatchInlineSnapshot(`
    [
      1,
      "httpserver http server parse pars httpserver http server parse pars",
      "answers answer are cached cach twice twic",
      "httpserver2 http server parse_json pars json queries query straße retried retri running run µs 数え",
    ]
  `);
});
