/**
 * Matches a regular expression against every line of a snapshot, within a limit of results and of time. Other requests run between slices
 * of the search, and it stops within a file, and within a line, when its time is over.
 */

import { maskText } from '../../core/mask-text.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import { splitLines } from '../../core/text.ts';
import type { ListedFile } from '../../ports/chunk-store.ts';
import type { LineMatch, LinePattern } from '../../ports/pattern-engine.ts';
import type { Services } from '../services.ts';
import { createWorkQueue } from './work-queue.ts';

export interface GrepQuery {
  readonly pattern: string;
  readonly paths: readonly string[];
  readonly languages: readonly string[];
  readonly ignoreCase: boolean;
  readonly context: number;
  readonly limit: number;
  /** Stops the search: nobody waits for the result any more. */
  readonly signal?: AbortSignal | undefined;
}

export interface GrepMatch {
  readonly path: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** The parts of `text` that match. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface GrepResult {
  readonly total: number;
  readonly truncatedBy: 'limit' | 'time' | undefined;
  readonly matches: readonly GrepMatch[];
  /** Files searched to their end. */
  readonly filesSearched: number;
  /** Files not searched: their stored text does not match its hash. */
  readonly damaged: readonly string[];
}

const maxMs = 5_000;
/** Each search may hold some MB and takes a slice of the thread before any other request gets its turn. */
const searches = createWorkQueue({ atOnce: 2, leaseMs: 2 * maxMs });
/** Bounds of what is read at once: memory, and how long the database works on one statement. */
const filesPerRead = 40;
const bytesPerRead = 400_000;
/** Characters shown of a longer line. */
const maxLineLength = 1_000;

/** A search in progress. */
interface Search {
  readonly pattern: LinePattern;
  readonly query: GrepQuery;
  readonly matches: GrepMatch[];
  total: number;
  filesSearched: number;
  readonly damaged: Set<string>;
  /** Lets other requests run. @returns whether the search must stop. */
  pause(): Promise<boolean>;
}

/**
 * Two searches run at a time, the others wait in order; the time of one that waits does not run.
 * @throws AppError `invalid_pattern`
 */
export async function grepSnapshot(
  services: Services,
  key: SnapshotKey,
  query: GrepQuery,
): Promise<GrepResult> {
  const pattern = services.patternEngine.compile(query.pattern, { ignoreCase: query.ignoreCase });
  const inPaths = services.glob.matcher(query.paths);
  const result = await searches.run(services.clock, query.signal, async () => {
    const search = beginSearch(services, pattern, query);
    const selected = (await services.chunkStore.listFiles(key)).filter(
      (file) =>
        inPaths(file.path) && (query.languages.length === 0 || query.languages.includes(file.language)),
    );
    return searchAll(services, key, search, selected);
  });
  return result ?? resultOf(beginSearch(services, pattern, query), 'time');
}

/** Its time begins now. */
function beginSearch({ clock }: Services, pattern: LinePattern, query: GrepQuery): Search {
  const until = clock.now() + maxMs;
  const pause = async (): Promise<boolean> => {
    await clock.nextTurn();
    return query.signal?.aborted === true || clock.now() > until;
  };
  return { pattern, query, matches: [], total: 0, filesSearched: 0, damaged: new Set(), pause };
}

async function searchAll(
  services: Services,
  key: SnapshotKey,
  search: Search,
  selected: readonly ListedFile[],
): Promise<GrepResult> {
  for (const files of inReads(selected)) {
    for (const file of await readTexts(services, { ...key, damaged: search.damaged }, files)) {
      if (!(await searchFile(search, file))) return resultOf(search, 'time');
    }
    if (await search.pause()) return resultOf(search, 'time');
  }
  return resultOf(search, search.total > search.matches.length ? 'limit' : undefined);
}

function resultOf(
  { total, matches, filesSearched, damaged }: Search,
  truncatedBy: GrepResult['truncatedBy'],
): GrepResult {
  return { total, matches, filesSearched, damaged: [...damaged], truncatedBy };
}

function* inReads(files: readonly ListedFile[]): Generator<readonly ListedFile[]> {
  let read: ListedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (read.length > 0 && (read.length === filesPerRead || bytes + file.bytes > bytesPerRead)) {
      yield read;
      [read, bytes] = [[], 0];
    }
    read.push(file);
    bytes += file.bytes;
  }
  if (read.length > 0) yield read;
}

interface ReadText {
  readonly path: string;
  readonly language: string;
  readonly text: string;
}

async function readTexts(
  services: Services,
  key: SnapshotKey,
  files: readonly ListedFile[],
): Promise<readonly ReadText[]> {
  const stored = await services.chunkStore.readFiles(
    key,
    files.map((file) => file.path),
  );
  const shown = new Map(stored.map((file) => [file.path, maskText(file.text, file.masks)]));
  // In the order of the list, whatever that of the rows: what a limit cuts off must not depend on it.
  return files.flatMap(({ path, language }) => {
    const text = shown.get(path);
    return text === undefined ? [] : [{ path, language, text }];
  });
}

/** @returns whether the file was searched to its end. */
async function searchFile(search: Search, file: ReadText): Promise<boolean> {
  const { matches, pattern, query } = search;
  let lines: readonly string[] | undefined;
  for (const found of pattern.lines(file.text)) {
    if (found === undefined) {
      if (await search.pause()) return false;
      continue;
    }
    search.total += 1;
    if (matches.length >= query.limit) continue;
    const ranges = await rangesIn(search, found.text);
    if (query.context > 0) lines ??= splitLines(file.text);
    matches.push({ ...matchOf(file, found, ranges), ...linesAround(lines ?? [], found.line, query.context) });
  }
  search.filesSearched += 1;
  return true;
}

function matchOf(
  { path, language }: ReadText,
  { line, text }: LineMatch,
  ranges: GrepMatch['ranges'],
): Omit<GrepMatch, 'before' | 'after'> {
  return { path, line, language, text: text.slice(0, maxLineLength), ranges };
}

function linesAround(
  lines: readonly string[],
  line: number,
  context: number,
): Pick<GrepMatch, 'before' | 'after'> {
  const shown = (from: number, to: number): readonly string[] =>
    lines.slice(from, to).map((other) => other.replace(/\r?\n$/, '').slice(0, maxLineLength));
  return { before: shown(Math.max(0, line - 1 - context), line - 1), after: shown(line, line + context) };
}

/** Where the pattern matches in what is shown of a line; what was found until then when the time is over. */
async function rangesIn({ pattern, pause }: Search, line: string): Promise<GrepMatch['ranges']> {
  const ranges: { start: number; end: number }[] = [];
  for (const range of pattern.ranges(line, maxLineLength)) {
    if (range !== undefined) ranges.push({ start: range.start, end: Math.min(range.end, maxLineLength) });
    else if (await pause()) break;
  }
  return ranges;
}
