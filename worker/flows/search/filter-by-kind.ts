/**
 * Filters spans by kind, in the words people use: roles of files (`test`), kinds of definition (`function`), and kinds of chunk as the
 * grammar names them (`function_definition`). A chunk has the kinds of what it defines and of the definition it is part of.
 */

import type { FileRole } from '../../core/files/file.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { SymbolKind } from '../../core/code/symbol.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { RankedSpan } from '../../retrieval/ranking/rank-spans.ts';
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

/** Common names of kinds, besides the canonical ones. */
const kindAliases: ReadonlyMap<string, SymbolKind | FileRole> = new Map([
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

/** `Functions` and `func` become `function`; an unknown word stays, because it may be a grammar's own kind. */
export function canonicalKind(word: string): string {
  const lower = word.trim().toLowerCase();
  const known = [lower, lower.replace(/s$/, ''), lower.replace(/es$/, ''), lower.replace(/ies$/, 'y')];
  const usual = known.find((one) => Object.hasOwn(definitionKinds, one) || kindAliases.has(one));
  if (usual !== undefined) return kindAliases.get(usual) ?? usual;
  return roles.find((role) => known.includes(role)) ?? lower;
}

const roles = ['source', 'test', 'example', 'docs', 'translation', 'config'] as const satisfies FileRole[];

export function isDefinitionKind(kind: string): boolean {
  return Object.hasOwn(definitionKinds, kind);
}

/** The spans of one of these kinds, in order; all spans when no kind is given. */
export async function filterByKind<Span extends Pick<RankedSpan, 'chunk'>>(
  services: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  spans: readonly Span[],
  kinds: readonly string[],
): Promise<readonly Span[]> {
  if (kinds.length === 0) return spans;
  const requested = new Set(kinds.map(canonicalKind));
  const isNamed = ({ chunk }: Span): boolean => requested.has(chunk.kind) || requested.has(chunk.role);
  if (![...requested].some(isDefinitionKind)) return spans.filter(isNamed);
  const others = spans.filter((span) => !isNamed(span)).map(({ chunk }) => chunk);
  const listDefinitionKinds = await readDefinitionKinds(services, key, others);
  return spans.filter(
    (span) => isNamed(span) || listDefinitionKinds(span.chunk).some((kind) => requested.has(kind)),
  );
}

/** Returns a function that lists, for one of these chunks, the kinds of what it defines or is part of; each once. */
export async function readDefinitionKinds(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  chunks: readonly ChunkRow[],
): Promise<(chunk: ChunkRow) => readonly SymbolKind[]> {
  const named = chunks.filter((chunk) => definedNames(chunk).length > 0);
  const symbols = named.length === 0 ? [] : await chunkStore.symbolsAt(key, named);
  const kinds = new Map<string, Set<SymbolKind>>();
  for (const { path, qualifiedName, kind } of symbols) {
    const place = definitionKey(path, qualifiedName);
    kinds.set(place, (kinds.get(place) ?? new Set()).add(kind));
  }
  return (chunk) => [
    ...new Set(
      definedNames(chunk).flatMap((name) => [...(kinds.get(definitionKey(chunk.path, name)) ?? [])]),
    ),
  ];
}

function definedNames({ symbol, metadata }: ChunkRow): readonly string[] {
  return symbol === undefined ? metadata.defines : [symbol, ...metadata.defines];
}

function definitionKey(path: string, qualifiedName: string): string {
  return `${path}\n${qualifiedName}`;
}
