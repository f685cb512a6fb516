/** Resolves the lines that a history question is about: lines that it states, the definition it names, or the spans that answer it. */

import type { SpanPosition } from '../../../core/answers/evidence.ts';
import { AppError } from '../../../core/errors.ts';
import type { SymbolRow } from '../../../ports/chunk-store.ts';
import { matchFiles } from '../../../retrieval/search/match-path.ts';
import { findNamedBlock } from '../../../retrieval/history/find-named-block.ts';
import { findLinesMentioning, findAssociatedNames } from '../../../retrieval/history/find-named-lines.ts';
import type { HistoryQuestion } from '../../../retrieval/history/read-history-question.ts';
import type { WeighedSpan } from '../../../retrieval/history/weigh-line-histories.ts';
import { weighLines } from '../../../retrieval/history/weigh-lines.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import { findFocus } from '../../graph/find-focus.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';

/** Lines, a definition or a file that a request specifies. */
export interface NamedRegion {
  readonly path?: string | undefined;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  readonly symbol?: string | undefined;
}

export type RegionSpan = WeighedSpan & {
  /** The definition that the span covers or is part of, if any. */
  readonly symbol: string | undefined;
  /** The span is a whole file. */
  readonly isFile?: boolean;
};

/** Maximum definitions that are considered. */
const maxDefinitions = 3;
/** Maximum names without an indexed symbol that are searched for in the found spans. */
const maxNames = 3;
/** Maximum found spans that are considered. */
const maxSpans = 6;
/** Longer spans are limited to their first lines, so that one name does not load the line history of a whole file. */
const maxSpanLines = 3_000;

/** @throws AppError `symbol_not_found` | `file_not_found` | `invalid_request` for lines outside the file */
export async function resolveNamedRegion(
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
    return found.slice(0, 1).map((symbol) => toSymbolSpan(symbol));
  }
  const [file] = matchFiles(await services.chunkStore.listFiles(key), region.path ?? '');
  if (file === undefined)
    throw new AppError('file_not_found', `This snapshot has no file ${JSON.stringify(region.path)}.`, {
      details: { path: region.path },
    });
  const startLine = region.startLine ?? 1;
  const endLine = region.endLine ?? region.startLine ?? Math.max(1, file.lines);
  if (endLine > Math.max(1, file.lines) || startLine > endLine)
    throw new AppError(
      'invalid_request',
      `${file.path} has ${file.lines} lines, so lines ${startLine} to ${endLine} are not valid.`,
      {
        details: { problems: [{ field: 'endLine', problem: `must be at most ${file.lines}` }] },
      },
    );
  return [withEvenWeights({ path: file.path, startLine, endLine }, 1)];
}

/** Resolves the lines that a question states. @returns undefined if it states none, or if they do not exist */
export async function resolveStatedRegion(
  services: Pick<Services, 'chunkStore'>,
  { key }: ResolvedSnapshot,
  { lines }: HistoryQuestion,
): Promise<readonly RegionSpan[] | undefined> {
  if (lines === undefined) return undefined;
  const [file] = matchFiles(await services.chunkStore.listFiles(key), lines.path);
  if (file === undefined || lines.startLine > file.lines) return undefined;
  const endLine = Math.min(lines.endLine, file.lines);
  return [withEvenWeights({ path: file.path, startLine: lines.startLine, endLine }, 1)];
}

/** Resolves the definitions that a question names. Adds the best spans if it names none or asks for a reason. */
export async function resolveRegionFromFinding(
  services: Pick<Services, 'chunkStore'>,
  { key }: ResolvedSnapshot,
  finding: Finding,
  question: HistoryQuestion,
): Promise<readonly RegionSpan[]> {
  const file = question.asksForAuthors ? await findNamedFile(services, key, finding) : undefined;
  if (file !== undefined) return [file];
  const { frequencies } = finding.retrieved;
  const weight = (word: string): number => 1 / (1 + (frequencies.get(word) ?? 0));
  const { terms } = finding.question;
  const concernsDefinition = question.aspect === 'introduced' || question.aspect === 'last';
  const named = selectDefinitions(finding).map((symbol) => toSymbolSpan(symbol));
  if (concernsDefinition && named.length > 0) {
    const matching = await findMatchingLines(services, key, finding);
    return matching.length > 0 ? matching : named;
  }
  const local = concernsDefinition ? findLocalDefinitions(finding) : [];
  if (local.length > 0) return local;
  const best = finding.spans[0]?.ranked.score ?? 1;
  const found = finding.spans.slice(0, maxSpans).map((span): RegionSpan => {
    const scoreFraction = best > 0 ? Math.max(0, span.ranked.score / best) : 1;
    const { path, startLine, endLine } = span;
    const weights = weighLines(span.text, terms, weight).map((lineWeight) => lineWeight * scoreFraction ** 2);
    return { path, startLine, endLine, weights, nameLine: undefined, symbol: span.ranked.chunk.symbol };
  });
  if (named.length === 0) return found;
  const read = await readSpans(services.chunkStore, key, named);
  const weighed = read.map(({ text, path, startLine, endLine, nameLine, symbol }): RegionSpan => {
    const weights = weighLines(text, terms, weight).map((lineWeight) => lineWeight * 2);
    return { path, startLine, endLine, nameLine, symbol, weights };
  });
  return [...weighed, ...found.filter((span) => !weighed.some((definition) => isWithin(span, definition)))];
}

