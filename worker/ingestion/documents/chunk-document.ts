/**
 * Chunks Markdown and reStructuredText: one chunk per section that is large enough, with its heading path,
 * code samples and version notes.
 */

import type { ChunkBudget, ChunkedFile, ChunkKind } from '../../core/code/chunk.ts';
import { noReferences } from '../../core/code/reference.ts';
import { splitLines } from '../../core/text/decode-text.ts';
import type { SyntaxNode } from '../../ports/parser.ts';
import { truncateHeadingPath, toChunks } from '../chunks/to-chunks.ts';
import { splitTree } from '../chunks/split-tree.ts';
import { measureText } from '../chunks/measured-text.ts';
import type { MeasuredText } from '../chunks/measured-text.ts';
import type { DraftChunk } from '../chunks/draft-chunk.ts';
import { scanMarkdown } from './scan-markdown.ts';
import { scanRestructuredText } from './scan-restructured-text.ts';
import { buildSectionTree, headingPathAt } from './scanned-document.ts';
import type { ScannedDocument } from './scanned-document.ts';
import type { DescribeChunk } from '../chunks/to-chunks.ts';

export function chunkDocument(text: string, language: string, budget: ChunkBudget): ChunkedFile {
  const measured = measureText(text);
  const lines = splitLines(text);
  const scanned = language === 'restructuredtext' ? scanRestructuredText(lines) : scanMarkdown(lines);
  const containsUnits = (node: SyntaxNode): boolean =>
    isSection(node) &&
    node.children().some((child) => isLarge(child, measured, budget) || containsUnits(child));
  const drafts = splitTree(buildSectionTree(scanned, measured), {
    measured,
    budget,
    isUnit: isSection,
    containsUnits,
  });
  const chunks = toChunks(drafts, measured, describeSections(scanned, measured));
  return { chunks, symbols: [], references: noReferences, degraded: false };
}

/** A draft of only front matter or only samples keeps its kind. A draft with prose is a section. */
function documentKind({ kind, kindTokens, tokens }: DraftChunk): ChunkKind {
  const isPure = kindTokens === tokens;
  const isSpecial = kind === 'front_matter' || kind === 'code_sample' || kind === 'blob';
  return isPure && isSpecial ? kind : 'section';
}

function isSection(node: SyntaxNode): boolean {
  return node.kind === 'section';
}

function isLarge(node: SyntaxNode, measured: MeasuredText, { minTokens }: ChunkBudget): boolean {
  const [first, last] = [measured.lineAt(node.start), measured.lineAt(node.end - 1)];
  return isSection(node) && !node.isLeading && measured.tokensOfLines(first, last) >= minTokens;
}

function describeSections(
  { headings, samples, versions, frontMatter }: ScannedDocument,
  measured: MeasuredText,
): DescribeChunk {
  return (draft) => {
    const { start, end } = draft;
    const lines = { first: measured.lineAt(start), last: measured.lineAt(end - 1) };
    const isInRange = (line: number) => line >= lines.first && line <= lines.last;
    const headingPath = truncateHeadingPath(headingPathAt(headings, lines));
    const ownSamples = samples.filter((sample) => isInRange(sample.startLine - 1));
    const notes = versions
      .filter(({ line }) => isInRange(line))
      .map(({ version, change }) => ({ version, change }));
    return {
      symbol: headingPath.length === 0 ? undefined : headingPath.join(' > '),
      kind: documentKind(draft),
      metadata: {
        defines: [],
        ...(headingPath.length > 0 && { headings: headingPath }),
        ...(start === 0 && frontMatter !== undefined && { frontMatter }),
        ...(ownSamples.length > 0 && { samples: ownSamples }),
        ...(notes.length > 0 && { versions: notes }),
      },
    };
  };
}
