/**
 * Matches a regular expression against every line of a snapshot, up to a limit of results and of time. Other requests run between slices
 * of the search. At its time limit, the search stops even within a file or a line.
 */

import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { splitLines } from '../../core/text/decode-text.ts';
import type { ListedFile } from '../../ports/chunk-store.ts';
import type { LineMatch, LinePattern } from '../../ports/pattern-engine.ts';
import type { Services } from '../services.ts';
import { readTexts, splitIntoReads, type ReadText } from './read-texts.ts';
import { createWorkQueue } from './work-queue.ts';
import { createPathTest } from './search-filters.ts';
import { createValueTest } from './split-exclusions.ts';

export interface GrepQuery {
  readonly pattern: string;
  readonly paths: readonly string[];
  readonly languages: readonly string[];
  readonly ignoreCase: boolean;
  readonly context: number;
  readonly limit: number;
  /** Aborts when the caller no longer waits for the result. */
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
  /** Number of files that were searched completely. */
  readonly filesSearched: number;
  /** Paths of files that were not searched, since their stored text does not match its hash. */
  readonly damaged: readonly string[];
}

const maxMs = 5_000;
/** Limits parallel searches, since each may use some MB and blocks the thread for a slice at a time. */
const searches = createWorkQueue({ atOnce: 2, leaseMs: 2 * maxMs });
/** Maximum characters shown of a line. */
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
 * At most two searches run at a time, and later searches wait in order. The time limit of a search starts when it runs.
 * @throws AppError `invalid_pattern`
 */
export async function grepSnapshot(
  services: Services,
  key: SnapshotKey,
  query: GrepQuery,
): Promise<GrepResult> {
  const pattern = services.patternEngine.compile(query.pattern, { ignoreCase: query.ignoreCase });
  const matchesPaths = createPathTest(services, query.paths);
  const matchesLanguage = createValueTest(query.languages);
  const result = await searches.run(services.clock, query.signal, async () => {
    const search = beginSearch(services, pattern, query);
    const selected = (await services.chunkStore.listFiles(key)).filter(
      (file) => matchesPaths(file.path) && matchesLanguage([file.language]),
    );
    return searchAll(services, key, search, selected);
  });
  return result ?? toResult(beginSearch(services, pattern, query), 'time');
}

/** Starts the time limit. */
function beginSearch({ clock }: Services, pattern: LinePattern, query: GrepQuery): Search {
  const until = clock.now() + maxMs;
  const pause = async (): Promise<boolean> => {
    await clock.yieldToEventLoop();
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
  for (const files of splitIntoReads(selected)) {
    for (const file of await readTexts(services, { ...key, damaged: search.damaged }, files)) {
      if (!(await searchFile(search, file))) return toResult(search, 'time');
    }
    if (await search.pause()) return toResult(search, 'time');
  }
  return toResult(search, search.total > search.matches.length ? 'limit' : undefined);
}

function toResult(
  { total, matches, filesSearched, damaged }: Search,
  truncatedBy: GrepResult['truncatedBy'],
): GrepResult {
  return { total, matches, filesSearched, damaged: [...damaged], truncatedBy };
}

/** @returns whether the file was searched completely */
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
    const ranges = await findRanges(search, found.text);
    if (query.context > 0) lines ??= splitLines(file.text);
    matches.push({
      ...toMatch(file, found, ranges),
      ...selectContextLines(lines ?? [], found.line, query.context),
    });
  }
  search.filesSearched += 1;
  return true;
}

function toMatch(
  { path, language }: ReadText,
  { line, text }: LineMatch,
  ranges: GrepMatch['ranges'],
): Omit<GrepMatch, 'before' | 'after'> {
  return { path, line, language, text: text.slice(0, maxLineLength), ranges };
}

function selectContextLines(
  lines: readonly string[],
  line: number,
  context: number,
): Pick<GrepMatch, 'before' | 'after'> {
  const shown = (from: number, to: number): readonly string[] =>
    lines.slice(from, to).map((other) => other.replace(/\r?\n$/, '').slice(0, maxLineLength));
  return { before: shown(Math.max(0, line - 1 - context), line - 1), after: shown(line, line + context) };
}

/** Finds the matches in the shown part of a line. Incomplete if the time is over. */
async function findRanges({ pattern, pause }: Search, line: string): Promise<GrepMatch['ranges']> {
  const ranges: { start: number; end: number }[] = [];
  for (const range of pattern.ranges(line, maxLineLength)) {
    if (range !== undefined) ranges.push({ start: range.start, end: Math.min(range.end, maxLineLength) });
    else if (await pause()) break;
  }
  return ranges;
}
