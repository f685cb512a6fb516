/**
 * Kinds a search is filtered for, in the words people use: roles of files (`test`), kinds of definition (`function`), kinds of chunk
 * in the grammar's own words (`function_definition`). A chunk is of the kinds of what it defines, and of what it is a piece of.
 */

import type { FileRole } from '../../core/file.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import type { SymbolKind } from '../../core/symbol.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { RankedSpan } from '../../retrieval/rank-spans.ts';
import type { Services } from '../services.ts';

const definitionKinds = {
  class: true,
  component: true,
  constant: true,
  enum: true,
  function: true,
  interface: true,
  macro: true,
  method: true,
  module: true,
  property: true,
  struct: true,
  trait: true,
  type: true,
  variable: true,
} as const satisfies Record<SymbolKind, true>;

/** What people call them besides the names that are told. */
const otherWords: ReadonlyMap<string, SymbolKind | FileRole> = new Map([
  ['alias', 'type'],
  ['attribute', 'property'],
  ['code', 'source'],
  ['configuration', 'config'],
  ['const', 'constant'],
  ['constructor', 'method'],
  ['def', 'function'],
  ['doc', 'docs'],
  ['documentation', 'docs'],
  ['field', 'property'],
  ['fn', 'function'],
  ['func', 'function'],
  ['namespace', 'module'],
  ['procedure', 'function'],
  ['protocol', 'interface'],
  ['typedef', 'type'],
  ['var', 'variable'],
]);

/** `Functions` and `func` are `function`; a word that is not known stays, and may be a grammar's own. */
export function usualKind(word: string): string {
  const lower = word.trim().toLowerCase();
  const known = [lower, lower.replace(/s$/, ''), lower.replace(/es$/, ''), lower.replace(/ies$/, 'y')];
  const usual = known.find((one) => Object.hasOwn(definitionKinds, one) || otherWords.has(one));
  if (usual !== undefined) return otherWords.get(usual) ?? usual;
  return roles.find((role) => known.includes(role)) ?? lower;
}

const roles = ['source', 'test', 'example', 'docs', 'translation', 'config'] as const satisfies FileRole[];

export function isDefinitionKind(kind: string): boolean {
  return Object.hasOwn(definitionKinds, kind);
}

/** Spans of one of these kinds, in their order; where none is named, every span. */
export async function siftByKind<Span extends Pick<RankedSpan, 'chunk'>>(
  services: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  spans: readonly Span[],
  kinds: readonly string[],
): Promise<readonly Span[]> {
  if (kinds.length === 0) return spans;
  const wanted = new Set(kinds.map(usualKind));
  const isNamed = ({ chunk }: Span): boolean => wanted.has(chunk.kind) || wanted.has(chunk.role);
  if (![...wanted].some(isDefinitionKind)) return spans.filter(isNamed);
  const others = spans.filter((span) => !isNamed(span)).map(({ chunk }) => chunk);
  const kindsOf = await readDefinitionKinds(services, key, others);
  return spans.filter((span) => isNamed(span) || kindsOf(span.chunk).some((kind) => wanted.has(kind)));
}

/** Tells the kinds of what a chunk, one of these, defines or is a piece of; each once. */
export async function readDefinitionKinds(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  chunks: readonly ChunkRow[],
): Promise<(chunk: ChunkRow) => readonly SymbolKind[]> {
  const named = chunks.filter((chunk) => namesOf(chunk).length > 0);
  const symbols = named.length === 0 ? [] : await chunkStore.symbolsAt(key, named);
  const kinds = new Map<string, Set<SymbolKind>>();
  for (const { path, qualifiedName, kind } of symbols) {
    const place = placeOf(path, qualifiedName);
    kinds.set(place, (kinds.get(place) ?? new Set()).add(kind));
  }
  return (chunk) => [
    ...new Set(namesOf(chunk).flatMap((name) => [...(kinds.get(placeOf(chunk.path, name)) ?? [])])),
  ];
}

function namesOf({ symbol, metadata }: ChunkRow): readonly string[] {
  return symbol === undefined ? metadata.defines : [symbol, ...metadata.defines];
}

function placeOf(path: string, qualifiedName: string): string {
  return `${path}\n${qualifiedName}`;
}
