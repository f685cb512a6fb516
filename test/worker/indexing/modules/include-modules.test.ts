import { describe, expect, it } from 'vitest';
import { createResolve } from './create-layout.ts';

const file = {};

describe('includes of C and C++', () => {
  const resolve = createResolve({
    'include/fmt/core.h': file,
    'src/main.cc': file,
    'src/util.h': file,
    'src/net/socket.cpp': file,
    'src/net/socket.h': file,
    'src/net/string.h': file,
    'lib/one/util.h': file,
    'lib/one/one.c': file,
    'lib/one/deep/unique.h': file,
    'lib/two/util.h': file,
    'lib/two/other.h': file,
    'test/mock/curl/curl.h': file,
    'a/x/twin.h': file,
    'b/x/twin.h': file,
  });
  it.each([
    ['src/net/socket.cpp', 'socket.h', 'src/net/socket.h'],
    ['src/net/socket.cpp', '../util.h', 'src/util.h'],
    ['src/net/socket.cpp', 'net/socket.h', 'src/net/socket.h'],
    ['src/net/socket.cpp', 'util.h', 'src/util.h'],
    ['lib/one/one.c', 'util.h', 'lib/one/util.h'],
    ['src/main.cc', 'fmt/core.h', 'include/fmt/core.h'],
    ['src/main.cc', '<fmt/core.h>', 'include/fmt/core.h'],
    ['src/main.cc', 'unique.h', 'lib/one/deep/unique.h'],
    ['src/main.cc', 'x/twin.h', 'nothing'],
    ['src/main.cc', 'made_by_configure.h', 'nothing'],
    ['src/net/socket.cpp', 'string.h', 'src/net/string.h'],
    ['src/net/socket.cpp', '<string.h>', 'external: string.h'],
    ['src/main.cc', '<vector>', 'external: vector'],
    ['src/main.cc', '<curl/curl.h>', 'external: curl/curl.h'],
    ['test/mock/curl/curl.h', '<curl/curl.h>', 'test/mock/curl/curl.h'],
    ['src/main.cc', '<sys/types.h>', 'external: sys/types.h'],
    ['src/main.cc', 'stdio.h', 'external: stdio.h'],
  ])('in %s, resolve %s to %s', (from, module, to) => expect(resolve(from, module)).toBe(to));
});
