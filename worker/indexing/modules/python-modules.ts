/**
 * Python's imports. A dotted path leads to `a/b/__init__.py` or `a/b.py` below a root, a stub only where there is no source. The
 * standard library comes before everything but the script's own root, as it does when Python runs.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { type ImportSystem, noFiles } from './import-system.ts';
import type { ResolvedModule, SnapshotLayout } from './module-map.ts';
import { createPythonRoots } from './python-roots.ts';
import { pythonStandardLibrary } from './python-standard-library.ts';
import { folderOf, foldersFrom, isApart, nearestFolder, within } from './snapshot-path.ts';

const endings = ['/__init__.py', '/__init__.pyi', '.py', '.pyi', '.pyx'] as const;

export function createPythonModules(layout: SnapshotLayout): ImportSystem {
  const roots = createPythonRoots(layout);
  const folders = foldersWithModules(layout);
  const elsewhere = new Map<string, readonly string[]>();

  const at = (path: string): ResolvedModule => moduleAt(layout, path);
  const moduleOrFolder = (path: string): ResolvedModule =>
    at(path) ?? (folders.has(path) ? { files: noFiles, rest: [] } : undefined);

  function relative(folder: string, module: string): ResolvedModule {
    const dots = /^\.+/.exec(module)?.[0].length ?? 0;
    const base = foldersFrom(folder)[dots - 1];
    if (base === undefined) return undefined;
    return moduleOrFolder(within(base, module.slice(dots).replaceAll('.', '/')));
  }

  /** Roots outside the projects around a file where the whole path leads to a module. */
  function rootsWith(path: string, top: string): readonly string[] {
    const known = elsewhere.get(path);
    if (known !== undefined) return known;
    const found = roots.holding(top).filter((root) => at(within(root, path)) !== undefined);
    elsewhere.set(path, found);
    return found;
  }

  function absolute(folder: string, module: string): ResolvedModule {
    const path = module.replaceAll('.', '/');
    const [top = module] = module.split('.', 1);
    const own = roots.own(folder);
    const first = at(within(own, path));
    if (first !== undefined) return first;
    if (pythonStandardLibrary.has(top)) return { external: top };
    const near = [own, ...roots.around(folder)];
    for (const root of near) {
      const found = at(within(root, path));
      if (found !== undefined) return found;
    }
    // A package that is here lacks the module: it is built or made at run time.
    if (near.some((root) => at(within(root, top)) !== undefined)) return undefined;
    const namespace = near.some((root) => folders.has(within(root, path)));
    if (roots.dependsOn(folder, top)) return { external: top };
    const far = rootsWith(path, top).filter((root) => !isApart(root, folder));
    const nearest = nearestFolder(far, folder);
    if (nearest !== undefined) return at(within(nearest, path));
    if (namespace) return { files: noFiles, rest: [] };
    // pytest loads it without asking where it lies.
    const conftest = module === 'conftest' ? foldersFrom(folder).map((one) => at(within(one, module))) : [];
    const loaded = conftest.find((one) => one !== undefined);
    if (loaded !== undefined) return loaded;
    const isHere = roots
      .holding(top)
      .some((root) => at(within(root, top)) !== undefined && !isApart(root, folder));
    return isHere ? undefined : { external: top };
  }

  return {
    scopeOf: (file) => folderOf(file.path),
    resolve: (file: LinkableFile, module) =>
      module.startsWith('.') ? relative(folderOf(file.path), module) : absolute(folderOf(file.path), module),
    siblings: () => noFiles,
  };
}

function moduleAt({ byPath }: SnapshotLayout, path: string): ResolvedModule {
  // The root is a package only where it has an `__init__.py` of its own.
  const candidates = path === '' ? ['__init__.py', '__init__.pyi'] : endings.map((ending) => path + ending);
  for (const candidate of candidates) {
    const file = byPath.get(candidate);
    if (file !== undefined) return { files: [file], rest: [] };
  }
  return undefined;
}

/** Folders with Python files in them or below. */
function foldersWithModules(layout: SnapshotLayout): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path, language } of layout.files) {
    if (language !== 'python') continue;
    for (let at = folderOf(path); !folders.has(at); at = folderOf(at)) folders.add(at);
  }
  return folders;
}
