/** A question about lines refers to them in the format of citations. */
import { expect, test } from 'vitest';
import { askAboutLines } from '../../../web/src/lib/features/files/ask-about-lines.ts';

test.each([
  [null, 'What does src/a.ts do?'],
  [{ startLine: 7, endLine: 7 }, 'What does src/a.ts:7 do?'],
  [{ startLine: 7, endLine: 12 }, 'What does src/a.ts:7-12 do?'],
])('for the lines %j, asks “%s”', (range, question) => {
  expect(askAboutLines('src/a.ts', range)).toBe(question);
});
