/** What a search came to is said exactly: nothing that was cut off, or not held, goes unsaid. */
import { describe, expect, test } from 'vitest';
import type { GrepResponse, SearchResponse } from '../../web/src/lib/api.ts';
import {
  tellConfidence,
  tellGrep,
  tellPaths,
  tellReading,
} from '../../web/src/lib/features/search/tell-outcome.ts';

const match = { path: 'a', line: 1, language: 'text', text: 'x', ranges: [] };
const grep = (more: Partial<GrepResponse>, shown = 2): string =>
  tellGrep({
    total: 2,
    truncated: more.truncatedBy !== undefined,
    matches: Array.from({ length: shown }, () => match),
    filesSearched: 1200,
    totalMs: 42,
    ...more,
  });

test.each([
  [grep({}), '2 matching lines; read 1,200 files in 42 ms.'],
  [grep({ total: 0 }, 0), 'No line matches; read 1,200 files in 42 ms.'],
  [
    grep({ total: 5000, truncatedBy: 'limit' }),
    'The first 2 of 5,000 matching lines; read 1,200 files in 42 ms.',
  ],
  [
    grep({ truncatedBy: 'time' }),
    'Stopped for time: 2 matching lines found so far; only 1,200 files in 42 ms were read.',
  ],
  [
    grep({ total: 9, truncatedBy: 'time' }),
    'Stopped for time: 9 matching lines found so far, the first 2 shown; only 1,200 files in 42 ms were read.',
  ],
])('%s', (told, expected) => {
  expect(told).toBe(expected);
});

test('paths', () => {
  const files = [{ path: 'a', language: 'text', lines: 1 }];
  expect(tellPaths({ total: 0, truncated: false, files: [] })).toBe('No path matches.');
  expect(tellPaths({ total: 1, truncated: false, files })).toBe('1 path.');
  expect(tellPaths({ total: 300, truncated: true, files })).toMatch(/^The first 1 of 300 paths;/);
});

const answer = (
  confidence: SearchResponse['confidence'],
  results: SearchResponse['results'],
  filtered = false,
) =>
  tellConfidence(
    {
      class: 'how',
      confidence,
      covered: 0.522,
      results,
      timings: { retrieveMs: 1, totalMs: 1 },
    },
    filtered,
  );

describe('confidence', () => {
  test('speaks of filters where there are some', () => {
    expect(answer('low', []).detail).toBe('No span matches.');
    expect(answer('low', [], true).detail).toBe('No span matches, with these filters.');
  });
  const some = [{}] as SearchResponse['results'];

  test.each([
    ['high', 'High confidence'],
    ['low', 'Low confidence'],
    ['out-of-scope', 'Not here'],
  ] as const)('%s is %s, with the share that is held', (level, title) => {
    expect(answer(level, some)).toMatchObject({ level, title, detail: expect.stringContaining('52 %') });
  });

  test('of nothing is none', () => {
    expect(answer('high', []).title).toBe('Nothing found');
  });
});

test('how it was read is told where that is not how it was written', () => {
  const read: SearchResponse = {
    class: 'how',
    confidence: 'low',
    covered: 1,
    results: [],
    timings: { retrieveMs: 1, totalMs: 1 },
  };
  expect(tellReading(read)).toEqual([]);
  expect(
    tellReading({ ...read, readAs: 'tide', subQueries: ['how', 'where'], notes: ['No cross-encoder.'] }),
  ).toEqual(['Read as: tide', 'Searched apart: how · where', 'No cross-encoder.']);
  expect(tellReading({ ...read, nearest: [{ name: 'tideOf', path: 'src/tide.ts' }] })).toEqual([
    'Nearest names: tideOf in src/tide.ts',
  ]);
});
