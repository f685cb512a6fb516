/**
 * Collects the definitions that may answer a question: those of the chunks that the searches found, of requested names, the best ones of the
 * best files, and callers and callees of the best so far. Reads their text and joins copies.
 */

import type { Question } from '../../core/answers/question.ts';
import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { ChunkRow, ChunkStore, SymbolRow } from '../../ports/chunk-store.ts';
import type { GraphStore } from '../../ports/graph-store.ts';
import type { WordVectors } from '../../ports/embedder.ts';
import type { TermWeights } from '../ranking/candidate.ts';
import type { DefinitionCandidate } from './definition-features.ts';
import { overlaps, ownRange, type Definition } from './definition.ts';
import { joinCopies } from './join-copies.ts';
import { findNeighbors, noConnections, type Neighborhood } from './find-neighbors.ts';
import { groupByPath, listDefinitions, symbolDefinition, takeOuter } from './list-definitions.ts';
import { createListReader, type ChunkLists, type ListReader } from './list-evidence.ts';
import { createOutlineScorer, type OutlineScorer } from './outline-score.ts';
import { createProfileCache } from './profile-cache.ts';
import { readOwnLines } from './read-own-lines.ts';
import { replaceOverloads } from './replace-overloads.ts';

interface DefinitionTools {
  readonly chunkStore: Pick<ChunkStore, 'symbolsAt' | 'symbolsById' | 'chunksInRanges'>;
  readonly graphStore: Pick<GraphStore, 'neighbors'>;
  readonly wordVectors: WordVectors;
}

interface DefinitionRequest {
  readonly question: Question;
  readonly weights: TermWeights;
  readonly lists: ChunkLists;
  /** Definitions of requested names, most likely first. */
  readonly named: readonly SymbolRow[];
  /** Paths to search; undefined for all. */
  readonly paths: readonly string[] | undefined;
}

/** Number of first chunks of each list whose definitions are candidates. */
const maxChunks = 60;
const maxNamed = 12;
/** Number of best files, and of their best definitions that are candidates. */
const maxFiles = 8;
const maxPerFile = 12;
/** Maximum definitions read of a chunk or file. Files with more are generated as a rule. */
const maxPerSpan = 600;

const profiles = createProfileCache();

export async function collectDefinitions(
  tools: DefinitionTools,
  key: SnapshotKey,
  request: DefinitionRequest,
): Promise<readonly DefinitionCandidate[]> {
  const { lists, question, weights } = request;
  const reader = createListReader(lists);
  const scorer = createOutlineScorer(question, weights);
  const hits = firstChunks(lists);
  const bestFiles = reader.paths.slice(0, maxFiles);
  const spans = [...hits, ...bestFiles.map(wholeFile)];
  const symbols = await tools.chunkStore.symbolsAt(key, spans, maxPerSpan);
  const found = replaceOverloads(listDefinitions(hits, symbols), symbols);
  const outlined = chooseOutlined(request, { hits, symbols, bestFiles, scorer });
  const first = uniqueById([...found, ...replaceOverloads(outlined, symbols)]);
  const neighborhood = await findNeighbors(tools, key, { first, reader, scorer, paths: request.paths });
  const definitions = uniqueById([...first, ...neighborhood.neighbors]);
  const chunks = await readMissingChunks(tools, key, hits, definitions);
  return buildCandidates(tools, {
    definitions,
    chunks,
    reader,
    neighborhood,
    firstCount: first.length,
  });
}

function firstChunks({ learned, signals }: ChunkLists): readonly ChunkRow[] {
  const spans = [...learned.slice(0, maxChunks), ...signals.slice(0, maxChunks)];
  return [...new Map(spans.map(({ chunk }) => [chunk.key, chunk])).values()];
}

const lastLine = 1_000_000_000;

function wholeFile(path: string): SpanPosition {
  return { path, startLine: 1, endLine: lastLine };
}

