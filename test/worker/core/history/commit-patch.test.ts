/** Limits, parses and changes the text of patches. */

import { expect, test } from 'vitest';
import {
  changeCode,
  limitPatch,
  maxCommitPatchLength,
  maxFilePatchLength,
  parseHunks,
} from '../../../../worker/core/history/commit-patch.ts';

const hunks = [
  '@@ -1,3 +1,3 @@',
  ' one',
  '-two @@ -9 +9 @@',
  '+2',
  ' three',
  '@@ -10,0 +11,1 @@ def run(self):',
  '+eleven',
  '\\ No newline at end of file',
].join('\n');

test('parses hunks with their headings and lines', () => {
  expect(parseHunks(hunks)).toEqual([
    { oldStart: 1, newStart: 1, heading: '', lines: [' one', '-two @@ -9 +9 @@', '+2', ' three'] },
    { oldStart: 10, newStart: 11, heading: 'def run(self):', lines: ['+eleven'] },
  ]);
  expect(parseHunks('')).toEqual([]);
});

test('cuts a long file at the end of a line and marks it', () => {
  const long = `@@ -0,0 +1,900 @@\n${Array.from({ length: 900 }, (_, at) => `+line ${at} ${'x'.repeat(40)}`).join('\n')}`;
  const [file] = limitPatch([{ path: 'a.py', hunks: long, isCut: false }]);
  expect(file?.isCut).toBe(true);
  expect(file?.hunks.length).toBeLessThanOrEqual(maxFilePatchLength);
  expect(long.startsWith(`${file?.hunks}\n`)).toBe(true);
  expect(limitPatch([{ path: 'a.py', hunks, isCut: false }])).toEqual([
    { path: 'a.py', hunks, isCut: false },
  ]);
});

test('omits the files beyond the limit of a commit, and files whose first line is too long', () => {
  const text = `@@ -0,0 +1,2 @@\n+${'y'.repeat(maxFilePatchLength - 100)}\n+z`;
  const files = Array.from({ length: 9 }, (_, at) => ({ path: `${at}.py`, hunks: text, isCut: false }));
  const limited = limitPatch(files);
  expect(limited.reduce((sum, file) => sum + file.hunks.length, 0)).toBeLessThanOrEqual(maxCommitPatchLength);
  expect(limited.map(({ path }) => path)).toEqual(['0.py', '1.py', '2.py', '3.py', '4.py']);
  const minified = `@@ -0,0 +1,1 @@\n+${'m'.repeat(maxFilePatchLength)}`;
  expect(limitPatch([{ path: 'm.js', hunks: minified, isCut: false }])).toEqual([]);
});

test('changes only the code, also where it spans lines', async () => {
  const seen: string[] = [];
  const changed = await changeCode(hunks, async (code) => {
    seen.push(code);
    return code.replace('2\nthree', '•\n•••••').replace('def run', '•••••••');
  });
  expect(seen).toEqual([
    [
      '',
      'one',
      'two @@ -9 +9 @@',
      '2',
      'three',
      'def run(self):',
      'eleven',
      ' No newline at end of file',
    ].join('\n'),
  ]);
  expect(changed).toBe(hunks.replace('+2\n three', '+•\n •••••').replace('def run', '•••••••'));
});
