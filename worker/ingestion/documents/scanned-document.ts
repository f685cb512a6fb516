/**
 * Defines the result of scanning Markdown or reStructuredText, and builds its section tree: each heading's
 * section extends to the next heading of the same or a higher level. Lines are 0-based.
 */

import type { CodeSample } from '../../core/code/chunk.ts';
import type { SyntaxNode } from '../../ports/parser.ts';
import type { MeasuredText } from '../chunks/measured-text.ts';
import type { LineRange } from '../chunks/draft-chunk.ts';
import { createLineNode, buildIndentationTree } from '../chunks/indentation-tree.ts';

export interface DocumentBlock extends LineRange {
  readonly kind: 'heading' | 'front_matter' | 'code_sample' | 'text';
}

export interface DocumentHeading extends LineRange {
  readonly title: string;
  /** From 1, the outermost. */
  readonly level: number;
}

export interface VersionNote {
  readonly version: string;
  readonly change: string;
  readonly line: number;
}

export type FrontMatter = Readonly<Record<string, string | readonly string[]>>;

export interface ScannedDocument {
  /** In order, without overlaps, headings included. */
  readonly blocks: readonly DocumentBlock[];
  readonly headings: readonly DocumentHeading[];
  /** Lines of samples are 1-based, as in a chunk. */
  readonly samples: readonly CodeSample[];
  readonly versions: readonly VersionNote[];
  readonly frontMatter: FrontMatter | undefined;
}

/** A section whose end and children are still being collected. */
interface OpenSection {
  readonly level: number;
  readonly first: number;
  last: number;
  readonly children: SyntaxNode[];
}

export function buildSectionTree(
  { blocks, headings }: ScannedDocument,
  measured: MeasuredText,
): SyntaxNode[] {
  const levels = new Map(headings.map((heading) => [heading.first, heading.level]));
  const root: OpenSection = { level: 0, first: 0, last: 0, children: [] };
  const openSections = [root];
  const closeSections = (level: number) => {
    while ((openSections.at(-1)?.level ?? 0) >= level && openSections.length > 1) {
      const section = openSections.pop();
      if (section !== undefined) openSections.at(-1)?.children.push(createSectionNode(section, measured));
    }
  };
  for (const block of blocks) {
    const level = block.kind === 'heading' ? levels.get(block.first) : undefined;
    if (level !== undefined) {
      closeSections(level);
      openSections.push({ level, first: block.first, last: block.last, children: [] });
    }
    for (const section of openSections) section.last = block.last;
    openSections.at(-1)?.children.push(createBlockNode(block, measured));
  }
  closeSections(1);
  return root.children;
}

function createSectionNode({ first, last, children }: OpenSection, measured: MeasuredText): SyntaxNode {
  return createLineNode(measured, { first, last }, { kind: 'section', children: () => children });
}

/** Creates the node of a block. A heading stays with the text after it. A long block is split by its indentation. */
function createBlockNode(block: DocumentBlock, measured: MeasuredText): SyntaxNode {
  const kind = block.kind === 'heading' ? 'section' : block.kind;
  const node = createLineNode(measured, block, { kind, children: () => splitBlock(block, measured) });
  return { ...node, isLeading: block.kind === 'heading' };
}

function splitBlock(block: DocumentBlock, measured: MeasuredText): readonly SyntaxNode[] {
  if (block.first === block.last) return [];
  const nodes = buildIndentationTree(measured, block);
  const [onlyNode] = nodes;
  return nodes.length === 1 && onlyNode !== undefined ? onlyNode.children() : nodes;
}

/**
 * Returns the titles above a line, outermost first. If headings start in the range, returns the path to
 * the first of them.
 */
export function headingPathAt(headings: readonly DocumentHeading[], { first, last }: LineRange): string[] {
  const firstInRange = headings.findIndex((heading) => heading.first >= first && heading.first <= last);
  const at = firstInRange >= 0 ? firstInRange : headings.findLastIndex((heading) => heading.first < first);
  const path: string[] = [];
  let level = Infinity;
  for (let index = at; index >= 0; index--) {
    const heading = headings[index];
    if (heading === undefined || heading.level >= level) continue;
    path.unshift(heading.title);
    level = heading.level;
  }
  return path;
}
