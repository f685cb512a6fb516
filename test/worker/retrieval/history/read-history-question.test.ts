/** Parses what a history question asks for, and the lines, commits and numbers that it mentions. */
import { describe, expect, it } from 'vitest';
import { readHistoryQuestion } from '../../../../worker/retrieval/history/read-history-question.ts';

const readAspect = (text: string) => readHistoryQuestion(text).aspect;

describe('the aspect', () => {
  it.each([
    'When was `cut` introduced?',
    'Who wrote `cut` first?',
    'Since when do we have `cut`?',
    'What change brought `cut` into the project?',
    'When did `cut` first show up in the code?',
    'Where does `cut` come from?',
    'Which commit added `cut`?',
  ])('is `introduced`: %s', (text) => expect(readAspect(text)).toBe('introduced'));

  it.each([
    'When was `cut` last changed?',
    'Who changed `cut` last?',
    'What is the latest modification of `cut`?',
    'Who was the last person to work on `cut`?',
    'Who modified `cut`?',
  ])('is `last`: %s', (text) => expect(readAspect(text)).toBe('last'));

  it.each([
    'Why is there a limit?',
    'Why was `cut` added?',
    'What is the reason for the limit?',
    'How come it is 512?',
  ])('is `why`, even with words about time: %s', (text) => expect(readAspect(text)).toBe('why'));

  it.each([
    'Find the commit about small neighbours',
    'In which patch did they drop the limit?',
    'When was the issue reported?',
  ])('is `which`: %s', (text) => expect(readAspect(text)).toBe('which'));
});

it('distinguishes history questions from those that code answers', () => {
  for (const text of ['Who wrote this?', 'When was it last changed?', 'Show the pull request for it'])
    expect(readHistoryQuestion(text).asksForHistory).toBe(true);
  for (const text of [
    'Why is there a limit?',
    'How are chunks cut?',
    'Where does the value of `cut` come from?',
    'Where does the rate limit come from?',
    'Where does the limit of pages come from?',
    'How are failures reported?',
    'How are upload failures reported to the user?',
    'Where are problems raised?',
    'Which function handles known problems?',
    'How is a misbehaving plugin stopped?',
    'What happens to problems seen while parsing?',
    'What triggered the move operation?',
  ])
    expect(readHistoryQuestion(text).asksForHistory, text).toBe(false);
});

it.each([
  'Which customer forced the change of `cut`?',
  'What did runs take before and after the change of `cut`?',
  'What did people do before `cut` was mended?',
  'Who depends on the old way of `cut`?',
  'Where does the limit around `cut` come from?',
  'Under which circumstances does `cut` misbehave?',
  'Which problems were reported with `cut`?',
  'Are there known bugs of `cut`?',
])('reads a question that the present code cannot answer as a history question: %s', (text) =>
  expect(readHistoryQuestion(text)).toMatchObject({ asksForHistory: true, aspect: 'why' }),
);

describe('a history question', () => {
  it.each([
    ['Why does src/a.py:12 say so?', { path: 'src/a.py', startLine: 12, endLine: 12 }],
    ['Why is `src/a.py:12-14` there?', { path: 'src/a.py', startLine: 12, endLine: 14 }],
    ['Why is line 7 of src/a.py there?', { path: 'src/a.py', startLine: 7, endLine: 7 }],
    ['What are lines 9 to 3 in `a.py` for?', { path: 'a.py', startLine: 3, endLine: 9 }],
    ['Why is line 7 there?', undefined],
    ['Why does `cut` say so?', undefined],
  ])('mentions lines: %s', (text, lines) => expect(readHistoryQuestion(text).lines).toEqual(lines));

  it('mentions unique commit IDs of at least seven digits, and numbers of pull requests and issues', () => {
    const { commits, numbers } = readHistoryQuestion(
      'What did 1a2b3c4 and 1a2b3c4 do for #12, PR 13, issue #12 and item 14?',
    );
    expect(commits).toEqual(['1a2b3c4']);
    expect(numbers).toEqual([12, 13]);
    // A word with letters from a to f, a number and a color are not commit IDs.
    expect(readHistoryQuestion('Why is defaced 1234567 or #ffccee?').commits).toEqual([]);
  });
});
