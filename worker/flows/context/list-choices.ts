/**
 * Lists the definitions that a model can choose from: the best ranked ones, then what these call, and other definitions of their files,
 * which do the work although they lack the words of the question.
 */

import { provenTiers } from '../../core/code/edge.ts';
import type { Question } from '../../core/answers/question.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import type { ListedDefinitions } from '../../retrieval/context/list-definitions-for-choice.ts';
import type { ReadableDefinition } from '../../retrieval/context/readable-definition.ts';
import { countLines } from '../../retrieval/definitions/definition.ts';
import { groupByPath, takeOuter } from '../../retrieval/definitions/list-definitions.ts';
import type { RankedDefinition } from '../../retrieval/definitions/ranked-definition.ts';
import type { Services } from '../services.ts';
import { toRange } from './derive-definitions.ts';
import { readDefinitions } from './read-definitions.ts';

const maxRanked = 50;
/** Ranked definitions whose calls are followed. */
const maxCallers = 12;
const maxCalled = 15;
/** Files whose other definitions are listed, and the most of each: those with the most branches. */
const maxFiles = 8;
const maxPerFile = 24;
/** Maximum definitions read of a file. Files with more are generated as a rule. */
const maxReadPerFile = 600;
/** A longer range than any file has lines. */
const wholeFile = { startLine: 1, endLine: 10_000_000 };

type ChoiceServices = Pick<Services, 'chunkStore' | 'graphStore'>;

/** @param ranked best first @returns each definition once */
export async function listChoices(
  services: ChoiceServices,
  key: SnapshotKey,
  question: Question,
  ranked: readonly ReadableDefinition[],
): Promise<ListedDefinitions> {
  const best = uniqueByPosition(ranked.filter((one) => isEligible(one, question))).slice(0, maxRanked);
  const [called, neighbors] = await Promise.all([
    listCalled(services, key, best),
    listNeighbors(services, key, best),
  ]);
  const known = new Set(best.map(formatPosition));
  const readOthers = async (symbols: readonly SymbolRow[]): Promise<readonly ReadableDefinition[]> => {
    const others = symbols.map(toRanked).filter((one) => isEligible(one, question));
    const added = uniqueByPosition(others).filter((one) => !known.has(formatPosition(one)));
    for (const one of added) known.add(formatPosition(one));
    return readDefinitions(services, key, added);
  };
  const readCalled = await readOthers(called);
  return { described: [...best, ...readCalled], named: await readOthers(neighbors) };
}

/** Imports answer nothing, and tests and examples only what asks for them. Rust has tests in modules of that name. */
function isEligible(
  { kind, role, symbol = '' }: RankedDefinition,
  { asksForTests, asksForExamples }: Question,
): boolean {
  if (kind === 'imports' || kind === 'module' || role === 'translation') return false;
  if (role === 'example') return asksForExamples;
  return asksForTests || (role !== 'test' && !/^tests?\b./.test(symbol));
}

/** The definitions that the best ones call, those of the best first. */
async function listCalled(
  { chunkStore, graphStore }: ChoiceServices,
  key: SnapshotKey,
  best: readonly ReadableDefinition[],
): Promise<readonly SymbolRow[]> {
  const ids = best.slice(0, maxCallers).flatMap(({ symbolId }) => symbolId ?? []);
  if (ids.length === 0) return [];
  const edges = await graphStore.step(key, {
    from: ids,
    direction: 'out',
    kinds: ['calls', 'implements'],
    tiers: provenTiers,
  });
  const targets = edges
    .toSorted((a, b) => ids.indexOf(a.from) - ids.indexOf(b.from))
    .map(({ to }) => to)
    .filter((id) => !ids.includes(id));
  const wanted = [...new Set(targets)].slice(0, maxCalled);
  const symbols = await chunkStore.symbolsById(key, wanted);
  return symbols.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id));
}

/** Other definitions of the files with the best ones. */
async function listNeighbors(
  { chunkStore }: ChoiceServices,
  key: SnapshotKey,
  best: readonly ReadableDefinition[],
): Promise<readonly SymbolRow[]> {
  const sources = best.filter(({ role }) => role === 'source').map(({ path }) => path);
  const paths = [...new Set(sources)].slice(0, maxFiles);
  const symbols = await chunkStore.symbolsAt(
    key,
    paths.map((path) => ({ path, ...wholeFile })),
    maxReadPerFile,
  );
  const byPath = groupByPath(symbols);
  return paths.flatMap((path) => mostComplex(byPath.get(path) ?? [], best));
}

function mostComplex(
  ofFile: readonly SymbolRow[],
  best: readonly ReadableDefinition[],
): readonly SymbolRow[] {
  const others = ofFile
    .filter((symbol) => !isListed(symbol, best))
    .toSorted((a, b) => b.complexity - a.complexity || countLines(b) - countLines(a));
  return takeOuter(others, ofFile, maxPerFile);
}

function isListed(symbol: SymbolRow, best: readonly ReadableDefinition[]): boolean {
  return best.some(({ symbolId }) => symbolId === symbol.id);
}

function toRanked(symbol: SymbolRow): RankedDefinition {
  const { qualifiedName, kind, role } = symbol;
  return { ...toRange(symbol), symbol: qualifiedName, kind, role, language: '', score: 0, matches: [] };
}

function formatPosition({ path, startLine, endLine }: RankedDefinition): string {
  return `${path}:${startLine}-${endLine}`;
}

export function uniqueByPosition<Item extends RankedDefinition>(items: readonly Item[]): readonly Item[] {
  const unique = new Map<string, Item>();
  for (const item of items) if (!unique.has(formatPosition(item))) unique.set(formatPosition(item), item);
  return [...unique.values()];
}
