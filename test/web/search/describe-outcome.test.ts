/** The description of a search states every truncation and every low confidence. */
import { describe, expect, test } from 'vitest';
import type { GrepResponse, PathMatches, SearchResponse } from '../../../web/src/lib/api.ts';
import {
  describeConfidence,
  describeGrep,
  describePaths,
  describeReading,
  describeSearched,
} from '../../../web/src/lib/features/search/describe-outcome.ts';

const match = { path: 'a', line: 1, language: 'text', text: 'x', ranges: [] };
const grep = (overrides: Partial<GrepResponse>, listedCount = 2): string =>
  describeGrep({
    total: 2,
    truncated: overrides.truncatedBy !== undefined,
    matches: Array.from({ length: listedCount }, () => match),
    filesSearched: 1200,
    totalMs: 42,
    ...overrides,
  });

test.each([
  [grep({}), '2 matching lines; searched 1,200 files in 42 ms.'],
  [grep({ total: 0 }, 0), 'No matching lines; searched 1,200 files in 42 ms.'],
  [
    grep({ total: 5000, truncatedBy: 'limit' }),
    'The first 2 of 5,000 matching lines; searched 1,200 files in 42 ms.',
  ],
  [
    grep({ truncatedBy: 'time' }),
    'Time limit reached: 2 matching lines found so far; searched only 1,200 files in 42 ms.',
  ],
  [
    grep({ total: 9, truncatedBy: 'time' }),
    'Time limit reached: 9 matching lines found so far, the first 2 shown; searched only 1,200 files in 42 ms.',
  ],
])('describes a grep: %s', (text, expected) => {
  expect(text).toBe(expected);
});

test('describes a path search', () => {
  const files = [{ path: 'a', language: 'text', lines: 1, ranges: [] }];
  const describeFiles = (found: Partial<PathMatches>): string =>
    describePaths({ total: 1, truncated: false, approximate: false, files, ...found });
  expect(describeFiles({ total: 0, files: [] })).toBe('No matching paths.');
  expect(describeFiles({})).toBe('1 path.');
  expect(describeFiles({ approximate: true })).toBe('No path contains this. 1 closest path:');
  expect(describeFiles({ approximate: true, truncated: true })).toBe(
    'No path contains this. Time limit reached: not all paths were compared. 1 closest path:',
  );
  expect(describeFiles({ total: 0, files: [], approximate: true, truncated: true })).toBe(
    'No matching paths. Time limit reached: not all paths were compared.',
  );
  expect(describeFiles({ total: 300, truncated: true })).toMatch(/^The first 1 of 300 paths\./);
});

test('describes a search of all repositories without a claim about those that were not searched', () => {
  const found = {
    results: [{}, {}],
    searched: [{ name: 'acme/harbour' }],
    omitted: 2,
    totalMs: 5,
    notes: [],
  };
  const describe = (changes: object): string => describeSearched({ ...found, ...changes } as never);
  expect(describe({ omitted: 0 })).toBe('2 results in 5 ms from acme/harbour.');
  expect(describe({})).toBe(
    '2 results in 5 ms from acme/harbour. 2 repositories not searched: at most eight are, those with the most of your words.',
  );
  expect(describe({ results: [] })).toBe('Nothing found. Try other words, or a name from the code.');
});

const confidenceFor = (
  confidence: SearchResponse['confidence'],
  results: SearchResponse['results'],
  hasFilters = false,
) =>
  describeConfidence(
    {
      class: 'how',
      confidence,
      covered: 0.522,
      results,
      timings: { retrieveMs: 1, totalMs: 1 },
    },
    hasFilters,
  );

describe('describeConfidence', () => {
  const oneResult = [{}] as SearchResponse['results'];

  test.each([
    ['high', 'High confidence', ''],
    ['low', 'Low confidence', 'Some of your words do not occur in the best results.'],
    [
      'out-of-scope',
      'Probably not here',
      'The repository probably does not contain this. These are the closest results.',
    ],
  ] as const)('describes the confidence %s as %s', (level, title, detail) => {
    expect(confidenceFor(level, oneResult)).toEqual({ level, title, detail });
  });

  test('describes an empty result, and mentions filters that were applied', () => {
    expect(confidenceFor('high', [])).toMatchObject({
      title: 'Nothing found',
      detail: expect.stringContaining('other words'),
    });
    expect(confidenceFor('low', [], true).detail).toContain('Remove a filter');
  });
});

test('describes how a rewritten query was interpreted', () => {
  const response: SearchResponse = {
    class: 'how',
    confidence: 'low',
    covered: 1,
    results: [],
    timings: { retrieveMs: 1, totalMs: 1 },
  };
  expect(describeReading(response)).toEqual([]);
  expect(
    describeReading({
      ...response,
      readAs: 'tide',
      subQueries: ['how', 'where'],
      notes: ['No cross-encoder.'],
    }),
  ).toEqual(['Interpreted as: tide', 'Searched separately: how · where', 'No cross-encoder.']);
  expect(describeReading({ ...response, nearest: [{ name: 'tideOf', path: 'src/tide.ts' }] })).toEqual([
    'Closest names: tideOf in src/tide.ts',
  ]);
});
