/**
 * Resolves `#include` in C and C++. A quoted path is relative to the file first. Then, like a path in angle brackets (written `<x>`), it
 * is looked up in the folders that a build would name (`include`, `src`, and the folders above the file), and otherwise wherever exactly
 * one file matches.
 */

import { createPathRoots } from './path-roots.ts';
import { type ImportSystem, noFiles, type ResolvedModule, type SnapshotLayout } from './module-map.ts';
import {
  parentFolder,
  foldersFrom,
  isUnrelatedSample,
  joinPath,
  nearestFolder,
  childPath,
} from './snapshot-path.ts';

/** Include folders, relative to the folder of a build file. */
const includeFolders = ['include', 'inc', '', 'src', 'lib', 'source'] as const;

export function createIncludeModules(layout: SnapshotLayout): ImportSystem {
  const { byPath } = layout;
  const findRoots = createPathRoots(layout);

  function search(from: string, path: string): number | undefined {
    const roots = findRoots(path);
    const known = new Set(roots);
    for (const folder of foldersFrom(from)) {
      const root = includeFolders.map((name) => childPath(folder, name)).find((root) => known.has(root));
      if (root !== undefined) return byPath.get(childPath(root, path));
    }
    const nearest = nearestFolder(
      roots.filter((root) => !isUnrelatedSample(root, from)),
      from,
    );
    return nearest === undefined ? undefined : byPath.get(childPath(nearest, path));
  }

  return {
    scopeKey: ({ path }) => parentFolder(path),
    resolve({ path }, module): ResolvedModule {
      const from = parentFolder(path);
      const isAngled = module.startsWith('<');
      const written = module.replace(/^[<"]|[>"]$/g, '');
      if (isAngled && isSystemHeader(written)) return { external: written };
      const relative = isAngled ? undefined : joinPath(from, written);
      const plain = joinPath('', written);
      const file =
        (relative === undefined ? undefined : byPath.get(relative)) ??
        (plain === undefined || plain === '' ? undefined : search(from, plain));
      if (file !== undefined) return { files: [file], rest: [] };
      // A quoted header should be in the repository: the build generates it, or its folder is unknown.
      return isAngled || isSystemHeader(written) ? { external: written } : undefined;
    },
    siblings: () => noFiles,
  };
}

const headerNames = `
assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h stdalign.h stdarg.h
stdatomic.h stdbit.h stdbool.h stdckdint.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h tgmath.h threads.h time.h uchar.h
wchar.h wctype.h aio.h cpio.h dirent.h dlfcn.h endian.h err.h fcntl.h fmtmsg.h fnmatch.h ftw.h getopt.h glob.h grp.h iconv.h ifaddrs.h
langinfo.h libgen.h malloc.h memory.h monetary.h mqueue.h ndbm.h netdb.h nl_types.h poll.h pthread.h pwd.h regex.h resolv.h sched.h search.h
semaphore.h spawn.h strings.h stropts.h sysexits.h syslog.h tar.h termios.h trace.h ulimit.h unistd.h utime.h utmpx.h wordexp.h alloca.h
execinfo.h features.h byteswap.h windows.h winsock2.h ws2tcpip.h winbase.h windef.h winnt.h io.h direct.h process.h tchar.h intrin.h
immintrin.h emmintrin.h xmmintrin.h smmintrin.h nmmintrin.h arm_neon.h x86intrin.h cpuid.h`;

const systemHeaders: ReadonlySet<string> = new Set(headerNames.trim().split(/\s+/));
/** Matches headers such as `vector`, `bits/stdc++.h` and `sys/types.h`. */
const systemHeaderPattern =
  /^(?:[a-z_0-9]+|(?:sys|net|netinet|arpa|linux|asm|bits|mach|machine|experimental|ext)\/.+)$/;

/**
 * Whether a header belongs to C, C++, POSIX or an operating system. The repository's own files may have the same names.
 * @param path as written between the brackets
 */
function isSystemHeader(path: string): boolean {
  return systemHeaders.has(path) || systemHeaderPattern.test(path);
}
