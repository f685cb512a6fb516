/** Resolves the links of rendered documents. */
import { expect, test } from 'vitest';
import { decodeEscapes, resolveTarget } from '../../../web/src/lib/features/documents/resolve-target.ts';

const place = { repositoryId: 'r1', version: undefined };
const resolve = (target: string) => resolveTarget(place, 'docs/guide/start.md', target);

test.each([
  ['install.md', '/r/r1/files/docs/guide/install.md'],
  ['../../README.md#Set-up', '/r/r1/files/README.md#heading-set-up'],
  ['/src/a%20b.py#L3-L5', '/r/r1/files/src/a%20b.py#L3-L5'],
  ['./?x=1', '/r/r1/files/docs/guide'],
  ['#usage', '#heading-usage'],
])('%s leads to a file or heading', (target, href) => {
  expect(resolve(target)).toEqual({ kind: 'app', href });
});

test.each(['https://example.org/a', 'mailto:ann@example.org'])('%s leads outside', (target) => {
  expect(resolve(target)).toEqual({ kind: 'outside', href: target });
});

test.each(['javascript:alert(1)', ' JAVASCRIPT:alert(1)', 'data:text/html,x', '../../../etc', 'http://', ''])(
  '%j leads nowhere',
  (target) => {
    expect(resolve(target)).toBeUndefined();
  },
);

test.each([
  ['50%25-off', '50%-off'],
  ['50%-off', '50%-off'],
  ['%', '%'],
])('%s is decoded as %s', (text, decoded) => {
  expect(decodeEscapes(text)).toBe(decoded);
});
