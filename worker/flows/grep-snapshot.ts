/** A regular expression over every line of a snapshot, bounded in results and in time. */

import { maskText } from '../core/mask-text.ts';
import type { SnapshotKey } from '../core/repository.ts';
import { splitLines } from '../core/text.ts';
import type { FileRow } from '../ports/chunk-store.ts';
import type { LinePattern } from '../ports/pattern-engine.ts';
import type { Services } from './services.ts';

export interface GrepQuery {
  readonly pattern: string;
  readonly paths: readonly string[];
  readonly languages: readonly string[];
  readonly ignoreCase: boolean;
  readonly context: number;
  readonly limit: number;
}

export interface GrepMatch {
  readonly path: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** What of `text` matched. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface GrepResult {
  readonly total: number;
  readonly truncatedBy: 'limit' | 'time' | undefined;
  readonly matches: readonly GrepMatch[];
  readonly filesSearched: number;
}

const maxMs = 5_000;
/** What is read at once; bounds what is in memory, and how long the clock stands still. */
const filesPerRead = 40;
const linesPerRead = 10_000;
/** What is shown of a longer line. */
const maxLineLength = 1_000;

/** @throws AppError `invalid_pattern` */
export async function grepSnapshot(
  services: Services,
  key: SnapshotKey,
  query: GrepQuery,
): Promise<GrepResult> {
  const pattern = services.patternEngine.compile(query.pattern, { ignoreCase: query.ignoreCase });
  const inPaths = services.glob.matcher(query.paths);
  const wanted = (await services.chunkStore.listFiles(key)).filter(
    (file) => inPaths(file.path) && (query.languages.length === 0 || query.languages.includes(file.language)),
  );
  const until = services.clock.now() + maxMs;
  const found = { total: 0, matches: [] as GrepMatch[], filesSearched: 0 };
  for (const files of inReads(wanted)) {
    const texts = await readTexts(services, key, files);
    for (const file of texts) {
      if (services.clock.now() > until) return { ...found, truncatedBy: 'time' };
      found.filesSearched += 1;
      for (const { match, whole } of matchesIn(file, pattern, query.context)) {
        found.total += 1;
        if (found.matches.length >= query.limit) continue;
        found.matches.push({ ...match, ranges: rangesIn(pattern, whole) });
      }
    }
  }
  return { ...found, truncatedBy: found.total > found.matches.length ? 'limit' : undefined };
}

function* inReads(files: readonly FileRow[]): Generator<readonly FileRow[]> {
  let read: FileRow[] = [];
  let lines = 0;
  for (const file of files) {
    if (read.length > 0 && (read.length === filesPerRead || lines + file.lines > linesPerRead)) {
      yield read;
      [read, lines] = [[], 0];
    }
    read.push(file);
    lines += file.lines;
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
  files: readonly FileRow[],
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

/** Matches with the whole of their line: what is shown of it may be cut. */
function* matchesIn(
  file: ReadText,
  pattern: LinePattern,
  context: number,
): Generator<{ match: Omit<GrepMatch, 'ranges'>; whole: string }> {
  const lines = splitLines(file.text).map((line) => line.replace(/\r?\n$/, ''));
  for (const [index, whole] of lines.entries()) {
    if (!pattern.test(whole)) continue;
    const match = {
      path: file.path,
      line: index + 1,
      language: file.language,
      text: whole.slice(0, maxLineLength),
      before: lines.slice(Math.max(0, index - context), index).map((other) => other.slice(0, maxLineLength)),
      after: lines.slice(index + 1, index + 1 + context).map((other) => other.slice(0, maxLineLength)),
    };
    yield { match, whole };
  }
}

/** Where the pattern matches in what is shown of a line. */
function rangesIn(pattern: LinePattern, whole: string): GrepMatch['ranges'] {
  return pattern
    .ranges(whole)
    .filter(({ start }) => start < maxLineLength)
    .map(({ start, end }) => ({ start, end: Math.min(end, maxLineLength) }));
}
