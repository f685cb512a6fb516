/** Suggested filters come from the current results, and users can also type filters. */
import { expect, test } from 'vitest';
import type { SearchResult } from '../../../web/src/lib/api.ts';
import type { SearchOutcome } from '../../../web/src/lib/features/search/run-search.ts';
import { filterKindsByMode, readSearchAddress } from '../../../web/src/lib/features/search/search-address.ts';
import { parseFilter, suggestFilters } from '../../../web/src/lib/features/search/suggest-filters.ts';

const address = readSearchAddress(new URLSearchParams('q=a&language=python'));
const result = (path: string, overrides: Partial<SearchResult> = {}): SearchResult => ({
  path,
  startLine: 1,
  endLine: 2,
  bestLine: 1,
  highlights: { lines: [], path: [], symbol: [] },
  language: 'python',
  kind: 'function',
  role: 'source',
  tags: [],
  metadata: {},
  score: 1,
  scores: {},
  text: '',
  url: '',
  ...overrides,
});
const outcome: SearchOutcome = {
  address,
  mode: 'hybrid',
  response: {
    class: 'how',
    confidence: 'high',
    covered: 1,
    results: [
      result('src/app/a.py'),
      result('src/b.py', { package: 'src', tags: ['code'] }),
      result('tests/c.py', { role: 'test' }),
    ],
    timings: { retrieveMs: 1, totalMs: 1 },
  },
};

test('orders suggestions by frequency within their kind, and omits active filters', () => {
  const suggested = suggestFilters(outcome, address);
  expect(suggested.map(({ kind, value, count }) => `${kind} ${value} ${count}`)).toEqual([
    'path src/** 2',
    'path src/app/** 1',
    'path tests/** 1',
    'kind function 3',
    'kind source 2',
    'kind test 1',
    'kind docs null',
    'kind example null',
    'kind config null',
    'package src 1',
    'tag code 1',
  ]);
});

test('suggests only filters that the mode supports', () => {
  expect(suggestFilters(outcome, { ...address, mode: 'path' })).toEqual([]);
  const kinds = suggestFilters(outcome, { ...address, mode: 'regex' }).map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['path']));
});

test.each([
  ['language: python', { kind: 'language', value: 'python' }],
  ['lang:python', { kind: 'language', value: 'python' }],
  ['role:test', { kind: 'kind', value: 'test' }],
  ['src/**/*.ts', { kind: 'path', value: 'src/**/*.ts' }],
  ['-path: tests/**', { kind: 'path', value: '!tests/**' }],
  ['!lang:go', { kind: 'language', value: '!go' }],
  ['-tag:', null],
  ['std::vector', { kind: 'path', value: 'std::vector' }],
  ['tag:', null],
  ['  ', null],
])('parses %j as %j', (text, filter) => {
  expect(parseFilter(text, filterKindsByMode.hybrid)).toEqual(filter);
});

test('rejects a kind that the mode does not support', () => {
  expect(parseFilter('tag:docs', filterKindsByMode.regex)).toBeNull();
});
