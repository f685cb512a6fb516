/** Every file name has a language. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { detectLanguage } from '../../../../worker/core/files/language.ts';

it.each([
  ['src/app.py', 'python'],
  ['src/App.TSX', 'tsx'],
  ['include/list.h', 'c'],
  ['src/list.hpp', 'cpp'],
  ['deploy/Dockerfile', 'dockerfile'],
  ['CMakeLists.txt', 'cmake'],
  ['go.mod', 'go-module'],
  ['LICENSE', 'text'],
  ['LICENSE.md', 'markdown'],
  ['archive.tar.gz', 'text'],
  ['.gitignore', 'text'],
  ['a.b/noext', 'text'],
  ['py', 'python'],
])('detects %s as %s', (path, language) => {
  expect(detectLanguage(path)).toBe(language);
});

it.each([['constructor'], ['__proto__'], ['src/a.constructor'], ['toString'], ['x.__proto__']])(
  'detects text for %s, the name of a property of every object',
  (path) => {
    expect(detectLanguage(path)).toBe('text');
  },
);

it('returns a language name for every path', () => {
  fc.assert(
    fc.property(fc.string(), (path) => {
      expect(detectLanguage(path)).toMatch(/^[a-z][a-z-]*$/);
    }),
  );
});
