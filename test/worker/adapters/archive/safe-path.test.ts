/** Tests that every path is normalized and relative on any system, and that unsafe paths are rejected. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { safePath } from '../../../../worker/adapters/archive/safe-path.ts';
import { AppError } from '../../../../worker/core/errors.ts';

it('returns a path that stays in its folder, or throws', () => {
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
])('normalizes %j to %j', (name, path) => {
  expect(safePath(name)).toBe(path);
});

it('rejects a drive letter at any position where it could become the first segment', () => {
  for (const name of ['C:', 'c:/a', './C:a', '.\\.\\C:\\a']) {
    expect(() => safePath(name)).toThrow(/drive letter/);
  }
});

it('shows only the start of a long name in the error', () => {
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
