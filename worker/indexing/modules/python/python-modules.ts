/**
 * Resolves Python imports. A dotted path means `a/b/__init__.py` or `a/b.py` below a root, or a stub when there is no source. As at run
 * time, the standard library takes precedence over everything except the script's own root.
 */

import type { LinkableFile } from '../../../ports/graph-store.ts';
import { type ImportSystem, noFiles, type ResolvedModule, type SnapshotLayout } from '../module-map.ts';
import { createPythonRoots } from './python-roots.ts';
import { parentFolder, foldersFrom, isSampleOutside, nearestFolder, childPath } from '../snapshot-path.ts';

const endings = ['/__init__.py', '/__init__.pyi', '.py', '.pyi', '.pyx'] as const;

export function createPythonModules(layout: SnapshotLayout): ImportSystem {
  const roots = createPythonRoots(layout);
  const folders = foldersWithModules(layout);
  const rootsByPath = new Map<string, readonly string[]>();

  const at = (path: string): ResolvedModule => findModule(layout, path);
  const moduleOrFolder = (path: string): ResolvedModule =>
    at(path) ?? (folders.has(path) ? { files: noFiles, rest: [] } : undefined);

  function relative(folder: string, module: string): ResolvedModule {
    const dots = /^\.+/.exec(module)?.[0].length ?? 0;
    const base = foldersFrom(folder)[dots - 1];
    if (base === undefined) return undefined;
    return moduleOrFolder(childPath(base, module.slice(dots).replaceAll('.', '/')));
  }

  /** Roots outside the enclosing projects in which the full path is a module. */
  function rootsWith(path: string, top: string): readonly string[] {
    const known = rootsByPath.get(path);
    if (known !== undefined) return known;
    const found = roots.containing(top).filter((root) => at(childPath(root, path)) !== undefined);
    rootsByPath.set(path, found);
    return found;
  }

  function absolute(folder: string, module: string): ResolvedModule {
    const path = module.replaceAll('.', '/');
    const [top = module] = module.split('.', 1);
    const own = roots.own(folder);
    const first = at(childPath(own, path));
    if (first !== undefined) return first;
    if (pythonStandardLibrary.has(top)) return { external: top };
    const near = [own, ...roots.around(folder)];
    for (const root of near) {
      const found = at(childPath(root, path));
      if (found !== undefined) return found;
    }
    // The package exists but lacks the module, so a build or the program creates it.
    if (near.some((root) => at(childPath(root, top)) !== undefined)) return undefined;
    const namespace = near.some((root) => folders.has(childPath(root, path)));
    if (roots.dependsOn(folder, top)) return { external: top };
    const far = rootsWith(path, top).filter((root) => !isSampleOutside(root, folder));
    const nearest = nearestFolder(far, folder);
    if (nearest !== undefined) return at(childPath(nearest, path));
    if (namespace) return { files: noFiles, rest: [] };
    // pytest loads `conftest` from any folder above.
    const conftest =
      module === 'conftest' ? foldersFrom(folder).map((one) => at(childPath(one, module))) : [];
    const loaded = conftest.find((one) => one !== undefined);
    if (loaded !== undefined) return loaded;
    const isHere = roots
      .containing(top)
      .some((root) => at(childPath(root, top)) !== undefined && !isSampleOutside(root, folder));
    return isHere ? undefined : { external: top };
  }

  return {
    scopeKey: (file) => parentFolder(file.path),
    resolve: (file: LinkableFile, module) =>
      module.startsWith('.')
        ? relative(parentFolder(file.path), module)
        : absolute(parentFolder(file.path), module),
    siblings: () => noFiles,
  };
}

function findModule({ byPath }: SnapshotLayout, path: string): ResolvedModule {
  // The root is a package only if it has its own `__init__.py`.
  const candidates = path === '' ? ['__init__.py', '__init__.pyi'] : endings.map((ending) => path + ending);
  for (const candidate of candidates) {
    const file = byPath.get(candidate);
    if (file !== undefined) return { files: [file], rest: [] };
  }
  return undefined;
}

/** Folders that contain Python files at any depth. */
function foldersWithModules(layout: SnapshotLayout): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path, language } of layout.files) {
    if (language !== 'python') continue;
    for (let at = parentFolder(path); !folders.has(at); at = parentFolder(at)) folders.add(at);
  }
  return folders;
}

/**
 * Top-level modules of the standard library: `sys.stdlib_module_names` of Python 3.11, and those added or removed in other versions of 3.
 */
const libraryNames = `
__future__ abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii binhex bisect
builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall compression concurrent
configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest
email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath
getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress
itertools json keyword lib2to3 linecache locale logging lzma macpath mailbox mailcap marshal math mimetypes mmap modulefinder msilib
msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle
pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data
pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal
site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep
struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time
timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid
venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
_thread _typeshed`;

const pythonStandardLibrary: ReadonlySet<string> = new Set(libraryNames.trim().split(/\s+/));
