/** Finds where programs start and what a package gives its users: from manifests, `main` functions and the files that a language starts with. */

import { folderPath } from '../../retrieval/overview/choose-main-folder.ts';
import { maskText } from '../../core/text/mask-text.ts';
import {
  entryPointKinds,
  type EntryPoint,
  type RepositoryOverview,
} from '../../core/repositories/overview.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { FileRow, SymbolRow } from '../../ports/chunk-store.ts';
import { findStartFiles } from '../../retrieval/overview/find-start-files.ts';
import {
  joinFound,
  readManifestEntries,
  type FoundEntries,
} from '../../retrieval/overview/read-manifest-entries.ts';
import type { Services } from '../services.ts';

const maxEntryPoints = 24;
/** Packages of a monorepo whose manifests are read, those with most code first. */
const maxPackages = 15;
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
  const { entries, more } = joinFound([
    fromManifests,
    { entries: functions.map(toEntryPoint), more: 0 },
    findStartFiles(files),
  ]);
  const found = uniqueEntries(entries);
  const ordered = entryPointKinds.flatMap((kind) => found.filter((entry) => entry.kind === kind));
  return {
    entryPoints: ordered.slice(0, maxEntryPoints),
    moreEntryPoints: more + Math.max(0, ordered.length - maxEntryPoints),
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
): Promise<FoundEntries> {
  const lines = new Map<string, number>();
  for (const { role, package: folder = '', lines: count } of files)
    if (role === 'source') lines.set(folder, (lines.get(folder) ?? 0) + count);
  const packages = [...lines].toSorted((a, b) => b[1] - a[1]).map(([folder]) => folder);
  const shown = [...new Set(['', ...packages.slice(0, maxPackages)])];
  const paths = files
    .map(({ path }) => path)
    .filter((path) => manifest.test(path) && shown.includes(folderPath(path)));
  const stored = await chunkStore.readFiles(key, paths);
  const entries = stored.map((file) => {
    const text = maskText(file.text, file.masks);
    const content = manifestReader.read(file.path, text);
    return { folder: folderPath(file.path), found: readManifestEntries({ path: file.path, text, content }) };
  });
  return joinFound(
    entries.toSorted((a, b) => shown.indexOf(a.folder) - shown.indexOf(b.folder)).map(({ found }) => found),
  );
}

function toEntryPoint({ qualifiedName, path, startLine, endLine }: SymbolRow): EntryPoint {
  return { kind: 'main', name: qualifiedName, target: path, path, startLine, endLine };
}
