/** A path is an older version only if a newer one exists. */
import { describe, expect, it } from 'vitest';
import { createOlderVersionMatcher } from '../../../../worker/core/files/older-versions.ts';

describe('a path with a newer version', () => {
  it.each([
    ['src/v3/a.ts', 'src/v4/a.ts'],
    ['docs/v1/index.md', 'docs/v2/index.md'],
    ['docs-v3/index.md', 'docs/index.md'],
    ['docs/version-2.9/a.md', 'docs/version-2.10/a.md'],
    ['api/v1beta1/types.go', 'api/v1/types.go'],
    ['api/v1alpha1/types.go', 'api/v1beta1/types.go'],
    ['lib/client_v1.py', 'lib/client_v2.py'],
  ])('%s is older than %s', (older, newer) => {
    const isOlder = createOlderVersionMatcher([older, newer]);
    expect([isOlder(older), isOlder(newer)]).toEqual([true, false]);
  });
});

it.each([
  ['src/v3/a.ts', 'lib/v4/a.ts'],
  ['net/ipv4/socket.go', 'net/ipv6/socket.go'],
  ['layers/conv1/a.py', 'layers/conv2/a.py'],
  ['api/prometheus/v1/api.go', 'api/client.go'],
  ['src/v1.ts', 'src/v1/index.ts'],
])('%s and %s are not versions of each other', (first, second) => {
  const isOlder = createOlderVersionMatcher([first, second]);
  expect([isOlder(first), isOlder(second)]).toEqual([false, false]);
});
