/**
 * Encodes the references of a file as two JSON values, its outline and its uses. Lists replace objects to save space: a repository of
 * 100,000 lines has about 80,000 references, and every refresh reads all of them.
 */

import {
  noReferences,
  type FileOutline,
  type FileReferences,
  type FileUses,
  type Reference,
  type ReferenceKind,
  type TypedName,
} from '../../../core/code/reference.ts';

/**
 * Maximum size of each value in bytes of UTF-8. Together they stay below D1's limit of 2,000,000 bytes per row
 * (https://developers.cloudflare.com/d1/platform/limits/). Longer values are cut at the end, so the start of the file remains.
 */
const maxOutlineBytes = 600_000;
const maxUsesBytes = 1_200_000;

/** Bits of the column `content.degraded`. */
export const contentFlaws = { brokenSyntax: 1, referencesCut: 2 } as const;

type ReferenceTuple = readonly [
  kind: ReferenceKind,
  name: string,
  receiver: string | null,
  line: number,
  within: number | null,
  means?: number,
];
type TypedTuple = readonly [name: string, type: string, within: number | null];
type ImportTuple = readonly [
  module: string,
  line: number,
  names: readonly (readonly [imported: string, local: string, line: number])[],
  wildcard: 0 | 1,
  reexported: 0 | 1,
];

type OutlineTuple = readonly [
  namespace: string | null,
  imports: readonly ImportTuple[],
  exports: readonly (readonly [exported: string, local: string])[],
  listed: readonly string[] | null,
  bases: readonly ReferenceTuple[],
  fields: readonly TypedTuple[],
  returns: readonly (readonly [symbol: number, type: string])[],
];

type UsesTuple = readonly [
  references: readonly ReferenceTuple[],
  typed: readonly TypedTuple[],
  locals: readonly (readonly [name: string, within: number])[],
  truncated: 0 | 1,
];

/** @returns undefined where there is nothing to store. */
export function encodeReferences({ outline, uses }: FileReferences): [OutlineTuple, UsesTuple] | undefined {
  const tuples: [OutlineTuple, UsesTuple] = [encodeOutline(outline), encodeUses(uses)];
  if (JSON.stringify(tuples) === emptyEncoding) return undefined;
  return [
    truncateToFit(tuples[0], maxOutlineBytes, halveOutline),
    truncateToFit(tuples[1], maxUsesBytes, halveUses),
  ];
}

/** Whether the stored uses are incomplete. */
export function areUsesTruncated([, uses]: readonly [OutlineTuple, UsesTuple]): boolean {
  return uses[3] === 1;
}

const emptyEncoding = JSON.stringify([encodeOutline(noReferences.outline), encodeUses(noReferences.uses)]);

export function decodeOutline(json: string | null): FileOutline {
  if (json === null) return noReferences.outline;
  const [namespace, imports, exports, listed, bases, fields, returns] = JSON.parse(json) as OutlineTuple;
  return {
    namespace: namespace ?? undefined,
    imports: imports.map(([module, line, names, wildcard, reexported]) => ({
      module,
      line,
      names: names.map(([imported, local, nameLine]) => ({ imported, local, line: nameLine })),
      wildcard: wildcard === 1,
      reexported: reexported === 1,
    })),
    exports: exports.map(([exported, local]) => ({ exported, local })),
    listed: listed ?? undefined,
    bases: bases.map(decodeReference),
    fields: fields.map(decodeTypedName),
    returns: returns.map(([symbol, type]) => ({ symbol, type })),
  };
}

export function decodeUses(json: string | null): FileUses {
  if (json === null) return noReferences.uses;
  const [references, typed, locals, truncated] = JSON.parse(json) as UsesTuple;
  return {
    references: references.map(decodeReference),
    typed: typed.map(decodeTypedName),
    locals: locals.map(([name, within]) => ({ name, within })),
    truncated: truncated === 1,
  };
}

function encodeOutline(outline: FileOutline): OutlineTuple {
  return [
    outline.namespace ?? null,
    outline.imports.map((fileImport) => [
      fileImport.module,
      fileImport.line,
      fileImport.names.map(({ imported, local, line }) => [imported, local, line]),
      fileImport.wildcard ? 1 : 0,
      fileImport.reexported ? 1 : 0,
    ]),
    outline.exports.map(({ exported, local }) => [exported, local]),
    outline.listed ?? null,
    outline.bases.map(encodeReference),
    outline.fields.map(encodeTypedName),
    outline.returns.map(({ symbol, type }) => [symbol, type]),
  ];
}

function encodeUses(uses: FileUses): UsesTuple {
  return [
    uses.references.map(encodeReference),
    uses.typed.map(encodeTypedName),
    uses.locals.map(({ name, within }) => [name, within]),
    uses.truncated ? 1 : 0,
  ];
}

function encodeReference({ kind, name, receiver, line, within, means }: Reference): ReferenceTuple {
  const tuple = [kind, name, receiver ?? null, line, within ?? null] as const;
  return means === undefined ? tuple : [...tuple, means];
}

function decodeReference([kind, name, receiver, line, within, means]: ReferenceTuple): Reference {
  const reference = { kind, name, receiver: receiver ?? undefined, line, within: within ?? undefined };
  return means === undefined ? reference : { ...reference, means };
}

function encodeTypedName({ name, type, within }: TypedName): TypedTuple {
  return [name, type, within ?? null];
}

function decodeTypedName([name, type, within]: TypedTuple): TypedName {
  return { name, type, within: within ?? undefined };
}

const encoder = new TextEncoder();

/** Halves the lists of the value until it fits. Every list loses its end, so that the remaining items describe the start of the file. */
function truncateToFit<Tuple>(tuple: Tuple, maxBytes: number, half: (tuple: Tuple) => Tuple): Tuple {
  let truncated = tuple;
  // Twenty halvings empty any list of up to a million items.
  for (
    let halvings = 0;
    halvings < 20 && encoder.encode(JSON.stringify(truncated)).byteLength > maxBytes;
    halvings += 1
  )
    truncated = half(truncated);
  return truncated;
}

function firstHalf<Item>(items: readonly Item[]): readonly Item[] {
  return items.slice(0, Math.floor(items.length / 2));
}

function halveOutline(outline: OutlineTuple): OutlineTuple {
  const [namespace, imports, exports, listed, bases, fields, returns] = outline;
  return [
    namespace,
    firstHalf(imports),
    firstHalf(exports),
    listed === null ? null : firstHalf(listed),
    firstHalf(bases),
    firstHalf(fields),
    firstHalf(returns),
  ];
}

function halveUses([references, typed, locals]: UsesTuple): UsesTuple {
  return [firstHalf(references), firstHalf(typed), firstHalf(locals), 1];
}
