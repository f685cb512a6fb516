/**
 * What a name means inside scopes without a name of their own: functions handed on, blocks, loops, comprehensions. What is bound
 * in one is seen there alone, so it hides what the file defines or imports under that name there, and nowhere else.
 */

import { lowerBound } from '../core/lower-bound.ts';
import type { SyntaxBlock, SyntaxTree } from '../ports/parser.ts';
import { insideOf } from './bind-names.ts';
import { enclosingScope, isFunction, isMember, isType } from './symbol-scopes.ts';
import type { SymbolScope } from './symbol-scopes.ts';

/** `hidden`: bound by a scope around. A number: the definition meant, by ordinal; -1 where it is none of the file's. */
export type AnonymousMeaning = 'hidden' | number | undefined;

interface Block {
  readonly range: SyntaxBlock;
  readonly parent: number | undefined;
}

/** Scopes nested deeper than this are data, or meant to take long. */
const maxDepth = 64;

export function anonymousScopes(
  { names, definitions, imports }: SyntaxTree,
  scopeAt: (offset: number) => SymbolScope | undefined,
): (name: string, offset: number) => AnonymousMeaning {
  const blocks = nestBlocks(names.blocks);
  const blockAt = findBlock(blocks);
  const bound = new Map<string, AnonymousMeaning>();
  const defined = new Set(definitions.map(({ nameStart }) => nameStart));
  const isImported = insideOf(imports);
  const isHoisted = insideOf(names.hoisted);
  /** The block a name is bound in: of a hoisted one the function around, or none. */
  const binderAt = (start: number): number | undefined => {
    let block = blockAt(start);
    if (!isHoisted(start)) return block;
    for (let depth = 0; depth < maxDepth && isNoFunction(blocks, block); depth += 1)
      block = parentOf(blocks, block);
    return block;
  };
  /** Bound by what stands at the top of the file and makes no scope: a loop of Python. */
  const loose = new Set<string>();
  for (const { name, start, member, assigned } of names.bindings) {
    if (assigned) continue;
    const block = member || defined.has(start) ? undefined : binderAt(start);
    const owner = enclosingScope(scopeAt(start), (scope) => isFunction(scope) || isType(scope));
    if (block === undefined && owner === undefined && !member && !defined.has(start) && !isImported(start))
      loose.add(name);
    if (block === undefined || (owner !== undefined && isFunction(owner))) continue;
    const isOwned = owner !== undefined && (blocks[block]?.range.start ?? 0) < owner.definition.start;
    if (!isOwned && !isImported(start)) bound.set(`${block} ${name}`, 'hidden');
  }
  /** Names defined in blocks only: nothing outside of these sees them. */
  const enclosed = new Map<string, boolean>();
  for (const [ordinal, { name, kind, nameStart }] of definitions.entries()) {
    if (isMember(kind)) continue;
    const scope = scopeAt(nameStart);
    const isOwned = scope !== undefined && scopeOwner(scope, ordinal) !== undefined;
    const block = blockOf(blocks, binderAt(nameStart), { scope, ordinal });
    if (block !== undefined) bound.set(`${block} ${name}`, isOwned ? undefined : ordinal);
    if (!isOwned) enclosed.set(name, (enclosed.get(name) ?? true) && block !== undefined);
  }
  return (name, offset) => {
    let block = blockAt(offset);
    for (let depth = 0; block !== undefined && depth < maxDepth; depth += 1) {
      const key = `${block} ${name}`;
      if (bound.has(key)) return bound.get(key);
      block = blocks[block]?.parent;
    }
    if (enclosed.get(name) === true) return -1;
    return loose.has(name) && enclosingScope(scopeAt(offset), isFunction) === undefined
      ? 'hidden'
      : undefined;
  };
}

/** What holds a definition and lends it its name. */
function scopeOwner(scope: SymbolScope, ordinal: number): SymbolScope | undefined {
  return enclosingScope(
    scope.ordinal === ordinal ? scope.parent : scope,
    ({ definition }) => definition.kind !== 'constant' && definition.kind !== 'variable',
  );
}

/** The block a definition's name is bound in: one that begins before it, and not its own head. */
function blockOf(
  blocks: readonly Block[],
  innermost: number | undefined,
  { scope, ordinal }: { readonly scope: SymbolScope | undefined; readonly ordinal: number },
): number | undefined {
  let block = innermost;
  const start = scope?.ordinal === ordinal ? scope.definition.start : Infinity;
  while (block !== undefined && (blocks[block]?.range.start ?? 0) >= start) block = blocks[block]?.parent;
  return block;
}

function parentOf(blocks: readonly Block[], block: number | undefined): number | undefined {
  return block === undefined ? undefined : blocks[block]?.parent;
}

function isNoFunction(blocks: readonly Block[], block: number | undefined): boolean {
  return block !== undefined && blocks[block]?.range.isFunction === false;
}

/** In the order of their starts, what holds before what is held. */
function nestBlocks(ranges: readonly SyntaxBlock[]): Block[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const open: number[] = [];
  return sorted.map((range, place) => {
    while (open.length > 0 && (sorted[open.at(-1) ?? 0]?.end ?? 0) <= range.start) open.pop();
    const parent = open.at(-1);
    open.push(place);
    return { range, parent };
  });
}

function findBlock(blocks: readonly Block[]): (offset: number) => number | undefined {
  return (offset) => {
    const isBefore = (index: number) => (blocks[index]?.range.start ?? Infinity) <= offset;
    let block: number | undefined = lowerBound(blocks.length, isBefore) - 1;
    while (block !== undefined && (blocks[block]?.range.end ?? 0) <= offset) block = blocks[block]?.parent;
    return block;
  };
}
