/**
 * Finds the root folders of Python imports. A script's root is the nearest folder above it that is not a package; pytest adds the same
 * folder for a test. A project's roots are the folders in its pyproject.toml, `src`, and its own folder. Other names are looked up next
 * to every top-level package.
 */

import { listAt, tableAt, textAt, textsAt, valueAt } from '../manifest-values.ts';
import type { SnapshotLayout } from '../module-map.ts';
import { memoize } from '../memoize.ts';
import { fileName, parentFolder, foldersFrom, joinPath, maxSameName, childPath } from '../snapshot-path.ts';

const projectFiles: ReadonlySet<string> = new Set(['pyproject.toml', 'setup.py', 'setup.cfg']);

interface PythonRoots {
  /** The nearest folder at or above this one that is not a package. */
  scriptRoot(folder: string): string;
  /** Roots of the enclosing projects, nearest project first. */
  enclosingProjectRoots(folder: string): readonly string[];
  /** All roots that contain a top-level module or package with this name. */
  rootsWithModule(name: string): readonly string[];
  /** Whether an enclosing project depends on a distribution with this name. */
  dependsOn(folder: string, name: string): boolean;
}

export function createPythonRoots(layout: SnapshotLayout): PythonRoots {
  const packages = new Set<string>();
  const projects = new Map<string, readonly string[]>([['', ['src', '']]]);
  const dependencies = new Map<string, ReadonlySet<string>>();
  for (const { path } of layout.files) {
    const name = fileName(path);
    if (name === '__init__.py' || name === '__init__.pyi') packages.add(parentFolder(path));
    if (projectFiles.has(name)) projects.set(parentFolder(path), projectRoots(parentFolder(path), undefined));
  }
  for (const [path, manifest] of layout.manifests) {
    if (fileName(path) !== 'pyproject.toml') continue;
    projects.set(parentFolder(path), projectRoots(parentFolder(path), manifest));
    dependencies.set(parentFolder(path), readDependencies(manifest));
  }
  const dependencyNames = memoize((folder: string) =>
    foldersFrom(folder).flatMap((at) => dependencies.get(at) ?? []),
  );
  const rootsByName = indexTopLevelNames(layout, packages, new Set([...projects.values()].flat()));
  return {
    scriptRoot: memoize((folder: string) => foldersFrom(folder).find((at) => !packages.has(at)) ?? ''),
    enclosingProjectRoots: memoize((folder: string) => [
      ...new Set(foldersFrom(folder).flatMap((at) => projects.get(at) ?? [])),
    ]),
    rootsWithModule: (name) => [...(rootsByName.get(name) ?? [])],
    dependsOn: (folder, name) => dependencyNames(folder).some((names) => names.has(distributionName(name))),
  };
}

/** Top-level packages, the modules next to them, and the top level of each project, by name. */
function indexTopLevelNames(
  layout: SnapshotLayout,
  packages: ReadonlySet<string>,
  rootsOfProjects: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const rootsByName = new Map<string, Set<string>>();
  const add = (name: string, root: string): void => {
    const known = rootsByName.get(name) ?? new Set<string>();
    rootsByName.set(name, known);
    if (known.size < maxSameName) known.add(root);
  };
  const roots = new Set<string>();
  for (const folder of packages) {
    const root = parentFolder(folder);
    if (folder === '' || packages.has(root)) continue;
    roots.add(root);
    add(fileName(folder), root);
  }
  for (const { path, language } of layout.files) {
    if (language !== 'python') continue;
    const stem = path.replace(/\.py[ix]?$/, '');
    if (roots.has(parentFolder(path))) add(fileName(stem), parentFolder(path));
    for (let at = stem; at !== ''; at = parentFolder(at)) {
      if (rootsOfProjects.has(parentFolder(at))) add(fileName(at), parentFolder(at));
    }
  }
  return rootsByName;
}

function projectRoots(folder: string, manifest: unknown): readonly string[] {
  const packageFolders = [
    ...textsAt(manifest, 'tool', 'hatch', 'build', 'targets', 'wheel', 'packages'),
    ...textsAt(manifest, 'tool', 'maturin', 'python-packages'),
  ].map(parentFolder);
  const configuredRoots = [
    ...textsAt(manifest, 'tool', 'setuptools', 'packages', 'find', 'where'),
    ...textsAt(manifest, 'tool', 'setuptools', 'package-dir', ''),
    ...textsAt(manifest, 'tool', 'hatch', 'build', 'targets', 'wheel', 'sources'),
    ...listAt(manifest, 'tool', 'poetry', 'packages').flatMap((item) => textsAt(item, 'from')),
    ...textsAt(manifest, 'tool', 'maturin', 'python-source'),
    ...textsAt(manifest, 'tool', 'uv', 'build-backend', 'module-root'),
    ...textsAt(manifest, 'tool', 'pdm', 'build', 'package-dir'),
    ...textsAt(manifest, 'tool', 'pytest', 'ini_options', 'pythonpath'),
    ...packageFolders,
  ].flatMap((at) => joinPath(folder, at) ?? []);
  return [...new Set([...configuredRoots, childPath(folder, 'src'), folder])];
}

function readDependencies(manifest: unknown): ReadonlySet<string> {
  const groups = [
    valueAt(manifest, 'project', 'dependencies'),
    ...Object.values(tableAt(manifest, 'project', 'optional-dependencies')),
    ...Object.values(tableAt(manifest, 'dependency-groups')),
  ];
  const ownName = textAt(manifest, 'project', 'name');
  const names = groups
    .flatMap((group) => textsAt({ group }, 'group'))
    .map((requirement) => /^[\w.-]+/.exec(requirement)?.[0] ?? '');
  const poetry = Object.keys(tableAt(manifest, 'tool', 'poetry', 'dependencies'));
  const all = new Set([...names, ...poetry].map(distributionName));
  // A project lists itself to require its own extras.
  if (ownName !== undefined) all.delete(distributionName(ownName));
  return all;
}

/** Normalizes names as in PEP 503, but with an underscore between words. */
function distributionName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '_');
}
