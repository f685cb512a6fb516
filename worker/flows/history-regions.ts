/** What a question of the past is about, as lines of the version: those it points at, the definition it names, or what answers it. */

import { AppError } from '../core/errors.ts';
import type { SpanPosition } from '../core/evidence.ts';
import type { SymbolRow } from '../ports/chunk-store.ts';
import { filesAt } from '../retrieval/files-at.ts';
import type { HistoryQuestion } from '../retrieval/history/read-history-question.ts';
import { blockOfName } from '../retrieval/history/block-of-name.ts';
import { linesHolding, namesBeside } from '../retrieval/history/lines-of-deed.ts';
import { weighLines } from '../retrieval/history/weigh-lines.ts';
import type { WeighedSpan } from '../retrieval/history/weigh-lineages.ts';
import { readSpans } from '../retrieval/read-spans.ts';
import { findFocus } from './graph/find-focus.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Finding } from './retrieve.ts';
import type { Services } from './services.ts';

/** Lines, a definition or a file asked about by name. */
export interface NamedRegion {
  readonly path?: string | undefined;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  readonly symbol?: string | undefined;
}

export type RegionSpan = WeighedSpan & {
  /** The definition it is, where it is one. */
  readonly symbol: string | undefined;
  /** It is all of a file. */
  readonly isFile?: boolean;
};

/** Definitions of a name that are looked at. */
const definitionsTaken = 3;
/** Names without a symbol that are looked for in what was found. */
const namesSought = 3;
/** Spans found that are looked at. */
const spansTaken = 6;
/** Longer ones count by their first lines: no lineage of a whole file is read for one name. */
const longestSpan = 3_000;

/** @throws AppError `symbol_not_found` | `file_not_found` | `invalid_request` for lines the file has not */
export async function regionNamed(
  services: Pick<Services, 'chunkStore' | 'graphStore'>,
  { key }: ResolvedSnapshot,
  region: NamedRegion,
): Promise<readonly RegionSpan[]> {
  if (region.symbol !== undefined) {
    const { node } = await findFocus(services, key, { named: region, mayBePackage: false });
    const symbols = await services.chunkStore.symbolsOfFile(key, node.path);
    const found = symbols.filter(
      ({ startLine, qualifiedName }) => startLine === node.startLine && qualifiedName === node.symbol,
    );
    return found.slice(0, 1).map((symbol) => spanOfSymbol(symbol));
  }
  const [file] = filesAt(await services.chunkStore.listFiles(key), region.path ?? '');
  if (file === undefined)
    throw new AppError(
      'file_not_found',
      `There is no file ${JSON.stringify(region.path)} in this snapshot.`,
      {
        details: { path: region.path },
      },
    );
  const startLine = region.startLine ?? 1;
  const endLine = region.endLine ?? region.startLine ?? Math.max(1, file.lines);
  if (endLine > Math.max(1, file.lines) || startLine > endLine)
    throw new AppError(
      'invalid_request',
      `${file.path} has ${file.lines} lines; asked for ${startLine} to ${endLine}.`,
      {
        details: { problems: [{ field: 'endLine', problem: `must be at most ${file.lines}` }] },
      },
    );
  return [evenly({ path: file.path, startLine, endLine }, 1)];
}

/** The lines a question points at itself; undefined where it points at none that are there. */
export async function regionPointedAt(
  services: Pick<Services, 'chunkStore'>,
  { key }: ResolvedSnapshot,
  { lines }: HistoryQuestion,
): Promise<readonly RegionSpan[] | undefined> {
  if (lines === undefined) return undefined;
  const [file] = filesAt(await services.chunkStore.listFiles(key), lines.path);
  if (file === undefined || lines.startLine > file.lines) return undefined;
  const endLine = Math.min(lines.endLine, file.lines);
  return [evenly({ path: file.path, startLine: lines.startLine, endLine }, 1)];
}

