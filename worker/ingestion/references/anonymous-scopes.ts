/**
 * Resolves names in anonymous scopes: callbacks, blocks, loops, comprehensions. A name bound there is
 * visible only inside, and shadows the file's definition or import of the same name.
 */

import { lowerBound } from '../../core/text/lower-bound.ts';
import type { SyntaxBlock, SyntaxTree } from '../../ports/parser.ts';
import { createRangeTest } from './bind-names.ts';
import { findEnclosingScope, isFunction, isMember, isType } from './symbol-scopes.ts';
import type { SymbolScope } from './symbol-scopes.ts';

/**
 * `shadowed`: an enclosing scope binds the name. A number: the ordinal of the definition that the name refers to, or
 * -1 if it refers to no definition of the file.
 */
export type AnonymousBinding = 'shadowed' | number | undefined;

interface Block {
  readonly range: SyntaxBlock;
  readonly parent: number | undefined;
}

/** Maximum nesting. Deeper nesting is data, or an attack on running time. */
const maxDepth = 64;

export function createAnonymousResolver(
  { names, definitions, imports }: SyntaxTree,
  scopeAt: (offset: number) => SymbolScope | undefined,
): (name: string, offset: number) => AnonymousBinding {
  const blocks = nestBlocks(names.blocks);
  const blockAt = createBlockLookup(blocks);
  const bindings = new Map<string, AnonymousBinding>();
  const definitionStarts = new Set(definitions.map(({ nameStart }) => nameStart));
  const isImported = createRangeTest(imports);
  const isHoisted = createRangeTest(names.hoisted);
  /** Finds the block that binds a name. For a hoisted name it is the enclosing function's block, if any. */
  const findBindingBlock = (start: number): number | undefined => {
    let block = blockAt(start);
    if (!isHoisted(start)) return block;
    for (let depth = 0; depth < maxDepth && isNonFunctionBlock(blocks, block); depth += 1)
      block = findParentBlock(blocks, block);
    return block;
  };
  /** Names bound at the top of the file by a construct that creates no scope, such as a loop in Python. */
  const fileLevelNames = new Set<string>();
  for (const { name, start, member, assigned } of names.bindings) {
    if (assigned) continue;
    const block = member || definitionStarts.has(start) ? undefined : findBindingBlock(start);
    const owner = findEnclosingScope(scopeAt(start), (scope) => isFunction(scope) || isType(scope));
    if (
      block === undefined &&
      owner === undefined &&
      !member &&
      !definitionStarts.has(start) &&
      !isImported(start)
    )
      fileLevelNames.add(name);
    if (block === undefined || (owner !== undefined && isFunction(owner))) continue;
    const isOwned = owner !== undefined && (blocks[block]?.range.start ?? 0) < owner.definition.start;
    if (!isOwned && !isImported(start)) bindings.set(`${block} ${name}`, 'shadowed');
  }
  /** Whether a name is defined only in blocks, so that code outside them does not see it. */
  const isOnlyInBlocks = new Map<string, boolean>();
  for (const [ordinal, { name, kind, nameStart }] of definitions.entries()) {
    if (isMember(kind)) continue;
    const scope = scopeAt(nameStart);
    const isOwned = scope !== undefined && findOwner(scope, ordinal) !== undefined;
    const block = findDefinitionBlock(blocks, findBindingBlock(nameStart), { scope, ordinal });
    if (block !== undefined) bindings.set(`${block} ${name}`, isOwned ? undefined : ordinal);
    if (!isOwned) isOnlyInBlocks.set(name, (isOnlyInBlocks.get(name) ?? true) && block !== undefined);
  }
  return (name, offset) => {
    let block = blockAt(offset);
    for (let depth = 0; block !== undefined && depth < maxDepth; depth += 1) {
      const key = `${block} ${name}`;
      if (bindings.has(key)) return bindings.get(key);
      block = blocks[block]?.parent;
    }
    if (isOnlyInBlocks.get(name) === true) return -1;
    return fileLevelNames.has(name) && findEnclosingScope(scopeAt(offset), isFunction) === undefined
      ? 'shadowed'
      : undefined;
  };
}

/** Finds the scope that contains a definition and qualifies its name. */
function findOwner(scope: SymbolScope, ordinal: number): SymbolScope | undefined {
  return findEnclosingScope(
    scope.ordinal === ordinal ? scope.parent : scope,
    ({ definition }) => definition.kind !== 'constant' && definition.kind !== 'variable',
  );
}

/**
 * Finds the block that binds a definition's name: it starts before the definition and is not the
 * definition's own head.
 */
function findDefinitionBlock(
  blocks: readonly Block[],
  innermost: number | undefined,
  { scope, ordinal }: { readonly scope: SymbolScope | undefined; readonly ordinal: number },
): number | undefined {
  let block = innermost;
  const start = scope?.ordinal === ordinal ? scope.definition.start : Infinity;
  while (block !== undefined && (blocks[block]?.range.start ?? 0) >= start) block = blocks[block]?.parent;
  return block;
}

function findParentBlock(blocks: readonly Block[], block: number | undefined): number | undefined {
  return block === undefined ? undefined : blocks[block]?.parent;
}

function isNonFunctionBlock(blocks: readonly Block[], block: number | undefined): boolean {
  return block !== undefined && blocks[block]?.range.isFunction === false;
}

/** Sorts by start, outer blocks before inner ones. */
function nestBlocks(ranges: readonly SyntaxBlock[]): Block[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const openBlocks: number[] = [];
  return sorted.map((range, index) => {
    while (openBlocks.length > 0 && (sorted[openBlocks.at(-1) ?? 0]?.end ?? 0) <= range.start)
      openBlocks.pop();
    const parent = openBlocks.at(-1);
    openBlocks.push(index);
    return { range, parent };
  });
}

function createBlockLookup(blocks: readonly Block[]): (offset: number) => number | undefined {
  return (offset) => {
    const isBefore = (index: number) => (blocks[index]?.range.start ?? Infinity) <= offset;
    let block: number | undefined = lowerBound(blocks.length, isBefore) - 1;
    while (block !== undefined && (blocks[block]?.range.end ?? 0) <= offset) block = blocks[block]?.parent;
    return block;
  };
}
