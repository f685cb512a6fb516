/** Versions named in questions, and numbers that are none. */
import { describe, expect, it } from 'vitest';
import { readVersionQuestion } from '../../../../worker/retrieval/versions/read-version-question.ts';

const refs = ['main', 'dev', 'v1.0', 'v1.2', 'v2'];

describe('a question of one version', () => {
  it.each([
    ['In v1.2, how are routes matched?', 'v1.2', 'how are routes matched?'],
    ['How are routes matched in 1.2?', 'v1.2', 'How are routes matched?'],
    ['How are routes matched on branch dev?', 'dev', 'How are routes matched?'],
    ['How are routes matched on the dev branch?', 'dev', 'How are routes matched?'],
    ['As of version 1.0, what does `run` return?', 'v1.0', 'what does `run` return?'],
    ['what did `run` return at tag v2', 'v2', 'what did `run` return'],
  ])('%s', (text, version, rest) =>
    expect(readVersionQuestion(text, refs)).toEqual({ kind: 'at', version, text: rest }),
  );
});

describe('a question for what has changed', () => {
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
  ])('%s', (text, from, to, rest) =>
    expect(readVersionQuestion(text, refs)).toEqual({ kind: 'change', from, to, text: rest }),
  );
});

describe('a version that is not there', () => {
  it.each([
    ['In v3.1, how are routes matched?', 'v3.1'],
    ['How did `run` change since v0.9?', 'v0.9'],
    ['How are routes matched on branch feature/x?', 'feature/x'],
    ['How are routes matched in version 7?', '7'],
    ['What changed between v1.0 and v9?', 'v9'],
  ])('%s', (text, named) => expect(readVersionQuestion(text, refs)).toEqual({ kind: 'unknown', named }));

  it('is named even where no version is called by a number', () =>
    expect(readVersionQuestion('In v1.2, how are routes matched?', ['main'])).toEqual({
      kind: 'unknown',
      named: 'v1.2',
    }));
});

describe('words that are no version', () => {
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
  ])('%s', (text) => expect(readVersionQuestion(text, refs)).toEqual({ kind: 'none' }));

  it('v1 alone, where no version is called by a number', () =>
    expect(readVersionQuestion('How are requests handled in v1?', ['main'])).toEqual({ kind: 'none' }));
});

it('is read in time that grows with its length', () => {
  const text = `since v1 and `.repeat(140);
  expect(['change', 'none', 'unknown', 'at']).toContain(readVersionQuestion(text, refs).kind);
});