/** Definitions meant by name, and failing that, or where a reason is asked for, the spans that answer best. */
export async function regionFound(
  services: Pick<Services, 'chunkStore'>,
  { key }: ResolvedSnapshot,
  finding: Finding,
  asked: HistoryQuestion,
): Promise<readonly RegionSpan[]> {
  const file = asked.isOfWriters ? await fileMeant(services, key, finding) : undefined;
  if (file !== undefined) return [file];
  const { frequencies } = finding.retrieved;
  const weight = (word: string): number => 1 / (1 + (frequencies.get(word) ?? 0));
  const { terms } = finding.question;
  const isOfDefinition = asked.aspect === 'introduced' || asked.aspect === 'last';
  const named = definitionsMeant(finding).map((symbol) => spanOfSymbol(symbol));
  if (isOfDefinition && named.length > 0) {
    const deeds = await deedsWithin(services, key, finding);
    return deeds.length > 0 ? deeds : named;
  }
  const local = isOfDefinition ? localDefinitions(finding) : [];
  if (local.length > 0) return local;
  const best = finding.spans[0]?.ranked.score ?? 1;
  const found = finding.spans.slice(0, spansTaken).map((span): RegionSpan => {
    const share = best > 0 ? Math.max(0, span.ranked.score / best) : 1;
    const { path, startLine, endLine } = span;
    const weights = weighLines(span.text, terms, weight).map((one) => one * share ** 2);
    return { path, startLine, endLine, weights, nameLine: undefined, symbol: span.ranked.chunk.symbol };
  });
  if (named.length === 0) return found;
  const read = await readSpans(services.chunkStore, key, named);
  const weighed = read.map(({ text, path, startLine, endLine, nameLine, symbol }): RegionSpan => {
    const weights = weighLines(text, terms, weight).map((one) => one * 2);
    return { path, startLine, endLine, nameLine, symbol, weights };
  });
  return [...weighed, ...found.filter((span) => !weighed.some((one) => isWithin(span, one)))];
}

/** The one file a question names, where it names nothing else. */
async function fileMeant(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: ResolvedSnapshot['key'],
  { question: { paths, identifiers } }: Finding,
): Promise<RegionSpan | undefined> {
  const [path] = paths;
  if (path === undefined || paths.length > 1 || identifiers.length > 0) return undefined;
  const found = filesAt(await chunkStore.listFiles(key), path);
  const [file] = found.filter((one) => one.path === path || one.path.endsWith(`/${path}`));
  if (file === undefined || found.length > 1 || file.lines === 0) return undefined;
  return { ...evenly({ path: file.path, startLine: 1, endLine: file.lines }, 1), isFile: true };
}

/** Written as they are asked for before those in other letters, sources before tests and examples. */
function definitionsMeant({
  meant,
  question,
}: Pick<Finding, 'meant' | 'question'>): readonly SymbolRow[] {
  const written = new Set(question.identifiers.map((name) => name.split('.').at(-1) ?? name));
  const exact = meant.filter(({ name }) => written.has(name));
  const found = exact.length > 0 ? exact : meant;
  const sources = found.filter(({ role }) => role === 'source');
  return (sources.length > 0 ? sources : found).slice(0, definitionsTaken);
}

/** Where the question names what a definition does as well: the lines of it that do. What is defined within it has lines of its own. */
async function deedsWithin(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: ResolvedSnapshot['key'],
  finding: Finding,
): Promise<readonly RegionSpan[]> {
  const { text, identifiers } = finding.question;
  const places = definitionsMeant(finding);
  const asked = places.flatMap((place) => {
    const inner = new Set(
      places.filter((one) => one !== place && isWithin(one, place)).map(({ name }) => name),
    );
    const names = namesBeside(text, place, identifiers).filter((name) => !inner.has(name));
    const { path, startLine, endLine, nameLine, qualifiedName } = place;
    return names.length === 0 ? [] : [{ path, startLine, endLine, nameLine, qualifiedName, names }];
  });
  const read = await readSpans(chunkStore, key, asked);
  return read.flatMap((place) =>
    linesHolding(place, place.names).map((line): RegionSpan => ({
      ...evenly({ path: place.path, startLine: line, endLine: line }, 1),
      symbol: place.qualifiedName,
    })),
  );
}

/** Of a name that is no symbol of the index: where the spans found define it. */
function localDefinitions({ question, spans }: Finding): readonly RegionSpan[] {
  return question.identifiers.slice(0, namesSought).flatMap((name) => {
    const found = spans.flatMap(({ path, startLine, text }): RegionSpan[] => {
      const block = blockOfName(text, name);
      if (block === undefined) return [];
      const nameLine = startLine + block.nameLine;
      const position = { path, startLine: nameLine, endLine: startLine + block.lastLine };
      return [{ ...evenly(position, 1), nameLine, symbol: name }];
    });
    return found.slice(0, 1);
  });
}

function spanOfSymbol(symbol: SymbolRow): RegionSpan {
  const { path, startLine, nameLine, qualifiedName } = symbol;
  const endLine = Math.min(symbol.endLine, startLine + longestSpan - 1);
  return { ...evenly({ path, startLine, endLine }, 1), nameLine, symbol: qualifiedName };
}

function evenly(position: SpanPosition, weight: number): RegionSpan {
  const lines = position.endLine - position.startLine + 1;
  return {
    ...position,
    nameLine: undefined,
    symbol: undefined,
    weights: Array.from({ length: lines }, () => weight),
  };
}

function isWithin(span: SpanPosition, other: SpanPosition): boolean {
  return span.path === other.path && span.startLine >= other.startLine && span.endLine <= other.endLine;
}
