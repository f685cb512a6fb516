/** Every path is plain and relative when it comes out, on any system; what could not be is refused. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { safePath } from '../../../../worker/adapters/archive/safe-path.ts';
import { AppError } from '../../../../worker/core/errors.ts';

it('gives a path that stays in its folder, or none', () => {
  const part = fc.constantFrom('a', 'b c', '.', '..', '/', '\\', 'C:', '\0', '', 'é', '...');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      let path: string;
      try {
        path = safePath(parts.join(''));
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        return;
      }
      expect(path).not.toMatch(/[\\\0]|^\/|^[A-Za-z]:|\/\/|\/$/);
      for (const segment of path.split('/')) expect(['.', '..']).not.toContain(segment);
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ['./', ''],
  ['.', ''],
  ['a//b/./c/', 'a/b/c'],
  ['a\\b', 'a/b'],
  ['...', '...'],
  ['a/..b/c..', 'a/..b/c..'],
  ['ab:c', 'ab:c'],
])('%j is %j', (name, path) => {
  expect(safePath(name)).toBe(path);
});

it('refuses a drive letter wherever it would come to the front', () => {
  for (const name of ['C:', 'c:/a', './C:a', '.\\.\\C:\\a']) {
    expect(() => safePath(name)).toThrow(/drive letter/);
  }
});

it('shows no more than the beginning of a long name', () => {
  const error = (() => {
    try {
      return safePath(`../${'a'.repeat(3000)}`);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toMatchObject({
    code: 'archive_unsafe',
    details: { entry: expect.stringMatching(/^.{201}$/) },
  });
});
