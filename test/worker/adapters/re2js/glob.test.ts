/** Tests globs over paths in the dialect of .gitignore, matched in time linear in the path. */
import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRe2Glob } from '../../../../worker/adapters/re2js/glob.ts';

const glob = createRe2Glob();
const filterPaths = (patterns: readonly string[], paths: readonly string[]) =>
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
    ['(README|x).md', []],
    ['src/{app,deep/{er/,}app}.{py,test.ts}', ['src/app.py', 'src/deep/er/app.py', 'src/deep/app.test.ts']],
    ['{README,docs/*}.md', ['README.md']],
    ['{docs/**/*,README}.md', ['README.md', 'docs/日本/ガイド.md']],
    ['src/**', ['src/app.py', 'src/deep/er/app.py', 'src/deep/app.test.ts']],
    ['[[:upper:]]*.md', ['README.md']],
    ['docs[/]日本', []],
    ['README.{md}', []],
    ['$^', []],
  ])('%s selects the expected paths', (pattern, expected) => {
    expect(filterPaths([pattern], paths)).toEqual(expected);
  });

  it.each([[''], ['/'], ['!*.py'], ['[z-a]'], ['x\\'], ['x'.repeat(301)]])(
    '%j is rejected as an invalid path pattern',
    (pattern) => {
      expect(() => glob.matcher([pattern])).toThrowError(
        expect.objectContaining({ code: 'invalid_request', message: expect.stringMatching(/path pattern/) }),
      );
    },
  );

  it('with many stars is tested quickly against any path', () => {
    const matches = glob.matcher([
      `${'*a'.repeat(40)}b`,
      '**/a/**/a/**/a/**/a/**/a/**/b',
      '{a,aa,aaa}*'.repeat(9),
    ]);
    expect(matches(`x/${'a'.repeat(200)}.py`)).toBe(true);
    expect(matches(`${'a/'.repeat(60)}c`)).toBe(false);
  });
});

it('matches paths that any of several patterns matches, and every path without patterns', () => {
  expect(filterPaths(['*.md', 'lib/**'], paths)).toEqual([
    'README.md',
    'lib/src/util.tsx',
    'docs/日本/ガイド.md',
  ]);
  expect(filterPaths([], paths)).toEqual(paths);
});

const oddCharacters = [...'ab1.é日😀 \n\r\t\\*?[]{}()!#+@$^|~"\'`,-=&%:;<>_\u2028\u200b\u0301'];
const segment = array(constantFrom(...oddCharacters), { minLength: 1, maxLength: 6 })
  .map((characters) => characters.join(''))
  .filter((name) => name !== '.' && name !== '..');
const oddPath = array(segment, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const escapePath = (path: string) => path.replaceAll(/[^\p{L}\p{N}/]/gu, '\\$&');

it.each<[string, (path: string) => string]>([
  ['**', () => '**'],
  ['*', () => '*'],
  ['**/*', () => '**/*'],
  ['the path, escaped', escapePath],
  ['the escaped path from the root', (path) => `/${escapePath(path)}`],
  ['the escaped folder', (path) => `${escapePath(path.replace(/\/[^/]*$/, ''))}{,/**}`],
])('%s matches a path, whatever characters it contains', (_, createPattern) => {
  assert(
    property(oddPath, (path) => glob.matcher([createPattern(path)])(path)),
    { numRuns: 1_000 },
  );
});

it('does not match another path with an escaped path', () => {
  assert(
    property(oddPath, oddPath, (path, other) =>
      other === path || other.startsWith(`${path}/`) ? true : !glob.matcher([`/${escapePath(path)}`])(other),
    ),
    { numRuns: 1_000 },
  );
});
