/** Headers of the C and C++ standard libraries, of POSIX and of the systems' own interfaces, which a repository may have files named like. */

const names = `
assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h stdalign.h stdarg.h
stdatomic.h stdbit.h stdbool.h stdckdint.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h tgmath.h threads.h time.h uchar.h
wchar.h wctype.h aio.h cpio.h dirent.h dlfcn.h endian.h err.h fcntl.h fmtmsg.h fnmatch.h ftw.h getopt.h glob.h grp.h iconv.h ifaddrs.h
langinfo.h libgen.h malloc.h memory.h monetary.h mqueue.h ndbm.h netdb.h nl_types.h poll.h pthread.h pwd.h regex.h resolv.h sched.h search.h
semaphore.h spawn.h strings.h stropts.h sysexits.h syslog.h tar.h termios.h trace.h ulimit.h unistd.h utime.h utmpx.h wordexp.h alloca.h
execinfo.h features.h byteswap.h windows.h winsock2.h ws2tcpip.h winbase.h windef.h winnt.h io.h direct.h process.h tchar.h intrin.h
immintrin.h emmintrin.h xmmintrin.h smmintrin.h nmmintrin.h arm_neon.h x86intrin.h cpuid.h`;

const systemHeaders: ReadonlySet<string> = new Set(names.trim().split(/\s+/));
/** `vector`, `bits/stdc++.h`, `sys/types.h`. */
const systemForms =
  /^(?:[a-z_0-9]+|(?:sys|net|netinet|arpa|linux|asm|bits|mach|machine|experimental|ext)\/.+)$/;

/** @param path as written between the angle brackets. */
export function isSystemHeader(path: string): boolean {
  return systemHeaders.has(path) || systemForms.test(path);
}
