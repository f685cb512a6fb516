/**
 * Chunks code in a language that has a grammar, and describes each chunk by its symbols. The `raw` texts of all chunks
 * join to the original text.
 */

import type { ChunkBudget, ChunkedFile, ChunkKind } from '../../core/code/chunk.ts';
import type { SyntaxNode, SyntaxTree, SyntaxDefinition } from '../../ports/parser.ts';
import { describeCode } from './code-metadata.ts';
import { splitTree } from './split-tree.ts';
import { collectFileReferences } from '../references/file-references.ts';
import { measureText } from './measured-text.ts';
import { nameSymbols } from '../symbols/name-symbols.ts';
import { toChunks } from './to-chunks.ts';
import { lowerBound } from '../../core/text/lower-bound.ts';
import type { MeasuredText } from './measured-text.ts';

/**
 * @param isPart whether a node that is not a definition deserves its own chunk, such as a part of a component
 * @param otherKindAt the kind of text at an offset that is not code
 */
export function chunkCode(
  text: string,
  tree: SyntaxTree,
  { budget, isPart = () => false, otherKindAt = () => undefined }: CodeChunking,
): ChunkedFile {
  const measured = measureText(text);
  const units = findCodeUnits(tree.definitions, measured, budget.minTokens);
  const isUnit = (node: SyntaxNode) => units.isUnit(node) || isPart(node);
  const drafts = splitTree(tree.root.children(), {
    measured,
    budget,
    isUnit,
    containsUnits: units.containsUnits,
  });
  const symbols = nameSymbols(tree, measured);
  return {
    chunks: toChunks(drafts, measured, describeCode(text, { tree, symbols, otherKindAt })),
    symbols: symbols.map(({ symbol }) => symbol),
    references: collectFileReferences(tree, measured),
    degraded: tree.hasError,
  };
}

interface CodeChunking {
  readonly budget: ChunkBudget;
  readonly isPart?: (node: SyntaxNode) => boolean;
  readonly otherKindAt?: (offset: number) => ChunkKind | undefined;
}

interface CodeUnits {
  /** Whether the node is a definition of at least the minimum size. */
  isUnit(node: SyntaxNode): boolean;
  /** Whether the node contains such definitions outside of functions. */
  containsUnits(node: SyntaxNode): boolean;
}

function findCodeUnits(
  definitions: readonly SyntaxDefinition[],
  measured: MeasuredText,
  minTokens: number,
): CodeUnits {
  const isLarge = ({ start, end }: SyntaxDefinition) =>
    measured.tokensOfLines(measured.lineAt(start), measured.lineAt(end - 1)) >= minTokens;
  const large = definitions.filter(isLarge).sort((a, b) => a.nameStart - b.nameStart);
  const outsideFunctions = excludeClosures(large);
  return {
    isUnit: (node) => isNodeOfDefinition(large[findFirstIn(large, node)], node),
    containsUnits(node) {
      let first = findFirstIn(outsideFunctions, node);
      while (isNodeOfDefinition(outsideFunctions[first], node)) first += 1;
      return (outsideFunctions[first]?.nameStart ?? Infinity) < node.end;
    },
  };
}

function findFirstIn(definitions: readonly SyntaxDefinition[], node: SyntaxNode): number {
  return lowerBound(definitions.length, (at) => (definitions[at]?.nameStart ?? Infinity) < node.start);
}

/**
 * Whether the node is the definition's node. The definition may start before the node, at an attribute or a wrapper such as `export`.
 */
function isNodeOfDefinition(definition: SyntaxDefinition | undefined, node: SyntaxNode): boolean {
  return (
    definition !== undefined &&
    definition.start <= node.start &&
    definition.nameStart < node.end &&
    definition.end === node.end
  );
}

/** Drops definitions inside function bodies: a closure belongs to the function that creates it. */
function excludeClosures(definitions: readonly SyntaxDefinition[]): SyntaxDefinition[] {
  let functionEnd = 0;
  return definitions.filter(({ kind, bodyStart, nameStart, end }) => {
    if (nameStart < functionEnd) return false;
    const isFunction = kind === 'function' || kind === 'method' || kind === 'component';
    if (isFunction && nameStart < bodyStart && bodyStart < end) functionEnd = end;
    return true;
  });
}
