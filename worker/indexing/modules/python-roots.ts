/**
 * Folders from which Python finds modules. A script's is the nearest above it that is no package, which is also what pytest adds
 * for a test; a project's are what its pyproject.toml says, `src`, and its own folder. Names that lie in none of these are looked
 * for beside every top-level package of the repository.
 */

import { listAt, tableAt, textAt, textsAt, valueAt } from './manifest-values.ts';
import type { SnapshotLayout } from './module-map.ts';
import { onceForEach } from './once-for-each.ts';
import { fileNameOf, folderOf, foldersFrom, joinPath, mostOfOneName, within } from './snapshot-path.ts';

const projectFiles: ReadonlySet<string> = new Set(['pyproject.toml', 'setup.py', 'setup.cfg']);

interface PythonRoots {
  /** The nearest folder at or above this one that is no package. */
  own(folder: string): string;
  /** Roots of the projects around the folder, the nearest project's first. */
  around(folder: string): readonly string[];
  /** Roots anywhere in which something at the top bears this name. */
  holding(name: string): readonly string[];
  /** Whether a project around the folder depends on a distribution of this name. */
  dependsOn(folder: string, name: string): boolean;
}

export function createPythonRoots(layout: SnapshotLayout): PythonRoots {
  const packages = new Set<string>();
  const projects = new Map<string, readonly string[]>([['', ['src', '']]]);
  const dependencies = new Map<string, ReadonlySet<string>>();
  for (const { path } of layout.files) {
    const name = fileNameOf(path);
    if (name === '__init__.py' || name === '__init__.pyi') packages.add(folderOf(path));
    if (projectFiles.has(name)) projects.set(folderOf(path), rootsOfProject(folderOf(path), undefined));
  }
  for (const [path, manifest] of layout.manifests) {
    if (fileNameOf(path) !== 'pyproject.toml') continue;
    projects.set(folderOf(path), rootsOfProject(folderOf(path), manifest));
    dependencies.set(folderOf(path), dependenciesOf(manifest));
  }
  const depended = onceForEach((folder: string) =>
    foldersFrom(folder).flatMap((at) => dependencies.get(at) ?? []),
  );
  const tops = namesAtTop(layout, packages, new Set([...projects.values()].flat()));
  return {
    own: onceForEach((folder: string) => foldersFrom(folder).find((at) => !packages.has(at)) ?? ''),
    around: onceForEach((folder: string) => [
      ...new Set(foldersFrom(folder).flatMap((at) => projects.get(at) ?? [])),
    ]),
    holding: (name) => [...(tops.get(name) ?? [])],
    dependsOn: (folder, name) => depended(folder).some((names) => names.has(distributionName(name))),
  };
}

/** Top-level packages, what lies beside them, and what lies at the top of a project, by name. */
function namesAtTop(
  layout: SnapshotLayout,
  packages: ReadonlySet<string>,
  ofProjects: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const tops = new Map<string, Set<string>>();
  const add = (name: string, root: string): void => {
    const known = tops.get(name) ?? new Set<string>();
    tops.set(name, known);
    if (known.size < mostOfOneName) known.add(root);
  };
  const roots = new Set<string>();
  for (const folder of packages) {
    const root = folderOf(folder);
    if (folder === '' || packages.has(root)) continue;
    roots.add(root);
    add(fileNameOf(folder), root);
  }
  for (const { path, language } of layout.files) {
    if (language !== 'python') continue;
    const stem = path.replace(/\.py[ix]?$/, '');
    if (roots.has(folderOf(path))) add(fileNameOf(stem), folderOf(path));
    for (let at = stem; at !== ''; at = folderOf(at)) {
      if (ofProjects.has(folderOf(at))) add(fileNameOf(at), folderOf(at));
    }
  }
  return tops;
}

function rootsOfProject(folder: string, manifest: unknown): readonly string[] {
  const packageFolders = [
    ...textsAt(manifest, 'tool', 'hatch', 'build', 'targets', 'wheel', 'packages'),
    ...textsAt(manifest, 'tool', 'maturin', 'python-packages'),
  ].map(folderOf);
  const named = [
    ...textsAt(manifest, 'tool', 'setuptools', 'packages', 'find', 'where'),
    ...textsAt(manifest, 'tool', 'setuptools', 'package-dir', ''),
    ...textsAt(manifest, 'tool', 'hatch', 'build', 'targets', 'wheel', 'sources'),
    ...listAt(manifest, 'tool', 'poetry', 'packages').flatMap((one) => textsAt(one, 'from')),
    ...textsAt(manifest, 'tool', 'maturin', 'python-source'),
    ...textsAt(manifest, 'tool', 'uv', 'build-backend', 'module-root'),
    ...textsAt(manifest, 'tool', 'pdm', 'build', 'package-dir'),
    ...textsAt(manifest, 'tool', 'pytest', 'ini_options', 'pythonpath'),
    ...packageFolders,
  ].flatMap((at) => joinPath(folder, at) ?? []);
  return [...new Set([...named, within(folder, 'src'), folder])];
}

function dependenciesOf(manifest: unknown): ReadonlySet<string> {
  const groups = [
    valueAt(manifest, 'project', 'dependencies'),
    ...Object.values(tableAt(manifest, 'project', 'optional-dependencies')),
    ...Object.values(tableAt(manifest, 'dependency-groups')),
  ];
  const own = textAt(manifest, 'project', 'name');
  const names = groups
    .flatMap((group) => textsAt({ group }, 'group'))
    .map((requirement) => /^[\w.-]+/.exec(requirement)?.[0] ?? '');
  const poetry = Object.keys(tableAt(manifest, 'tool', 'poetry', 'dependencies'));
  const all = new Set([...names, ...poetry].map(distributionName));
  // A project names itself to ask for its own extras.
  if (own !== undefined) all.delete(distributionName(own));
  return all;
}

/** As PEP 503 compares names, but for an underscore between words. */
function distributionName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '_');
}
