/** Wrapper detection: never mistakes a meaningful folder for a wrapper. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  toRepositoryPath,
  stripWrapper,
  detectWrapperFolder,
} from '../../../../worker/ingestion/source-files/wrapper-folder.ts';

describe('detectWrapperFolder', () => {
  it.each([
    [['flask-3f1c2a'], false, 'flask-3f1c2a'],
    [['package'], false, 'package'],
    [['my app'], false, 'my app'],
    [['app-1.0', '__MACOSX'], false, 'app-1.0'],
    [['flask-3f1c2a', 'pax_global_header'], false, 'flask-3f1c2a'],
    [['flask-3f1c2a'], true, undefined],
    [['a', 'b'], false, undefined],
    [[], true, undefined],
    [[], false, undefined],
    [['src'], false, undefined],
    [['SRC'], false, undefined],
    [['docs'], false, undefined],
    [['crates'], false, undefined],
    [['node_modules'], false, undefined],
    [['vendor'], false, undefined],
    [['.github'], false, undefined],
  ] as const)('of %j, a file at the top: %s, is %s', (segments, hasRootFile, expected) => {
    expect(detectWrapperFolder(new Set(segments), hasRootFile)).toBe(expected);
  });
});

describe('repository paths', () => {
  const segment = fc.stringMatching(/^[a-z]{1,3}$/);
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));

  it('drop the wrapper and nothing else', () => {
    fc.assert(
      fc.property(segment, path, (wrapper, inner) => {
        expect(stripWrapper(`${wrapper}/${inner}`, wrapper)).toBe(inner);
        expect(stripWrapper(inner, undefined)).toBe(inner);
        expect(stripWrapper(`${wrapper}x/${inner}`, wrapper)).toBe(`${wrapper}x/${inner}`);
      }),
    );
  });

  it.each([
    ['x/src/a.py', { wrapper: 'x', subdirectory: 'src' }, 'src/a.py'],
    ['x/src/a.py', { wrapper: 'x', subdirectory: './src/' }, 'src/a.py'],
    ['x/src/a/b.py', { wrapper: 'x', subdirectory: 'src/a' }, 'src/a/b.py'],
    ['x/srcs/a.py', { wrapper: 'x', subdirectory: 'src' }, undefined],
    ['x/lib/src/a.py', { wrapper: 'x', subdirectory: 'src' }, undefined],
    ['lib/src/a.py', { subdirectory: 'src' }, undefined],
    ['src', { subdirectory: 'src' }, undefined],
    ['a.py', { subdirectory: '/' }, 'a.py'],
    ['a.py', {}, 'a.py'],
  ])('are converted: %s with %j to %s', (raw, location, expected) => {
    expect(toRepositoryPath(raw, location)).toBe(expected);
  });
});
