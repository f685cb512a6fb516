/** The lines of a source that quoted code comes from. */
import { expect, test } from 'vitest';
import { findCodeLines } from '../../../../web/src/lib/features/ask/claims/find-code-lines.ts';

const source = { text: 'def stir():\n    mix()\n\n    wait()\n', startLine: 10 };

test('finds code with any indentation', () => {
  expect(findCodeLines('mix()\n\nwait()', source)).toEqual({ startLine: 11, endLine: 13 });
  expect(findCodeLines('    wait()\n', source)).toEqual({ startLine: 13, endLine: 13 });
});

test('finds no code that differs, that is empty, or that continues after the source', () => {
  for (const code of ['mix(2)', '', '\n', 'mix()\nwait()', 'wait()\n\n\nmore()'])
    expect(findCodeLines(code, source), code).toBeUndefined();
});
