/**
 * The edges of one file: its imports, its types' methods, and each of its references led as far as the files of the snapshot
 * tell. In the order of lines, one of each kind, origin, target and line.
 */

import type { FileEdge } from '../../core/edge.ts';
import type { FileUses, Reference } from '../../core/reference.ts';
import type { Entity } from './entity.ts';
import type { Guesses } from './guess.ts';
import { importEdges } from './import-edges.ts';
import { inOrder } from './in-order.ts';
import { innerNames } from './inner-names.ts';
import { leadReference, targetOf } from './lead-reference.ts';
import type { Linking } from './lead-reference.ts';
import { baseOf, standsApart } from './members.ts';
import type { Resolver, Scope } from './resolver.ts';
import { typeKinds } from './snapshot-names.ts';
import type { FileNames } from './snapshot-names.ts';

type ReferringKind = FileEdge['kind'];

export function edgesOfFile(
  file: number,
  uses: FileUses,
  { resolver, guesses }: { readonly resolver: Resolver; readonly guesses: Guesses },
): readonly FileEdge[] {
  const names = resolver.names.of(file);
  const inner = innerNames(uses);
  const linking: Linking = {
    resolver,
    guesses,
    names,
    scopeOf: (within) => ({ file, within, inner }),
    pathAt: keepPaths(resolver, { file, within: undefined, inner }),
  };
  const edges = methodEdges(names);
  for (const base of names.file.outline.bases) edges.push(...baseEdges(linking, base));
  for (const reference of uses.references) {
    const found = leadReference(linking, reference);
    if (found === undefined) continue;
    const { line, within: from } = reference;
    for (const to of found.to)
      edges.push({ kind: edgeKindOf[reference.kind], tier: found.tier, line, from, to });
  }
  const used = new Set(
    edges.flatMap(({ tier, to }) => (tier !== 'name-match' && 'path' in to ? [to.path] : [])),
  );
  edges.push(...importEdges(resolver, names, used));
  return inOrder(edges);
}

/** The same path in the same definition means the same on every line. */
function keepPaths(resolver: Resolver, scope: Scope): Linking['pathAt'] {
  const kept = new Map<number | undefined, Map<string, Entity | undefined>>();
  return (within, path) => {
    const known = kept.get(within) ?? new Map<string, Entity | undefined>();
    kept.set(within, known);
    if (known.has(path)) return known.get(path);
    const entity = resolver.pathAt({ ...scope, within }, path);
    known.set(path, entity);
    return entity;
  };
}

const edgeKindOf = {
  call: 'calls',
  extends: 'extends',
  implements: 'implements',
  type: 'uses',
  decorator: 'uses',
  value: 'uses',
  render: 'uses',
} as const satisfies Record<Reference['kind'], ReferringKind>;

/** Type to method, where both are in the file; methods written in other files bear the type in their qualified names. */
function methodEdges({ file, ordinals, parents }: FileNames): FileEdge[] {
  return file.symbols.flatMap(({ kind, name, qualifiedName, nameLine }, symbol): FileEdge[] => {
    if (kind !== 'method' || qualifiedName === name) return [];
    const types = ordinals
      .get(qualifiedName.slice(0, -name.length - 1))
      ?.filter((ordinal) => typeKinds.has(file.symbols[ordinal]?.kind ?? 'module'));
    // Of several types of one name it is the one that holds it.
    const from = types?.find((ordinal) => ordinal === parents[symbol]) ?? types?.[0];
    if (from === undefined) return [];
    return [{ kind: 'has-method', tier: 'resolved', line: nameLine, from, to: { path: file.path, symbol } }];
  });
}

function baseEdges({ resolver, names, scopeOf }: Linking, base: Reference): FileEdge[] {
  const { family } = names.rules;
  const isApart = standsApart(family, base);
  const implementer = isApart ? resolver.pathAt(scopeOf(base.within), base.receiver ?? '') : undefined;
  const isOwn = implementer?.is === 'definition' && implementer.at.file === names.place;
  const from = isApart ? (isOwn ? implementer.at.symbol : undefined) : base.within;
  // What a type is based on is named outside it.
  const within = isApart || base.within === undefined ? base.within : names.parents[base.within];
  const found = isApart
    ? resolver.pathAt({ file: names.place, within, inner: undefined }, base.name)
    : baseOf(resolver, { file: names.place, within }, base);
  if (found?.is !== 'definition') return [];
  const isInterface = family === 'csharp' && resolver.names.symbol(found.at)?.kind === 'interface';
  const isImplementing = isInterface && names.file.symbols[from ?? -1]?.kind !== 'interface';
  const kind = isImplementing ? 'implements' : edgeKindOf[base.kind];
  const tier = found.loose === true ? 'import-scoped' : 'resolved';
  return [{ kind, tier, line: base.line, from, to: targetOf(resolver, found.at) }];
}
