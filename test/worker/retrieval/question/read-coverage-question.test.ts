/** Which questions are about this index, and what they name. */
import { expect, it } from 'vitest';
import { readCoverageQuestion } from '../../../../worker/retrieval/question/read-coverage-question.ts';

it.each([
  ['Is the vendor folder indexed?', ['vendor'], true],
  ['Is vendor indexed?', ['vendor'], false],
  ['why was the vendor folder skipped', ['vendor'], false],
  ["Why isn't `schema.graphql` in your index?", ['schema.graphql'], true],
  ['Are .lock files searchable?', ['.lock'], true],
  ['was dist/ excluded', ['dist'], false],
  ['Did you read package-lock.json?', ['package-lock.json'], true],
  ['I get no results from data.csv, have you skipped it?', ['data.csv'], true],
  ['How come go.sum is not indexed?', ['go.sum'], true],
] as const)('%j is about the index', (text, names, isSure) => {
  const { paths, words, ...reading } = readCoverageQuestion({ text });
  expect([...paths, ...words]).toEqual(names);
  expect(reading).toEqual({ asksForIndexing: true, isSure });
});

it.each([
  'Do you have tests for the router?',
  'Can you find the tests of the router?',
  'Do you support an api for search?',
  'Why is src/app.ts not included in the bundle?',
  'Is the test folder excluded from coverage?',
  'Are dist files excluded from the package?',
  'Does the crawler index PDF files?',
  'Does the search index include comments?',
  'Which columns are indexed?',
  'How does indexing work?',
  'Is .env ignored by git?',
  'Is the migrations folder covered by tests?',
])('%j is about the code', (text) => {
  const { words, asksForIndexing } = readCoverageQuestion({ text });
  expect({ words, asksForIndexing }).toEqual({ words: [], asksForIndexing: false });
});

it('has no stop word and no word of two letters as a name', () => {
  expect(readCoverageQuestion({ text: 'is it in the is index' }).words).toEqual([]);
  expect(readCoverageQuestion({ text: 'Is the io folder indexed?' }).words).toEqual([]);
});

it('takes a name in backticks for a folder only in a question about the index', () => {
  expect(readCoverageQuestion({ text: 'Is `vendor` indexed?' }).paths).toEqual(['vendor']);
  expect(readCoverageQuestion({ text: 'What does `config` do?' }).paths).toEqual([]);
});
