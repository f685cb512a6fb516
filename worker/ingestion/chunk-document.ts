/**
 * Markdown and reStructuredText to chunks: one for each section that is large enough, with the trail of headings above
 * it, its code samples and its notes on versions.
 */

import type { ChunkBudget, ChunkedFile } from '../core/chunk.ts';
import { noReferences } from '../core/reference.ts';
import { splitLines } from '../core/text.ts';
import type { SyntaxNode } from '../ports/parser.ts';
import { boundTrail } from './bound-description.ts';
import { cutTree } from './cut-tree.ts';
import { measureText } from './measured-text.ts';
import type { MeasuredText } from './measured-text.ts';
import type { Piece } from './piece.ts';
import { scanMarkdown } from './scan-markdown.ts';
import { scanRestructuredText } from './scan-restructured-text.ts';
import { sectionTree, trailAt } from './scanned-document.ts';
import type { ScannedDocument } from './scanned-document.ts';
import { toChunks } from './to-chunks.ts';
import type { Describe } from './to-chunks.ts';

export function chunkDocument(text: string, language: string, budget: ChunkBudget): ChunkedFile {
  const measured = measureText(text);
  const lines = splitLines(text);
  const scanned = language === 'restructuredtext' ? scanRestructuredText(lines) : scanMarkdown(lines);
  const holdsUnits = (node: SyntaxNode): boolean =>
    isSection(node) && node.children().some((child) => isLarge(child, measured, budget) || holdsUnits(child));
  const pieces = cutTree(sectionTree(scanned, measured), { measured, budget, isUnit: isSection, holdsUnits });
  const chunks = toChunks(pieces.map(withDocumentKind), measured, describe(scanned, measured));
  return { chunks, symbols: [], references: noReferences, degraded: false };
}

/** Front matter or a sample by itself; anything with prose in it is a section. */
function withDocumentKind(piece: Piece): Piece {
  const isPure = piece.kindTokens === piece.tokens && piece.kind !== 'text';
  return isPure ? piece : { ...piece, kind: 'section' };
}

function isSection(node: SyntaxNode): boolean {
  return node.kind === 'section';
}

function isLarge(node: SyntaxNode, measured: MeasuredText, { minTokens }: ChunkBudget): boolean {
  const [first, last] = [measured.lineAt(node.start), measured.lineAt(node.end - 1)];
  return isSection(node) && !node.leads && measured.tokensOfLines(first, last) >= minTokens;
}

function describe(
  { headings, samples, versions, frontMatter }: ScannedDocument,
  measured: MeasuredText,
): Describe {
  return ({ start, end }) => {
    const lines = { first: measured.lineAt(start), last: measured.lineAt(end - 1) };
    const within = (line: number) => line >= lines.first && line <= lines.last;
    const trail = boundTrail(trailAt(headings, lines));
    const own = samples.filter((sample) => within(sample.startLine - 1));
    const notes = versions
      .filter(({ line }) => within(line))
      .map(({ version, change }) => ({ version, change }));
    return {
      symbol: trail.length === 0 ? undefined : trail.join(' > '),
      metadata: {
        defines: [],
        ...(trail.length > 0 && { headings: trail }),
        ...(start === 0 && frontMatter !== undefined && { frontMatter }),
        ...(own.length > 0 && { samples: own }),
        ...(notes.length > 0 && { versions: notes }),
      },
    };
  };
}
