/** The version of a page: its attribute, its meta element, or its address. */
import { expect, it } from 'vitest';
import { findVersion } from '../../../web/widget/loader/find-version.ts';

const none = { version: null, pattern: null, meta: null, path: '/docs/2.1/guide' };

it.each([
  [{}, undefined],
  [{ version: ' 3.0 ' }, '3.0'],
  [{ version: '', meta: '2.0' }, '2.0'],
  [{ version: '3.0', meta: '2.0', pattern: '/docs/{version}/' }, '3.0'],
  [{ pattern: '/docs/{version}/' }, '2.1'],
  [{ pattern: '/v{version}/' }, undefined],
  [{ pattern: '/docs/' }, undefined],
  [{ pattern: '/{version}/', path: '/release%2F2/x' }, 'release/2'],
  [{ pattern: '/{version}/', path: '/%ff/x' }, '%ff'],
  [{ pattern: '/a(b/{version}/', path: '/a(b/1/' }, '1'],
])('of %o is %s', (sources, version) => {
  expect(findVersion({ ...none, ...sources })).toBe(version);
});
