/** Which of the ranked files are fetched: within a count and a weight, few of what is not asked for. */
import { describe, expect, it } from 'vitest';
import { detectFileRole } from '../../../../worker/core/files/file-role.ts';
import { chooseFiles } from '../../../../worker/retrieval/live/choose-files.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const limits = { maxFiles: 6, maxBytes: 10_000, maxFileBytes: 4_000 };
const file = (path: string, bytes = 100) => ({ path, bytes, role: detectFileRole(path), score: 1 });
const question = readQuestion('How are the locks opened?');
const chosen = (files: readonly ReturnType<typeof file>[], asked = question): readonly string[] =>
  chooseFiles(files, asked, limits).map(({ path }) => path);
const many = (name: (at: number) => string): readonly ReturnType<typeof file>[] =>
  Array.from({ length: 12 }, (_, at) => file(name(at)));

describe('chooseFiles', () => {
  it('takes the README and the manifest of the top, however they rank, and fills up with the best', () => {
    const files = [
      ...many((at) => `src/m${at}.py`),
      file('lib/README.md'),
      file('README.md'),
      file('go.mod'),
    ];
    expect(chosen(files)).toEqual([
      'README.md',
      'go.mod',
      'src/m0.py',
      'src/m1.py',
      'src/m2.py',
      'src/m3.py',
    ]);
  });

  it('passes over what is too large, by itself or together, and takes what still fits', () => {
    const files = [
      file('src/a.py', 4_001),
      file('src/b.py', 4_000),
      file('src/c.py', 4_000),
      file('src/d.py', 2_001),
      file('src/e.py', 2_000),
    ];
    expect(chosen(files)).toEqual(['src/b.py', 'src/c.py', 'src/e.py']);
  });

  it('takes few tests, unless they are asked for', () => {
    const tests = many((at) => `tests/test_m${at}.py`);
    expect(chosen(tests)).toHaveLength(3);
    expect(chosen(tests, readQuestion('Which tests are there of the locks?'))).toHaveLength(6);
  });

  it('takes as much documentation as there is place where that is asked for', () => {
    const pages = many((at) => `docs/page${at}.md`);
    const more = { ...limits, maxFiles: 12 };
    expect(chooseFiles(pages, question, more)).toHaveLength(8);
    expect(chooseFiles(pages, { ...question, isOverview: true }, more)).toHaveLength(12);
  });
});
