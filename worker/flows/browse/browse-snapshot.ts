/** Reads files, coverage and symbols of a published snapshot. All results have their secrets masked. */

import { AppError } from '../../core/errors.ts';
import { isMasked, maskText } from '../../core/text/mask-text.ts';
import type { Repository, SnapshotKey } from '../../core/repositories/repository.ts';
import { splitLines } from '../../core/text/decode-text.ts';
import { parsePageOutline, type PageOutline } from '../../ingestion/web/page-file.ts';
import type { FileRow, StoredFile, SymbolRow } from '../../ports/chunk-store.ts';
import { matchPaths } from '../../retrieval/paths/match-paths.ts';
import type { TextRange } from '../../retrieval/paths/text-range.ts';
import { resolveReexportedName } from '../graph/resolve-reexport.ts';
import type { Services } from '../services.ts';

export type { StoredFile, SymbolRow } from '../../ports/chunk-store.ts';

export interface TreeLevel {
  readonly folders: readonly { readonly name: string; readonly path: string; readonly files: number }[];
  readonly files: readonly FileRow[];
}

/** Lists one level of the tree. `folder` is empty for the root. @throws AppError `file_not_found` if the folder contains no file */
export async function listFolder(
  services: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  folder: string,
): Promise<TreeLevel> {
  const prefix = folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`;
  const filesInFolder = (await services.chunkStore.listFiles(key)).filter((file) =>
    file.path.startsWith(prefix),
  );
  if (filesInFolder.length === 0 && folder !== '') throw fileNotFound(folder);
  const folders = new Map<string, number>();
  const files: FileRow[] = [];
  for (const file of filesInFolder) {
    const rest = file.path.slice(prefix.length);
    const slash = rest.indexOf('/');
    if (slash < 0) files.push(file);
    else folders.set(rest.slice(0, slash), (folders.get(rest.slice(0, slash)) ?? 0) + 1);
  }
  return {
    folders: [...folders]
      .map(([name, count]) => ({ name, path: prefix + name, files: count }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    files,
  };
}

/** Maximum number of paths that one search returns. */
const maxPathMatches = 200;
/** After this time, the closest of the paths compared so far are returned. */
const maxCompareMs = 150;

interface FoundPaths {
  readonly total: number;
  /** There are more paths, or the time ended before every path was compared. */
  readonly truncated: boolean;
  /** No path contains every word; these are the closest ones. */
  readonly approximate: boolean;
  /** `ranges` are the matched parts of the path; none for a glob. */
  readonly files: readonly (FileRow & { readonly ranges: readonly TextRange[] })[];
}

/**
 * Finds files whose path contains every word of `match`, ignoring letter case, or the closest paths if there are none. The best match comes
 * first. `match` may be a glob.
 */
export async function findPaths(
  services: Pick<Services, 'chunkStore' | 'glob' | 'clock'>,
  key: SnapshotKey,
  { match, signal }: { readonly match: string; readonly signal?: AbortSignal | undefined },
): Promise<FoundPaths> {
  const { chunkStore, clock } = services;
  const files = await chunkStore.listFiles(key);
  if (/[*?[{]/.test(match)) {
    const matches = services.glob.matcher([match]);
    const found = files
      .filter((file) => matches(file.path))
      .toSorted((a, b) => a.path.length - b.path.length);
    return {
      total: found.length,
      truncated: found.length > maxPathMatches,
      approximate: false,
      files: found.slice(0, maxPathMatches).map((file) => ({ ...file, ranges: [] })),
    };
  }
  const until = clock.now() + maxCompareMs;
  const pause = async (): Promise<boolean> => {
    await clock.yieldToEventLoop();
    return signal?.aborted === true || clock.now() > until;
  };
  const found = await matchPaths(files, match, { maxMatches: maxPathMatches, pause });
  const { isApproximate, isIncomplete, total, matches } = found;
  return {
    total,
    truncated: total > maxPathMatches || isIncomplete,
    approximate: isApproximate && (total > 0 || isIncomplete),
    files: matches.map(({ file, ranges }) => ({ ...file, ranges })),
  };
}

/** Reads a whole file with masked secrets. @throws AppError `file_not_found` */
export async function readFile(
  services: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  path: string,
): Promise<StoredFile> {
  const file = await services.chunkStore.readFile(key, path);
  if (file === undefined) throw fileNotFound(path);
  return { ...file, text: maskText(file.text, file.masks) };
}

/** Reads the outline of the web page that a file was made from. @returns undefined for files of other sources */
export function readPageOutline(
  { source }: Pick<Repository, 'source'>,
  { text }: Pick<StoredFile, 'text'>,
): PageOutline | undefined {
  return source.kind === 'web' ? parsePageOutline(splitLines(text)) : undefined;
}

/** Selects definitions by name, by file, or by both. */
interface SymbolQuery {
  readonly name: string | undefined;
  readonly path: string | undefined;
  /** `prefix`: the name is the beginning of a definition's name. */
  readonly match?: 'exact' | 'prefix' | undefined;
  /** Maximum number of definitions for a prefix. */
  readonly limit?: number | undefined;
}

/**
 * Finds definitions by name, by file, or by both. A name that nothing defines may be a re-export, which is resolved to its definition.
 * @throws AppError `invalid_request` if neither is given; `file_not_found`
 */
export async function findSymbols(
  services: Pick<Services, 'chunkStore' | 'graphStore'>,
  key: SnapshotKey,
  { name, path, match, limit = services.chunkStore.maxPrefixMatches }: SymbolQuery,
): Promise<readonly SymbolRow[]> {
  if (path !== undefined && (await services.graphStore.fileNodes(key, [path])).length === 0)
    throw fileNotFound(path);
  if (path !== undefined) {
    const outline = await services.chunkStore.symbolsOfFile(key, path);
    if (name === undefined) return outline;
    return match === 'prefix'
      ? outline.filter((symbol) => matchesNamePrefix(symbol, name)).slice(0, limit)
      : outline.filter((symbol) => matchesSymbolName(symbol, name));
  }
  if (name !== undefined && match === 'prefix')
    return services.chunkStore.symbolsWithPrefix(key, name, limit);
  if (name !== undefined) {
    const found = await services.chunkStore.findSymbols(key, [name]);
    return found.length > 0 ? found : resolveReexportedName(services, key, name);
  }
  throw new AppError(
    'invalid_request',
    'Neither `name` nor `path` is given. Set `name` to find a definition, or `path` to list a file.',
    { details: { problems: [{ field: 'name', problem: 'is required without `path`' }] } },
  );
}

/** Matches the qualified name or the end of it, ignoring letter case, as the store does. */
export function matchesSymbolName(symbol: SymbolRow, name: string): boolean {
  return `.${symbol.qualifiedName}`.toLowerCase().endsWith(`.${name}`.toLowerCase());
}

/** Matches the beginning of the bare name, after the same qualifier if one is given. */
function matchesNamePrefix({ name, qualifiedName }: SymbolRow, beginning: string): boolean {
  const normalized = beginning.replace(/\.+$/, '').toLowerCase();
  const nameParts = normalized.split('.');
  const prefix = qualifiedName.slice(0, qualifiedName.length - name.length).toLowerCase();
  const qualifier = nameParts.slice(0, -1).join('.');
  return (
    name.toLowerCase().startsWith(nameParts.at(-1) ?? '') &&
    (qualifier === '' || `.${prefix}`.endsWith(`.${qualifier}.`))
  );
}

type Coverage = Awaited<ReturnType<Services['chunkStore']['coverage']>> & {
  /** Files with more references than the graph stores per file. */
  readonly cut: readonly string[];
};

/** Lists the skipped files with reasons, the lines of masked secrets, and the files truncated in the graph. */
export async function readCoverage(
  { chunkStore, graphStore }: Pick<Services, 'chunkStore' | 'graphStore'>,
  key: SnapshotKey,
): Promise<Coverage> {
  const [coverage, files, cut] = await Promise.all([
    chunkStore.coverage(key),
    chunkStore.listFiles(key),
    graphStore.truncatedFiles(key),
  ]);
  const named = [...files, ...coverage.skipped].filter(({ path }) => isMasked(path));
  const masked = [...named.map(({ path }) => ({ path, line: 1, rule: 'file-name' })), ...coverage.masked];
  return { ...coverage, masked, cut: cut.map(({ path }) => path) };
}

function fileNotFound(path: string): AppError {
  return new AppError(
    'file_not_found',
    `There is no file or folder ${JSON.stringify(path)} in this snapshot.`,
    { details: { path } },
  );
}
