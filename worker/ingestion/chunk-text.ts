/** Any text without a grammar to chunks, by indentation and blank lines. */

import type { ChunkBudget, ChunkedFile } from '../core/chunk.ts';
import { noReferences } from '../core/reference.ts';
import { cutTree } from './cut-tree.ts';
import { measureText } from './measured-text.ts';
import { scanText } from './scan-text.ts';
import { toChunks } from './to-chunks.ts';

export function chunkText(text: string, budget: ChunkBudget): ChunkedFile {
  const measured = measureText(text);
  const nodes = scanText(measured, { first: 0, last: measured.lineCount - 1 });
  const pieces = cutTree(nodes, { measured, budget, isUnit: isNone, holdsUnits: isNone });
  const chunks = toChunks(pieces, measured, () => ({ symbol: undefined, metadata: { defines: [] } }));
  return { chunks, symbols: [], references: noReferences, degraded: false };
}

/** Nothing in such a text is known to be a unit. */
function isNone(): boolean {
  return false;
}
