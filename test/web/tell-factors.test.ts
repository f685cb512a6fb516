/** What is said below the rows of a score: nothing of plain shares, else what counts against it and what is multiplied by what. */
import { expect, test } from 'vitest';
import { scoreRows } from '../../web/src/lib/features/ask/score-rows.ts';
import { tellFactors } from '../../web/src/lib/features/ask/tell-factors.ts';

const told = (scores: Record<string, number>) => tellFactors(scoreRows(scores)).join(' ');

test('plain shares need no words', () => {
  expect(told({ words: 1, path: 0.5 })).toBe('');
});

test('a further piece of a file multiplies the score, not the shares', () => {
  expect(told({ words: 1, decay: 0.5 })).toMatch(
    /^Its score, made of the shares, is then multiplied by 0\.50/,
  );
});

test('a kind of file is in each share, and what is below 0 counts against it', () => {
  expect(told({ words: 1, size: -0.2, role: 0.3 })).toBe(
    'What is below 0 counts against it. Each share above has been multiplied by 0.30 for its kind of file.',
  );
});
