/**
 * Code with a grammar to chunks and symbols: the tree is cut into pieces, and each piece is told what it holds and
 * what it lies in. `raw` of all chunks joined is the text.
 */

import type { ChunkBudget, ChunkedFile } from '../core/chunk.ts';
import type { SyntaxNode, SyntaxTree } from '../ports/parser.ts';
import { codeMetadata } from './code-metadata.ts';
import { codeUnits } from './code-units.ts';
import { cutTree } from './cut-tree.ts';
import { fileReferences } from './file-references.ts';
import { measureText } from './measured-text.ts';
import { nameSymbols } from './name-symbols.ts';
import { toChunks } from './to-chunks.ts';

/** @param isPart nodes besides definitions that are worth chunks of their own: the parts of a component. */
export function chunkCode(
  text: string,
  tree: SyntaxTree,
  { budget, isPart = () => false }: { budget: ChunkBudget; isPart?: (node: SyntaxNode) => boolean },
): ChunkedFile {
  const measured = measureText(text);
  const units = codeUnits(tree.definitions, measured, budget.minTokens);
  const isUnit = (node: SyntaxNode) => units.isUnit(node) || isPart(node);
  const pieces = cutTree(tree.root.children(), { measured, budget, isUnit, holdsUnits: units.holdsUnits });
  const symbols = nameSymbols(tree, measured);
  return {
    chunks: toChunks(pieces, measured, codeMetadata(text, tree, symbols)),
    symbols: symbols.map(({ symbol }) => symbol),
    references: fileReferences(tree, measured),
    degraded: tree.hasError,
  };
}
