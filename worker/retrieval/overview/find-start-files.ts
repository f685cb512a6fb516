/**
 * Finds files that a language starts with: `__main__.py` runs with `python -m`, and `__init__.py` of an outermost package, `lib/<gem>.rb` and `src/lib.rs`
 * are what importers get.
 */

import { folderPath } from './choose-main-folder.ts';
import type { EntryPoint, EntryPointKind } from '../../core/repositories/overview.ts';
import type { FileRow } from '../../ports/chunk-store.ts';
import type { FoundEntries } from './read-manifest-entries.ts';

const maxPythonPackages = 3;
const maxRustLibraries = 15;

export function findStartFiles(files: readonly FileRow[]): FoundEntries {
  const sources = files.filter(({ role, lines }) => role === 'source' && lines > 0);
  const paths = new Set(files.map(({ path }) => path));
  const [packages, libraries] = [pythonPackages(sources, paths), rustLibraries(sources)];
  return {
    entries: [
      ...packages.slice(0, maxPythonPackages),
      ...pythonPrograms(sources, paths),
      ...gemEntries(paths),
      ...libraries.slice(0, maxRustLibraries),
    ],
    more: Math.max(0, packages.length - maxPythonPackages) + Math.max(0, libraries.length - maxRustLibraries),
  };
}

/** Outermost packages. */
function pythonPackages(sources: readonly FileRow[], paths: ReadonlySet<string>): readonly EntryPoint[] {
  const isPackage = packageTest(paths);
  const starts = sources.filter(
    ({ path }) => path.endsWith('/__init__.py') && !isPackage(folderPath(folderPath(path))),
  );
  return byLinesBelow(starts, sources).map(({ path }) =>
    startFile('export', moduleName(folderPath(path), isPackage), path),
  );
}

function pythonPrograms(sources: readonly FileRow[], paths: ReadonlySet<string>): readonly EntryPoint[] {
  const isPackage = packageTest(paths);
  return sources
    .filter(({ path }) => path.endsWith('/__main__.py') && isPackage(folderPath(path)))
    .map(({ path }) => startFile('main', `python -m ${moduleName(folderPath(path), isPackage)}`, path));
}

function packageTest(paths: ReadonlySet<string>): (folder: string) => boolean {
  return (folder) => paths.has(`${folder}/__init__.py`);
}

/** `flask.json` for `src/flask/json`, if `src` is no package. */
function moduleName(folder: string, isPackage: (folder: string) => boolean): string {
  let outermost = folder;
  while (isPackage(folderPath(outermost))) outermost = folderPath(outermost);
  const parent = folderPath(outermost);
  return folder.slice(parent === '' ? 0 : parent.length + 1).replaceAll('/', '.');
}

function gemEntries(paths: ReadonlySet<string>): readonly EntryPoint[] {
  return [...paths].flatMap((path) => {
    const [, folder = '', name] = /^(.*\/)?([\w-]+)\.gemspec$/.exec(path) ?? [];
    const start = `${folder}lib/${name}.rb`;
    return name !== undefined && paths.has(start) ? [startFile('export', name, start)] : [];
  });
}

function rustLibraries(sources: readonly FileRow[]): readonly EntryPoint[] {
  const libraries = sources.filter(({ path }) => /(?:^|\/)src\/lib\.rs$/.test(path));
  return byLinesBelow(libraries, sources).map(({ path, package: folder = '' }) =>
    startFile('export', folder === '' ? 'library' : folder, path),
  );
}

function startFile(kind: EntryPointKind, name: string, path: string): EntryPoint {
  return { kind, name, target: path, path, startLine: 1, endLine: 1 };
}

/** Files whose folder contains most code come first. */
function byLinesBelow(starts: readonly FileRow[], sources: readonly FileRow[]): readonly FileRow[] {
  const linesBelow = (start: string): number =>
    sources.reduce(
      (sum, { path, lines }) => (path.startsWith(`${folderPath(start)}/`) ? sum + lines : sum),
      0,
    );
  return starts
    .map((file) => ({ file, lines: linesBelow(file.path) }))
    .toSorted((a, b) => b.lines - a.lines)
    .map(({ file }) => file);
}
