/** The lines that can be seen, from where a viewer is scrolled to. */
import { expect, test } from 'vitest';
import { linesInView } from '../../web/src/lib/features/code/visible-lines.ts';

test.each([
  [100, 0, 200, { startLine: 1, endLine: 10 }],
  [100, 50, 200, { startLine: 3, endLine: 12 }],
  [5, 0, 200, { startLine: 1, endLine: 5 }],
  [100, 1990, 200, { startLine: 100, endLine: 100 }],
  [100, -10, 0, { startLine: 1, endLine: 1 }],
])('of %i lines, scrolled by %i, %i high', (count, scrollTop, height, lines) => {
  expect(linesInView(count, { scrollTop, height, lineHeight: 20 })).toEqual(lines);
});
