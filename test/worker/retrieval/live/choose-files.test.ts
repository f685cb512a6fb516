/** Chooses the files to fetch within count and size limits, with few files of roles that are not requested. */
import { describe, expect, it } from 'vitest';
import { detectFileRole } from '../../../../worker/core/files/file-role.ts';
import { chooseFiles } from '../../../../worker/retrieval/live/choose-files.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const limits = { maxFiles: 6, maxBytes: 10_000, maxFileBytes: 4_000 };
const file = (path: string, bytes = 100) => ({ path, bytes, role: detectFileRole(path), score: 1 });
const question = readQuestion('How are the locks opened?');
const chosen = (files: readonly ReturnType<typeof file>[], query = question): readonly string[] =>
  chooseFiles(files, query, limits).map(({ path }) => path);
const many = (name: (at: number) => string): readonly ReturnType<typeof file>[] =>
  Array.from({ length: 12 }, (_, at) => file(name(at)));

describe('chooseFiles', () => {
  it('takes the top-level README and manifest whatever their rank, then the best files', () => {
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

  it('skips files that exceed the file or total size, and takes later ones that fit', () => {
    const files = [
      file('src/a.py', 4_001),
      file('src/b.py', 4_000),
      file('src/c.py', 4_000),
      file('src/d.py', 2_001),
      file('src/e.py', 2_000),
    ];
    expect(chosen(files)).toEqual(['src/b.py', 'src/c.py', 'src/e.py']);
  });

  it('takes few tests unless requested', () => {
    const tests = many((at) => `tests/test_m${at}.py`);
    expect(chosen(tests)).toHaveLength(3);
    expect(chosen(tests, readQuestion('Which tests are there of the locks?'))).toHaveLength(6);
  });

  it('does not limit documentation if the question asks for it', () => {
    const pages = many((at) => `docs/page${at}.md`);
    const more = { ...limits, maxFiles: 12 };
    expect(chooseFiles(pages, question, more)).toHaveLength(8);
    expect(chooseFiles(pages, { ...question, isOverview: true }, more)).toHaveLength(12);
  });
});
