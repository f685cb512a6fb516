/** Globs over paths: the dialect of .gitignore, and time that grows with the path alone. */
import { describe, expect, it } from 'vitest';
import { createPicomatchGlob } from '../../../../worker/adapters/picomatch/glob.ts';

const glob = createPicomatchGlob();
const matching = (patterns: readonly string[], paths: readonly string[]) =>
  paths.filter(glob.matcher(patterns));

const paths = [
  'README.md',
  'src/app.py',
  'src/deep/er/app.py',
  'src/deep/app.test.ts',
  'lib/src/util.tsx',
  '.github/workflows/ci.yml',
  'docs/日本/ガイド.md',
  'a [b]/c d.txt',
];

describe('a pattern', () => {
  it.each([
    ['*.py', ['src/app.py', 'src/deep/er/app.py']],
    ['src', ['src/app.py', 'src/deep/er/app.py', 'src/deep/app.test.ts', 'lib/src/util.tsx']],
    ['src/', ['src/app.py', 'src/deep/er/app.py', 'src/deep/app.test.ts', 'lib/src/util.tsx']],
    ['/src', ['src/app.py', 'src/deep/er/app.py', 'src/deep/app.test.ts']],
    ['./src', ['src/app.py', 'src/deep/er/app.py', 'src/deep/app.test.ts']],
    ['src/*', ['src/app.py', 'src/deep/er/app.py', 'src/deep/app.test.ts']],
    ['src/*.py', ['src/app.py']],
    ['src/**/*.py', ['src/app.py', 'src/deep/er/app.py']],
    ['**/deep/**', ['src/deep/er/app.py', 'src/deep/app.test.ts']],
    ['*.{ts,tsx}', ['src/deep/app.test.ts', 'lib/src/util.tsx']],
    ['app.??', ['src/app.py', 'src/deep/er/app.py']],
    ['[!a-s]*.tsx', ['lib/src/util.tsx']],
    ['.github', ['.github/workflows/ci.yml']],
    ['*.yml', ['.github/workflows/ci.yml']],
    ['日本/*.md', []],
    ['docs/日本/*.md', ['docs/日本/ガイド.md']],
    ['a \\[b\\]/**', ['a [b]/c d.txt']],
    ['readme.md', []],
    ['**', paths],
    ['src/app', []],
    ['app.py/x', []],
    ['(README|x).md', ['README.md']],
    ['$^', []],
  ])('%s', (pattern, expected) => {
    expect(matching([pattern], paths)).toEqual(expected);
  });

  it.each([[''], ['/'], ['!*.py'], ['x'.repeat(301)]])('%j is refused with what it is', (pattern) => {
    expect(() => glob.matcher([pattern])).toThrowError(
      expect.objectContaining({ code: 'invalid_request', message: expect.stringMatching(/path pattern/) }),
    );
  });

  it('of many stars ends, whatever the path', () => {
    const matches = glob.matcher([
      `${'*a'.repeat(40)}b`,
      '**/a/**/a/**/a/**/a/**/a/**/b',
      '{a,aa,aaa}*'.repeat(9),
    ]);
    expect(matches(`x/${'a'.repeat(200)}.py`)).toBe(true);
    expect(matches(`${'a/'.repeat(60)}c`)).toBe(false);
  });
});

it('matches what any of several patterns matches, and everything without one', () => {
  expect(matching(['*.md', 'lib/**'], paths)).toEqual([
    'README.md',
    'lib/src/util.tsx',
    'docs/日本/ガイド.md',
  ]);
  expect(matching([], paths)).toEqual(paths);
});