/** Chooses requested names, and definitions of the best files by their name, signature and documentation. */
function chooseOutlined(
  { named }: DefinitionRequest,
  {
    hits,
    symbols,
    bestFiles,
    scorer,
  }: {
    readonly hits: readonly ChunkRow[];
    readonly symbols: readonly SymbolRow[];
    readonly bestFiles: readonly string[];
    readonly scorer: OutlineScorer;
  },
): readonly Definition[] {
  const byPath = groupByPath(symbols);
  const chunkByPath = new Map(hits.map((chunk) => [chunk.path, chunk]));
  const best = bestFiles.flatMap((path) => bestOfFile(byPath.get(path) ?? [], scorer));
  return [...named.slice(0, maxNamed), ...best].map((symbol) =>
    symbolDefinition(symbol, byPath.get(symbol.path) ?? [], fileFacts(symbol, chunkByPath.get(symbol.path))),
  );
}

function bestOfFile(symbols: readonly SymbolRow[], scorer: OutlineScorer): readonly SymbolRow[] {
  const sorted = symbols
    .map((symbol) => ({ symbol, score: scorer(symbol) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ symbol }) => symbol);
  return takeOuter(sorted, symbols, maxPerFile);
}

/** Facts of the file that a symbol does not state; completed when its chunks are read. */
function fileFacts(symbol: SymbolRow, chunk: ChunkRow | undefined) {
  return { role: symbol.role, language: chunk?.language ?? '', fileRank: chunk?.fileRank ?? 0 };
}

/** Reads the chunks of the definitions that the searches did not find. */
async function readMissingChunks(
  { chunkStore }: DefinitionTools,
  key: SnapshotKey,
  hits: readonly ChunkRow[],
  definitions: readonly Definition[],
): Promise<readonly ChunkRow[]> {
  const hitsByPath = groupByPath(hits);
  const missing = definitions
    .map(ownRange)
    .filter((range) => !isCovered(range, hitsByPath.get(range.path) ?? []));
  const read = missing.length === 0 ? [] : await chunkStore.chunksInRanges(key, missing);
  return [...new Map([...hits, ...read].map((chunk) => [chunk.key, chunk])).values()];
}

function isCovered(range: SpanPosition, chunks: readonly ChunkRow[]): boolean {
  const covering = chunks
    .filter((chunk) => overlaps(chunk, range))
    .toSorted((a, b) => a.startLine - b.startLine);
  let next = range.startLine;
  for (const { startLine, endLine } of covering) {
    if (startLine > next) return false;
    next = Math.max(next, endLine + 1);
  }
  return next > range.endLine;
}

function buildCandidates(
  { wordVectors }: DefinitionTools,
  {
    definitions,
    chunks,
    reader,
    neighborhood,
    firstCount,
  }: {
    readonly definitions: readonly Definition[];
    readonly chunks: readonly ChunkRow[];
    readonly reader: ListReader;
    readonly neighborhood: Neighborhood;
    readonly firstCount: number;
  },
): readonly DefinitionCandidate[] {
  const byPath = groupByPath(chunks);
  const candidates = definitions.flatMap((definition, index) => {
    const inFile = byPath.get(definition.path) ?? [];
    const file = inFile[0];
    if (file === undefined) return [];
    const { language, fileRank } = file;
    const complete = { ...definition, language, fileRank };
    const profile = profiles(complete, () => readOwnLines(complete, inFile), wordVectors);
    const evidence = reader.read(complete);
    const connections = neighborhood.connections.get(definition.id) ?? noConnections;
    const isNeighbor = index >= firstCount;
    return [{ definition: complete, chunks: inFile, profile, evidence, copies: 0, isNeighbor, connections }];
  });
  return joinCopies(candidates);
}

function uniqueById(definitions: readonly Definition[]): readonly Definition[] {
  const unique = new Map<string, Definition>();
  for (const definition of definitions) if (!unique.has(definition.id)) unique.set(definition.id, definition);
  return [...unique.values()];
}
