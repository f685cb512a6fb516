/**
 * Filters spans by kind: roles of files (`test`), kinds of definition (`function`), and other kinds of chunk (`section`, `imports`). A chunk has the kinds of the definitions that it contains and of the definition that contains it.
 */

import type { FileRole } from '../../core/files/file.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { isChunkKind } from '../../core/code/chunk.ts';
import type { ChunkKind } from '../../core/code/chunk.ts';
import { isSymbolKind } from '../../core/code/symbol.ts';
import type { SymbolKind } from '../../core/code/symbol.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { RankedSpan } from '../../retrieval/ranking/rank-spans.ts';
import type { Services } from '../services.ts';
import { splitExclusions } from './split-exclusions.ts';

/** Common names of kinds, besides the canonical ones. */
const kindAliases: ReadonlyMap<string, ChunkKind | FileRole> = new Map([
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
  ['import', 'imports'],
  ['namespace', 'module'],
  ['procedure', 'function'],
  ['protocol', 'interface'],
  ['sample', 'code_sample'],
  ['statement', 'statements'],
  ['template', 'markup'],
  ['typedef', 'type'],
  ['var', 'variable'],
]);

/** Turns `Functions` and `func` into `function`, also after a `!`. An unknown word is returned in lower case, so that it matches nothing and is reported. */
export function canonicalKind(word: string): string {
  if (word.startsWith('!')) return `!${canonicalKind(word.slice(1))}`;
  const lower = word.trim().toLowerCase();
  const forms = [lower, lower.replace(/s$/, ''), lower.replace(/es$/, ''), lower.replace(/ies$/, 'y')];
  const kind = forms.find((form) => isChunkKind(form) || kindAliases.has(form));
  if (kind !== undefined) return kindAliases.get(kind) ?? kind;
  return roles.find((role) => forms.includes(role)) ?? lower;
}

const roles = ['source', 'test', 'example', 'docs', 'translation', 'config'] as const satisfies FileRole[];

/**
 * Returns the spans of any of the kinds, in order; all spans if no kind is included. A kind after `!` excludes the chunks whose own kind or
 * role it is, not those that only contain such a definition.
 */
export async function filterByKind<Span extends Pick<RankedSpan, 'chunk'>>(
  services: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  spans: readonly Span[],
  kinds: readonly string[],
): Promise<readonly Span[]> {
  const { included, excluded } = splitExclusions(kinds.map(canonicalKind));
  const kept = spans.filter(({ chunk }) => !excluded.includes(chunk.kind) && !excluded.includes(chunk.role));
  if (included.length === 0) return kept;
  const requested = new Set(included);
  const hasRequestedKind = ({ chunk }: Span): boolean =>
    requested.has(chunk.kind) || requested.has(chunk.role);
  if (![...requested].some(isSymbolKind)) return kept.filter(hasRequestedKind);
  const others = kept.filter((span) => !hasRequestedKind(span)).map(({ chunk }) => chunk);
  const listDefinitionKinds = await readDefinitionKinds(services, key, others);
  return kept.filter(
    (span) => hasRequestedKind(span) || listDefinitionKinds(span.chunk).some((kind) => requested.has(kind)),
  );
}

/** Returns a function that lists the kinds of the definitions that one of the chunks contains or is part of, without duplicates. */
export async function readDefinitionKinds(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  chunks: readonly ChunkRow[],
): Promise<(chunk: ChunkRow) => readonly SymbolKind[]> {
  const named = chunks.filter((chunk) => definedNames(chunk).length > 0);
  const symbols = named.length === 0 ? [] : await chunkStore.symbolsAt(key, named);
  const kinds = new Map<string, Set<SymbolKind>>();
  for (const { path, qualifiedName, kind } of symbols) {
    const definition = definitionKey(path, qualifiedName);
    kinds.set(definition, (kinds.get(definition) ?? new Set()).add(kind));
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
