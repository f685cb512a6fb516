/**
 * Resolves Python imports. A dotted path resolves to `a/b/__init__.py` or `a/b.py` below a root, or a stub when there is no source. As at run
 * time, the standard library takes precedence over everything except the script's own root.
 */

import type { LinkableFile } from '../../../ports/graph-store.ts';
import { type ImportSystem, noFiles, type ResolvedModule, type SnapshotLayout } from '../module-map.ts';
import { createPythonRoots } from './python-roots.ts';
import { parentFolder, foldersFrom, isUnrelatedSample, nearestFolder, childPath } from '../snapshot-path.ts';

const endings = ['/__init__.py', '/__init__.pyi', '.py', '.pyi', '.pyx'] as const;

export function createPythonModules(layout: SnapshotLayout): ImportSystem {
  const roots = createPythonRoots(layout);
  const folders = foldersWithModules(layout);
  const rootsByPath = new Map<string, readonly string[]>();

  const moduleAt = (path: string): ResolvedModule => findModule(layout, path);
  const moduleOrFolder = (path: string): ResolvedModule =>
    moduleAt(path) ?? (folders.has(path) ? { files: noFiles, rest: [] } : undefined);

  function resolveRelative(folder: string, module: string): ResolvedModule {
    const dots = /^\.+/.exec(module)?.[0].length ?? 0;
    const base = foldersFrom(folder)[dots - 1];
    if (base === undefined) return undefined;
    return moduleOrFolder(childPath(base, module.slice(dots).replaceAll('.', '/')));
  }

  /** Roots outside the enclosing projects in which the full path is a module. */
  function rootsWith(path: string, top: string): readonly string[] {
    const known = rootsByPath.get(path);
    if (known !== undefined) return known;
    const found = roots.rootsWithModule(top).filter((root) => moduleAt(childPath(root, path)) !== undefined);
    rootsByPath.set(path, found);
    return found;
  }

  function resolveAbsolute(folder: string, module: string): ResolvedModule {
    const path = module.replaceAll('.', '/');
    const [top = module] = module.split('.', 1);
    const scriptRoot = roots.scriptRoot(folder);
    const first = moduleAt(childPath(scriptRoot, path));
    if (first !== undefined) return first;
    if (pythonStandardLibrary.has(top)) return { external: top };
    const projectRoots = [scriptRoot, ...roots.enclosingProjectRoots(folder)];
    for (const root of projectRoots) {
      const found = moduleAt(childPath(root, path));
      if (found !== undefined) return found;
    }
    // The package exists but lacks the module, so a build or the program creates it.
    if (projectRoots.some((root) => moduleAt(childPath(root, top)) !== undefined)) return undefined;
    const isNamespace = projectRoots.some((root) => folders.has(childPath(root, path)));
    if (roots.dependsOn(folder, top)) return { external: top };
    const otherRoots = rootsWith(path, top).filter((root) => !isUnrelatedSample(root, folder));
    const nearest = nearestFolder(otherRoots, folder);
    if (nearest !== undefined) return moduleAt(childPath(nearest, path));
    if (isNamespace) return { files: noFiles, rest: [] };
    // pytest loads `conftest` from any folder above.
    const conftest =
      module === 'conftest' ? foldersFrom(folder).map((above) => moduleAt(childPath(above, module))) : [];
    const nearestConftest = conftest.find((candidate) => candidate !== undefined);
    if (nearestConftest !== undefined) return nearestConftest;
    const isInRepository = roots
      .rootsWithModule(top)
      .some((root) => moduleAt(childPath(root, top)) !== undefined && !isUnrelatedSample(root, folder));
    return isInRepository ? undefined : { external: top };
  }

  return {
    scopeKey: (file) => parentFolder(file.path),
    resolve: (file: LinkableFile, module) =>
      module.startsWith('.')
        ? resolveRelative(parentFolder(file.path), module)
        : resolveAbsolute(parentFolder(file.path), module),
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
    for (let folder = parentFolder(path); !folders.has(folder); folder = parentFolder(folder))
      folders.add(folder);
  }
  return folders;
}

/**
 * Top-level modules of the standard library: `sys.stdlib_module_names` of Python 3.11, plus modules that other 3.x versions have.
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
