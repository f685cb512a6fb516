/** Files, coverage and symbols of a published state. Whatever leaves here has its secrets masked. */

import { AppError } from '../../core/errors.ts';
import { isMasked, maskText } from '../../core/mask-text.ts';
import type { Repository, SnapshotKey } from '../../core/repository.ts';
import { splitLines } from '../../core/text.ts';
import { outlineOfPage, type PageOutline } from '../../ingestion/web/page-file.ts';
import type { FileRow, StoredFile, SymbolRow } from '../../ports/chunk-store.ts';
import { definitionsGivenOut } from '../graph/definitions-given-out.ts';
import type { Services } from '../services.ts';

export type { StoredFile, SymbolRow } from '../../ports/chunk-store.ts';

export interface TreeLevel {
  readonly folders: readonly { readonly name: string; readonly path: string; readonly files: number }[];
  readonly files: readonly FileRow[];
}

/** One level of the tree; `folder` is empty for the root. @throws AppError `file_not_found` when no file lies below it. */
export async function listFolder(
  services: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  folder: string,
): Promise<TreeLevel> {
  const prefix = folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`;
  const below = (await services.chunkStore.listFiles(key)).filter((file) => file.path.startsWith(prefix));
  if (below.length === 0 && folder !== '') throw fileNotFound(folder);
  const folders = new Map<string, number>();
  const files: FileRow[] = [];
  for (const file of below) {
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

/** Most paths one search answers. */
const maxPathMatches = 200;

/**
 * Files whose path holds every word of `match`, letter case ignored; the closest to the file's name first. A glob works too.
 */
export async function findPaths(
  services: Pick<Services, 'chunkStore' | 'glob'>,
  key: SnapshotKey,
  match: string,
): Promise<{ total: number; truncated: boolean; files: readonly FileRow[] }> {
  const files = await services.chunkStore.listFiles(key);
  const isGlob = /[*?[{]/.test(match);
  const words = match
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const matches = isGlob
    ? services.glob.matcher([match])
    : (path: string) => words.every((word) => path.toLowerCase().includes(word));
  const found = files
    .filter((file) => matches(file.path))
    .sort((a, b) => closeness(b, words) - closeness(a, words));
  return {
    total: found.length,
    truncated: found.length > maxPathMatches,
    files: found.slice(0, maxPathMatches),
  };
}

/** The whole name beats its beginning, that beats a part of it, and a short path beats a long one. */
function closeness(file: FileRow, words: readonly string[]): number {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1).toLowerCase();
  const ofWord = (word: string): number =>
    name === word ? 4 : name.startsWith(word) ? 3 : name.includes(word) ? 2 : 0;
  return words.reduce((sum, word) => sum + ofWord(word), 0) - file.path.length / 1000;
}

/** A whole file, secrets masked. @throws AppError `file_not_found` */
export async function readFile(
  services: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  path: string,
): Promise<StoredFile> {
  const file = await services.chunkStore.readFile(key, path);
  if (file === undefined) throw fileNotFound(path);
  return { ...file, text: maskText(file.text, file.masks) };
}

/** The page of the web a file was made from; undefined of a file of any other source. */
export function pageOfFile(
  { source }: Pick<Repository, 'source'>,
  { text }: Pick<StoredFile, 'text'>,
): PageOutline | undefined {
  return source.kind === 'web' ? outlineOfPage(splitLines(text)) : undefined;
}

/** What is asked of definitions: a name, a file, or both. */
interface WantedSymbols {
  readonly name: string | undefined;
  readonly path: string | undefined;
  /** `prefix`: the name is the beginning of one. */
  readonly match?: 'exact' | 'prefix' | undefined;
  /** Of a beginning, definitions told at most. */
  readonly limit?: number | undefined;
}

/**
 * Definitions of a name, of a file, or of a name in a file. A name that nothing is defined by may be one that is given out: the
 * definitions are then those it stands for.
 * @throws AppError `invalid_request` when neither is given; `file_not_found`
 */
export async function findSymbols(
  services: Pick<Services, 'chunkStore' | 'graphStore'>,
  key: SnapshotKey,
  { name, path, match, limit = services.chunkStore.maxBeginning }: WantedSymbols,
): Promise<readonly SymbolRow[]> {
  if (path !== undefined && (await services.graphStore.fileNodes(key, [path])).length === 0)
    throw fileNotFound(path);
  if (path !== undefined) {
    const outline = await services.chunkStore.symbolsOfFile(key, path);
    if (name === undefined) return outline;
    return match === 'prefix'
      ? outline.filter((symbol) => begins(symbol, name)).slice(0, limit)
      : outline.filter((symbol) => isCalled(symbol, name));
  }
  if (name !== undefined && match === 'prefix') return services.chunkStore.symbolsBeginning(key, name, limit);
  if (name !== undefined) {
    const found = await services.chunkStore.findSymbols(key, [name]);
    return found.length > 0 ? found : definitionsGivenOut(services, key, name);
  }
  throw new AppError(
    'invalid_request',
    'Neither `name` nor `path` is given: name a definition with `name`, or a file with `path`.',
    { details: { problems: [{ field: 'name', problem: 'needed where there is no `path`' }] } },
  );
}

/** By its bare or qualified name or the end of that, letter case ignored, as the store finds names. */
export function isCalled(symbol: SymbolRow, name: string): boolean {
  return `.${symbol.qualifiedName}`.toLowerCase().endsWith(`.${name}`.toLowerCase());
}

/** By the beginning of its bare name, or of that after the same qualifier. */
function begins({ name, qualifiedName }: SymbolRow, beginning: string): boolean {
  const bare = beginning.replace(/\.+$/, '').toLowerCase();
  const typed = bare.split('.');
  const own = qualifiedName.slice(0, qualifiedName.length - name.length).toLowerCase();
  const qualifier = typed.slice(0, -1).join('.');
  return (
    name.toLowerCase().startsWith(typed.at(-1) ?? '') &&
    (qualifier === '' || `.${own}`.endsWith(`.${qualifier}.`))
  );
}

type Coverage = Awaited<ReturnType<Services['chunkStore']['coverage']>> & {
  /** Files that name more than the graph holds of one. */
  readonly cut: readonly string[];
};

/** What was skipped, with reasons, where secrets were masked, and what the graph holds a part of. */
export async function readCoverage(
  { chunkStore, graphStore }: Pick<Services, 'chunkStore' | 'graphStore'>,
  key: SnapshotKey,
): Promise<Coverage> {
  const [coverage, files, cut] = await Promise.all([
    chunkStore.coverage(key),
    chunkStore.listFiles(key),
    graphStore.filesCut(key),
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
