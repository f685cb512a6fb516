/** Chooses the files to fetch within count and size limits, with few files of roles that are not requested. */
import { describe, expect, it } from 'vitest';
import { detectFileRole } from '../../../../worker/core/files/file-role.ts';
import { chooseFiles } from '../../../../worker/retrieval/live/choose-files.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const limits = { maxFiles: 6, maxBytes: 10_000, maxFileBytes: 4_000 };
const file = (path: string, bytes = 100) => ({ path, bytes, role: detectFileRole(path), score: 1 });
const question = readQuestion('How are the locks opened?');
const choosePaths = (files: readonly ReturnType<typeof file>[], query = question): readonly string[] =>
  chooseFiles(files, query, limits).map(({ path }) => path);
const createFiles = (name: (at: number) => string): readonly ReturnType<typeof file>[] =>
  Array.from({ length: 12 }, (_, at) => file(name(at)));

describe('chooseFiles', () => {
  it('chooses the top-level README and manifest whatever their rank, then the best files', () => {
    const files = [
      ...createFiles((at) => `src/m${at}.py`),
      file('lib/README.md'),
      file('README.md'),
      file('go.mod'),
    ];
    expect(choosePaths(files)).toEqual([
      'README.md',
      'go.mod',
      'src/m0.py',
      'src/m1.py',
      'src/m2.py',
      'src/m3.py',
    ]);
  });

  it('skips files that exceed the file or total size, and chooses later files that fit', () => {
    const files = [
      file('src/a.py', 4_001),
      file('src/b.py', 4_000),
      file('src/c.py', 4_000),
      file('src/d.py', 2_001),
      file('src/e.py', 2_000),
    ];
    expect(choosePaths(files)).toEqual(['src/b.py', 'src/c.py', 'src/e.py']);
  });

  it('chooses few tests unless the question asks for them', () => {
    const tests = createFiles((at) => `tests/test_m${at}.py`);
    expect(choosePaths(tests)).toHaveLength(3);
    expect(choosePaths(tests, readQuestion('Which tests are there of the locks?'))).toHaveLength(6);
  });

  it('does not limit documentation if the question asks for it', () => {
    const pages = createFiles((at) => `docs/page${at}.md`);
    const largerLimits = { ...limits, maxFiles: 12 };
    expect(chooseFiles(pages, question, largerLimits)).toHaveLength(8);
    expect(chooseFiles(pages, { ...question, isOverview: true }, largerLimits)).toHaveLength(12);
  });
});
