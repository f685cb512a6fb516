/** A question is shown as it was read only where that differs from how it was asked. */
import { expect, test } from 'vitest';
import { draftAbout } from '../../web/src/lib/features/ask/draft-about.ts';
import { rewrittenQuestion } from '../../web/src/lib/features/ask/reading-words.ts';

const reading = {
  class: 'how',
  asked: 'and its tests?',
  text: 'and its tests?',
  carried: [],
  confidence: 'high',
  refused: false,
} as const;

test('a question put on its own is told, one left as it is is not', () => {
  expect(rewrittenQuestion(reading)).toBeNull();
  expect(rewrittenQuestion({ ...reading, asked: ' and its tests? ' })).toBeNull();
  expect(rewrittenQuestion(null)).toBeNull();
  expect(rewrittenQuestion({ ...reading, text: 'tests of `tide`' })).toBe('tests of `tide`');
});

test('a question about a source names what it defines, or where it lies', () => {
  expect(draftAbout({ kind: 'code', path: 'a.ts', symbol: 'tide' })).toContain('`tide`');
  expect(draftAbout({ kind: 'code', path: 'a.ts' })).toBe('In `a.ts`, ');
  expect(draftAbout({ kind: 'commit', commit: '6f948e95b4ab' })).toContain('`6f948e9`');
});
