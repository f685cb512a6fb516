import { expect, it } from 'vitest';
import { formatFileAddress } from '../../../../worker/core/repositories/file-address.ts';

it.each([
  [
    { path: 'a b/ü#?/x.py', version: 'v/1', startLine: 3, endLine: 9 },
    'a%20b/%C3%BC%23%3F/x.py?version=v%2F1#L3-L9',
  ],
  [{ path: 'x.py', startLine: 3 }, 'x.py#L3-L3'],
  [{ path: 'x.py' }, 'x.py'],
])('leads to %j', (lines, address) => {
  expect(formatFileAddress({ repositoryId: 'abc', ...lines })).toBe(`/r/abc/files/${address}`);
});
