/** Finds versions in questions, and rejects other numbers. */
import { describe, expect, it } from 'vitest';
import { readVersionQuestion } from '../../../../worker/retrieval/versions/read-version-question.ts';

const refs = ['main', 'dev', 'v1.0', 'v1.2', 'v2'];

describe('a question about one version', () => {
  it.each([
    ['In v1.2, how are routes matched?', 'v1.2', 'how are routes matched?'],
    ['How are routes matched in 1.2?', 'v1.2', 'How are routes matched?'],
    ['How are routes matched on branch dev?', 'dev', 'How are routes matched?'],
    ['How are routes matched on the dev branch?', 'dev', 'How are routes matched?'],
    ['As of version 1.0, what does `run` return?', 'v1.0', 'what does `run` return?'],
    ['what did `run` return at tag v2', 'v2', 'what did `run` return'],
  ])('is recognized: %s', (text, version, rest) =>
    expect(readVersionQuestion(text, refs)).toEqual({ kind: 'at', version, text: rest }),
  );
});

describe('a question about changes', () => {
  it.each([
    ['How did `run` change since v1.0?', 'v1.0', undefined, 'How did `run` change?'],
    ['What changed between v1.0 and v1.2?', 'v1.0', 'v1.2', 'What changed?'],
    [
      'What is different in the parser from v1.2 to main?',
      'v1.2',
      'main',
      'What is different in the parser?',
    ],
    ['Which functions are new compared to 1.0?', 'v1.0', undefined, 'Which functions are new?'],
  ])('is recognized: %s', (text, from, to, rest) =>
    expect(readVersionQuestion(text, refs)).toEqual({ kind: 'change', from, to, text: rest }),
  );
});

describe('a missing version', () => {
  it.each([
    ['In v3.1, how are routes matched?', 'v3.1'],
    ['How did `run` change since v0.9?', 'v0.9'],
    ['How are routes matched on branch feature/x?', 'feature/x'],
    ['How are routes matched in version 7?', '7'],
    ['What changed between v1.0 and v9?', 'v9'],
  ])('is recognized: %s', (text, named) =>
    expect(readVersionQuestion(text, refs)).toMatchObject({ kind: 'unknown', named }),
  );

  it('is recognized even if no version is a number', () =>
    expect(readVersionQuestion('In v1.2, how are routes matched?', ['main'])).toEqual({
      kind: 'unknown',
      named: 'v1.2',
      text: 'how are routes matched?',
    }));
});

describe('words that are not a version', () => {
  it.each([
    ['How are routes matched?'],
    ['What runs in main?'],
    ['Is Python 3.9 supported?'],
    ['Does it work with 3.10?'],
    ['What does the v1/ folder hold?'],
    ['How many retries are there, 3 or 5?'],
    ['Which version of TLS is used?'],
    ['What does the branch that handles errors do?'],
    ['Where is HTTP 1.1 handled in the server?'],
    ['What is in version 3 of the protocol?'],
  ])('are ignored: %s', (text) => expect(readVersionQuestion(text, refs)).toEqual({ kind: 'none' }));

  it('include v1 alone, if no version is a number', () =>
    expect(readVersionQuestion('How are requests handled in v1?', ['main'])).toEqual({ kind: 'none' }));
});

/** Every number in the questions below matches one of these refs. */
const numericRefs = ['main', 'dev', 'v1', 'v2', 'v3', 'v0.5', 'v1.0', 'v1.2', 'v1.5', 'v3.10'];

