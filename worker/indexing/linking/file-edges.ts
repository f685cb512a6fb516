/**
 * Creates the edges of one file: its imports, the methods of its types, and its resolved references. Edges are ordered by line and unique
 * by kind, origin, target and line.
 */

import type { FileEdge, EdgeTarget } from '../../core/code/edge.ts';
import type { FileUses, Reference } from '../../core/code/reference.ts';
import type { Entity } from './entity.ts';
import type { Guesses } from './guess.ts';
import { createImportEdges } from './import-edges.ts';
import { indexInnerNames } from './declared-types.ts';
import { resolveReference, toTarget, type Linking } from './resolve-reference.ts';
import { resolveBase, isSeparateImplementation } from './bases.ts';
import type { Resolver, Scope } from './resolver.ts';
import { typeKinds, type FileNames } from './snapshot-names.ts';

type ReferringKind = FileEdge['kind'];

export function createFileEdges(
  file: number,
  uses: FileUses,
  { resolver, guesses }: { readonly resolver: Resolver; readonly guesses: Guesses },
): readonly FileEdge[] {
  const names = resolver.names.forFile(file);
  const inner = indexInnerNames(uses);
  const linking: Linking = {
    resolver,
    guesses,
    names,
    scopeAt: (within) => ({ file, within, inner }),
    resolvePath: cachePaths(resolver, { file, within: undefined, inner }),
  };
  const edges = methodEdges(names);
  for (const base of names.file.outline.bases) edges.push(...baseEdges(linking, base));
  for (const reference of uses.references) {
    const found = resolveReference(linking, reference);
    if (found === undefined) continue;
    const { line, within: from } = reference;
    for (const to of found.to)
      edges.push({ kind: edgeKinds[reference.kind], tier: found.tier, line, from, to });
  }
  const used = new Set(
    edges.flatMap(({ tier, to }) => (tier !== 'name-match' && 'path' in to ? [to.path] : [])),
  );
  edges.push(...createImportEdges(resolver, names, used));
  return sortAndDeduplicate(edges);
}

/** Caches paths: the same path in the same definition resolves to the same entity on every line. */
function cachePaths(resolver: Resolver, scope: Scope): Linking['resolvePath'] {
  const cached = new Map<number | undefined, Map<string, Entity | undefined>>();
  return (within, path) => {
    const known = cached.get(within) ?? new Map<string, Entity | undefined>();
    cached.set(within, known);
    if (known.has(path)) return known.get(path);
    const entity = resolver.resolvePath({ ...scope, within }, path);
    known.set(path, entity);
    return entity;
  };
}

const edgeKinds = {
  call: 'calls',
  extends: 'extends',
  implements: 'implements',
  type: 'uses',
  decorator: 'uses',
  value: 'uses',
  render: 'uses',
} as const satisfies Record<Reference['kind'], ReferringKind>;

/** Edges from types to their methods in the same file. Methods in other files have the type in their qualified names. */
function methodEdges({ file, ordinals, parents }: FileNames): FileEdge[] {
  return file.symbols.flatMap(({ kind, name, qualifiedName, nameLine }, symbol): FileEdge[] => {
    if (kind !== 'method' || qualifiedName === name) return [];
    const types = ordinals
      .get(qualifiedName.slice(0, -name.length - 1))
      ?.filter((ordinal) => typeKinds.has(file.symbols[ordinal]?.kind ?? 'module'));
    // If several types share the name, use the one that encloses the method.
    const from = types?.find((ordinal) => ordinal === parents[symbol]) ?? types?.[0];
    if (from === undefined) return [];
    return [{ kind: 'has-method', tier: 'resolved', line: nameLine, from, to: { path: file.path, symbol } }];
  });
}

function baseEdges({ resolver, names, scopeAt }: Linking, base: Reference): FileEdge[] {
  const { family } = names.rules;
  const isSeparate = isSeparateImplementation(family, base);
  const implementer = isSeparate
    ? resolver.resolvePath(scopeAt(base.within), base.receiver ?? '')
    : undefined;
  const isOwnType = implementer?.is === 'definition' && implementer.at.file === names.fileIndex;
  const from = isSeparate ? (isOwnType ? implementer.at.symbol : undefined) : base.within;
  // Bases are resolved in the scope outside the type.
  const within = isSeparate || base.within === undefined ? base.within : names.parents[base.within];
  const found = isSeparate
    ? resolver.resolvePath({ file: names.fileIndex, within, inner: undefined }, base.name)
    : resolveBase(resolver, { file: names.fileIndex, within }, base);
  if (found?.is !== 'definition') return [];
  const isInterface = family === 'csharp' && resolver.names.symbol(found.at)?.kind === 'interface';
  const isImplementing = isInterface && names.file.symbols[from ?? -1]?.kind !== 'interface';
  const kind = isImplementing ? 'implements' : edgeKinds[base.kind];
  const tier = found.loose === true ? 'import-scoped' : 'resolved';
  return [{ kind, tier, line: base.line, from, to: toTarget(resolver, found.at) }];
}

/** Maximum number of edges per line that are compared directly. With more, as in a minified file, a set is used. */
const maxCompared = 16;

/** Orders edges by line and drops duplicates. If two differ only in their tier, the first stays. */
function sortAndDeduplicate(edges: readonly FileEdge[]): FileEdge[] {
  const sorted = edges.toSorted((a, b) => a.line - b.line);
  const unique: FileEdge[] = [];
  let lineStart = 0;
  let seen: Set<string> | undefined;
  for (const edge of sorted) {
    if (unique[lineStart]?.line !== edge.line) {
      lineStart = unique.length;
      seen = undefined;
    }
    if (unique.length - lineStart >= maxCompared) seen ??= new Set(unique.slice(lineStart).map(edgeKey));
    const isKnown = seen === undefined ? isDuplicate(unique, lineStart, edge) : seen.has(edgeKey(edge));
    if (isKnown) continue;
    seen?.add(edgeKey(edge));
    unique.push(edge);
  }
  return unique;
}

function isDuplicate(unique: readonly FileEdge[], lineStart: number, edge: FileEdge): boolean {
  for (let at = lineStart; at < unique.length; at += 1) {
    const other = unique[at];
    if (other?.kind === edge.kind && other.from === edge.from && isSameTarget(other.to, edge.to)) return true;
  }
  return false;
}

function isSameTarget(a: EdgeTarget, b: EdgeTarget): boolean {
  if ('external' in a) return 'external' in b && a.external === b.external;
  if ('path' in a) return 'path' in b && a.path === b.path && a.symbol === b.symbol;
  return 'name' in b && a.name === b.name;
}

function edgeKey({ kind, from, to }: FileEdge): string {
  if ('external' in to) return `${kind} ${from} package ${to.external}`;
  return `${kind} ${from} ${'path' in to ? `${to.symbol} ${to.path}` : `name ${to.name}`}`;
}
