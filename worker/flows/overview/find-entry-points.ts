/** Finds where programs start and what a package gives its users: from manifests, `main` functions and the files that a language starts with. */

import { maskText } from '../../core/text/mask-text.ts';
import {
  entryPointKinds,
  type EntryPoint,
  type RepositoryOverview,
} from '../../core/repositories/overview.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { FileRow, SymbolRow } from '../../ports/chunk-store.ts';
import { readManifestEntries } from '../../retrieval/overview/read-manifest-entries.ts';
import type { Services } from '../services.ts';

const maxEntryPoints = 24;
/** Packages of a monorepo whose manifests are read, those with most code first. */
const maxPackages = 15;
const maxPythonPackages = 3;
const manifest = /(?:^|\/)(?:package\.json|composer\.json|pyproject\.toml|Cargo\.toml|go\.mod)$/;
/** Functions in these languages start a program by their name; in others, the name is only a habit. */
const mainFunction: readonly { readonly path: RegExp; readonly matches: (symbol: SymbolRow) => boolean }[] = [
  {
    path: /\.(?:go|c|cc|cpp)$/,
    matches: ({ qualifiedName, kind }) => qualifiedName === 'main' && kind === 'function',
  },
  {
    path: /(?:^|\/)(?:src\/main|src\/bin\/[^/]+|src\/bin\/[^/]+\/main)\.rs$/,
    matches: ({ qualifiedName, kind }) => qualifiedName === 'main' && kind === 'function',
  },
  { path: /\.java$/, matches: ({ name, signature }) => name === 'main' && /\bstatic\b/.test(signature) },
  { path: /\.cs$/, matches: ({ name, signature }) => name === 'Main' && /\bstatic\b/.test(signature) },
  { path: /\.kt$/, matches: ({ qualifiedName }) => qualifiedName === 'main' },
];

export async function findEntryPoints(
  services: Pick<Services, 'chunkStore' | 'manifestReader'>,
  key: SnapshotKey,
  files: readonly FileRow[],
): Promise<Pick<RepositoryOverview, 'entryPoints' | 'moreEntryPoints'>> {
  const [fromManifests, mains] = await Promise.all([
    readManifests(services, key, files),
    services.chunkStore.findSymbols(key, ['main']),
  ]);
  const functions = mains.filter(
    (symbol) =>
      symbol.role === 'source' &&
      mainFunction.some(({ path, matches }) => path.test(symbol.path) && matches(symbol)),
  );
  const found = uniqueEntries([...fromManifests, ...functions.map(toEntryPoint), ...findStartFiles(files)]);
  const ordered = entryPointKinds.flatMap((kind) => found.filter((entry) => entry.kind === kind));
  return {
    entryPoints: ordered.slice(0, maxEntryPoints),
    moreEntryPoints: Math.max(0, ordered.length - maxEntryPoints),
  };
}

/** Packages of a monorepo may install the same command. */
function uniqueEntries(entries: readonly EntryPoint[]): readonly EntryPoint[] {
  const byName = new Map<string, EntryPoint>();
  for (const entry of entries) {
    const name = entry.kind === 'main' ? `${entry.path}:${entry.startLine}` : `${entry.kind} ${entry.name}`;
    if (!byName.has(name)) byName.set(name, entry);
  }
  return [...byName.values()];
}

async function readManifests(
  { chunkStore, manifestReader }: Pick<Services, 'chunkStore' | 'manifestReader'>,
  key: SnapshotKey,
  files: readonly FileRow[],
): Promise<readonly EntryPoint[]> {
  const lines = new Map<string, number>();
  for (const { role, package: folder = '', lines: count } of files)
    if (role === 'source') lines.set(folder, (lines.get(folder) ?? 0) + count);
  const packages = [...lines].toSorted((a, b) => b[1] - a[1]).map(([folder]) => folder);
  const shown = [...new Set(['', ...packages.slice(0, maxPackages)])];
  const paths = files
    .map(({ path }) => path)
    .filter((path) => manifest.test(path) && shown.includes(folderOf(path)));
  const stored = await chunkStore.readFiles(key, paths);
  const entries = stored.map((file) => {
    const text = maskText(file.text, file.masks);
    const content = manifestReader.read(file.path, text);
    return { folder: folderOf(file.path), found: readManifestEntries({ path: file.path, text, content }) };
  });
  return entries
    .toSorted((a, b) => shown.indexOf(a.folder) - shown.indexOf(b.folder))
    .flatMap(({ found }) => found);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function toEntryPoint({ qualifiedName, path, startLine, endLine }: SymbolRow): EntryPoint {
  return { kind: 'main', name: qualifiedName, target: path, path, startLine, endLine };
}

/** `__main__.py` runs with `python -m`; `__init__.py` of the outermost package is what Python imports; `lib/<gem>.rb` and `src/lib.rs` are the roots of libraries. */
function findStartFiles(files: readonly FileRow[]): readonly EntryPoint[] {
  const sources = files.filter(({ role, lines }) => role === 'source' && lines > 0);
  const paths = new Set(files.map(({ path }) => path));
  const isPythonPackage = (folder: string): boolean => paths.has(`${folder}/__init__.py`);
  const toModule = (folder: string): string => {
    const parts = folder.split('/');
    const start = parts.findIndex((_, index) =>
      parts.slice(index).every((__, next) => isPythonPackage(parts.slice(0, index + next + 1).join('/'))),
    );
    return parts.slice(Math.max(0, start)).join('.');
  };
  const at = (path: string): Pick<EntryPoint, 'path' | 'startLine' | 'endLine'> => ({
    path,
    startLine: 1,
    endLine: 1,
  });
  const programs = sources
    .filter(({ path }) => path.endsWith('/__main__.py') && isPythonPackage(folderOf(path)))
    .map(({ path }): EntryPoint => ({
      kind: 'main',
      name: `python -m ${toModule(folderOf(path))}`,
      target: path,
      ...at(path),
    }));
  const packages = sources
    .filter(({ path }) => path.endsWith('/__init__.py') && !isPythonPackage(folderOf(folderOf(path))))
    .map(({ path }) => ({ path, lines: linesBelow(folderOf(path), sources) }))
    .toSorted((a, b) => b.lines - a.lines)
    .slice(0, maxPythonPackages)
    .map(({ path }): EntryPoint => ({
      kind: 'export',
      name: toModule(folderOf(path)),
      target: path,
      ...at(path),
    }));
  const libraries = sources
    .filter(({ path }) => /(?:^|\/)src\/lib\.rs$/.test(path))
    .toSorted((a, b) => linesBelow(folderOf(b.path), sources) - linesBelow(folderOf(a.path), sources))
    .slice(0, maxPackages)
    .map(({ path, package: folder = '' }): EntryPoint => ({
      kind: 'export',
      name: folder === '' ? 'library' : folder,
      target: path,
      ...at(path),
    }));
  const gems = files.flatMap(({ path }): EntryPoint[] => {
    const [, folder = '', name] = /^(.*\/)?([\w-]+)\.gemspec$/.exec(path) ?? [];
    const start = `${folder}lib/${name}.rb`;
    return name !== undefined && paths.has(start)
      ? [{ kind: 'export', name, target: start, ...at(start) }]
      : [];
  });
  return [...packages, ...gems, ...libraries, ...programs];
}

function linesBelow(folder: string, sources: readonly FileRow[]): number {
  return sources.reduce((sum, { path, lines }) => (path.startsWith(`${folder}/`) ? sum + lines : sum), 0);
}