/** Finds the file that a question names, if it names nothing else. */
async function findNamedFile(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: ResolvedSnapshot['key'],
  { question: { paths, identifiers } }: Finding,
): Promise<RegionSpan | undefined> {
  const [path] = paths;
  if (path === undefined || paths.length > 1 || identifiers.length > 0) return undefined;
  const found = matchFiles(await chunkStore.listFiles(key), path);
  const [file] = found.filter((one) => one.path === path || one.path.endsWith(`/${path}`));
  if (file === undefined || found.length > 1 || file.lines === 0) return undefined;
  return { ...withEvenWeights({ path: file.path, startLine: 1, endLine: file.lines }, 1), isFile: true };
}

/** Prefers definitions in the question's letter case, and sources to tests and examples. */
function selectDefinitions({
  likelyDefinitions,
  question,
}: Pick<Finding, 'likelyDefinitions' | 'question'>): readonly SymbolRow[] {
  const namesInQuestion = new Set(question.identifiers.map((name) => name.split('.').at(-1) ?? name));
  const exact = likelyDefinitions.filter(({ name }) => namesInQuestion.has(name));
  const found = exact.length > 0 ? exact : likelyDefinitions;
  const sources = found.filter(({ role }) => role === 'source');
  return (sources.length > 0 ? sources : found).slice(0, maxDefinitions);
}

/** Finds lines of a definition that contain other names from the question. Nested definitions are searched separately. */
async function findMatchingLines(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: ResolvedSnapshot['key'],
  finding: Finding,
): Promise<readonly RegionSpan[]> {
  const { text, identifiers } = finding.question;
  const places = selectDefinitions(finding);
  const requests = places.flatMap((place) => {
    const inner = new Set(
      places.filter((one) => one !== place && isWithin(one, place)).map(({ name }) => name),
    );
    const names = findAssociatedNames(text, place, identifiers).filter((name) => !inner.has(name));
    const { path, startLine, endLine, nameLine, qualifiedName } = place;
    return names.length === 0 ? [] : [{ path, startLine, endLine, nameLine, qualifiedName, names }];
  });
  const read = await readSpans(chunkStore, key, requests);
  return read.flatMap((place) =>
    findLinesMentioning(place, place.names).map((line): RegionSpan => ({
      ...withEvenWeights({ path: place.path, startLine: line, endLine: line }, 1),
      symbol: place.qualifiedName,
    })),
  );
}

/** Finds where the found spans define a name that has no indexed symbol. */
function findLocalDefinitions({ question, spans }: Finding): readonly RegionSpan[] {
  return question.identifiers.slice(0, maxNames).flatMap((name) => {
    const found = spans.flatMap(({ path, startLine, text }): RegionSpan[] => {
      const block = findNamedBlock(text, name);
      if (block === undefined) return [];
      const nameLine = startLine + block.nameLine;
      const position = { path, startLine: nameLine, endLine: startLine + block.lastLine };
      return [{ ...withEvenWeights(position, 1), nameLine, symbol: name }];
    });
    return found.slice(0, 1);
  });
}

function toSymbolSpan(symbol: SymbolRow): RegionSpan {
  const { path, startLine, nameLine, qualifiedName } = symbol;
  const endLine = Math.min(symbol.endLine, startLine + maxSpanLines - 1);
  return { ...withEvenWeights({ path, startLine, endLine }, 1), nameLine, symbol: qualifiedName };
}

function withEvenWeights(position: SpanPosition, weight: number): RegionSpan {
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