describe('numbers that count, measure or belong to something else', () => {
  it.each([
    ['How does the parser resolve names in 2 passes?'],
    ['Which status is used for 3 retries?'],
    ['What changed after 3 retries fail?'],
    ['What happened after 2 failures?'],
    ['Does it give up in 0.5 seconds?'],
    ['Which server listens at 127.0.0.1?'],
    ['Which server listens at 127.0.0.1:8787?'],
    ['What happens on 2 errors in a row?'],
    ['How is a file split in 3?'],
    ['What is rounded at 0.5?'],
    ['Why is the factor of 1.5 used?'],
    ['Does it run under 3.10?'],
    ['Does it work with 1.2?'],
    ['How is a queue drained in 1.5 to 3 seconds?'],
    ['What is different between 1 and 2 workers?'],
    ['What is added between 0.5 and 1.5 seconds?'],
    ['What changed from 1 to 3 in the loop?'],
    ['Are 2 of 3 replicas enough?'],
    ['What is kept for 2 releases?'],
    ['What is kept in 3 versions?'],
    ['Is it kept in 1 version alone?'],
    ['What does it return for 1?'],
    ['How is the API split in version 2 of the protocol?'],
    ['How is memory used in 1.5 GB heaps?'],
    ['How are requests handled in the v2 API?'],
    ['What happens with the v1 schema?'],
    ['What is done in 1.2% of the cases?'],
    ['How far does it move in 1.0x mode?'],
    ['What is compared to 3?'],
    ['What is new after 1.5 hours?'],
    ['What happened after main returns?'],
    ['Is it compiled for V8?'],
    ['Which rule is in 3.10 of the grammar?'],
    ['How are addresses of 10.0.0.1 masked?'],
    ['Which timeout of 2 is the longest?'],
  ])('are ignored: %s', (text) => expect(readVersionQuestion(text, numericRefs)).toEqual({ kind: 'none' }));
});

describe('numbers that are versions', () => {
  it.each([
    ['How are names resolved in v2?', 'v2'],
    ['How are names resolved in version 2?', 'v2'],
    ['How are names resolved in the 2 release?', 'v2'],
    ['How are names resolved at tag 3?', 'v3'],
    ['Which status is used for version 3?', 'v3'],
    ['Which status is used for release 1.2?', 'v1.2'],
    ['How are names resolved in 1.2?', 'v1.2'],
    ['In 1.2 how are names resolved?', 'v1.2'],
    ['In 0.5, how many seconds does it wait?', 'v0.5'],
    ['How are names resolved in the 1.2 release?', 'v1.2'],
    ['How are names resolved in 3.10 when they are long?', 'v3.10'],
    ['As of 1.0, what is returned?', 'v1.0'],
    ['How are names resolved with v1.2?', 'v1.2'],
    ['How are 2 names resolved in 1.2?', 'v1.2'],
    ['How are names resolved in version 1.2 of this repository?', 'v1.2'],
    ['How are names resolved in 3 passes in v1.0?', 'v1.0'],
  ])('are recognized: %s', (text, version) =>
    expect(readVersionQuestion(text, numericRefs)).toMatchObject({ kind: 'at', version }),
  );

  it.each([
    ['What changed after v2?', 'v2', undefined],
    ['What changed after version 2?', 'v2', undefined],
    ['What changed since 1.2?', 'v1.2', undefined],
    ['What changed after 1.2 in the parser?', 'v1.2', undefined],
    ['What changed between versions 1 and 3?', 'v1', 'v3'],
    ['What changed from 1 to v3?', 'v1', 'v3'],
    ['What changed between 1.0 and 1.2?', 'v1.0', 'v1.2'],
  ])('are recognized: %s', (text, from, to) =>
    expect(readVersionQuestion(text, numericRefs)).toMatchObject({ kind: 'change', from, to }),
  );

  it('leave other numbers in the question', () =>
    expect(readVersionQuestion('What happens after 3 retries for 2 names in v1.0?', numericRefs)).toEqual({
      kind: 'at',
      version: 'v1.0',
      text: 'What happens after 3 retries for 2 names?',
    }));
});

it('finds versions in a question of the maximum length, but not in a longer text', () => {
  const question = 'How are routes matched in v1.2';
  const filled = (length: number): string => `${question}${' x'.repeat(length)}`.slice(0, length);
  expect(readVersionQuestion(filled(2_000), refs)).toMatchObject({ kind: 'at', version: 'v1.2' });
  expect(readVersionQuestion(filled(2_001), refs)).toEqual({ kind: 'none' });
});
