/**
 * What the scanners of Markdown and reStructuredText find, and the tree both make of it: a section for each heading,
 * holding what follows it up to the next heading of its level or above. Lines from 0.
 */

import type { CodeSample } from '../core/chunk.ts';
import type { SyntaxNode } from '../ports/parser.ts';
import type { MeasuredText } from './measured-text.ts';
import type { LineRange } from './piece.ts';
import { lineNode, scanText } from './scan-text.ts';

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
  /** In order, not overlapping; headings are among them. */
  readonly blocks: readonly DocumentBlock[];
  readonly headings: readonly DocumentHeading[];
  /** Lines of samples are 1-based, as in a chunk. */
  readonly samples: readonly CodeSample[];
  readonly versions: readonly VersionNote[];
  readonly frontMatter: FrontMatter | undefined;
}

/** A section and what it will hold; filled while the blocks are walked. */
interface OpenSection {
  readonly level: number;
  readonly first: number;
  last: number;
  readonly children: SyntaxNode[];
}

export function sectionTree({ blocks, headings }: ScannedDocument, measured: MeasuredText): SyntaxNode[] {
  const levels = new Map(headings.map((heading) => [heading.first, heading.level]));
  const root: OpenSection = { level: 0, first: 0, last: 0, children: [] };
  const open = [root];
  const closeTo = (level: number) => {
    while ((open.at(-1)?.level ?? 0) >= level && open.length > 1) {
      const section = open.pop();
      if (section !== undefined) open.at(-1)?.children.push(sectionNode(section, measured));
    }
  };
  for (const block of blocks) {
    const level = block.kind === 'heading' ? levels.get(block.first) : undefined;
    if (level !== undefined) {
      closeTo(level);
      open.push({ level, first: block.first, last: block.last, children: [] });
    }
    for (const section of open) section.last = block.last;
    open.at(-1)?.children.push(blockNode(block, measured));
  }
  closeTo(1);
  return root.children;
}

function sectionNode({ first, last, children }: OpenSection, measured: MeasuredText): SyntaxNode {
  return lineNode(measured, { first, last }, { kind: 'section', children: () => children });
}

/** A heading belongs with what follows it; a long block is opened by its indentation. */
function blockNode(block: DocumentBlock, measured: MeasuredText): SyntaxNode {
  const kind = block.kind === 'heading' ? 'section' : block.kind;
  const node = lineNode(measured, block, { kind, children: () => innerNodes(block, measured) });
  return { ...node, leads: block.kind === 'heading' };
}

function innerNodes(block: DocumentBlock, measured: MeasuredText): readonly SyntaxNode[] {
  if (block.first === block.last) return [];
  const nodes = scanText(measured, block);
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? only.children() : nodes;
}

/** The titles above a line, outermost first; of the first heading in the range if one begins there. */
export function trailAt(headings: readonly DocumentHeading[], { first, last }: LineRange): string[] {
  const begun = headings.findIndex((heading) => heading.first >= first && heading.first <= last);
  const at = begun >= 0 ? begun : headings.findLastIndex((heading) => heading.first < first);
  const trail: string[] = [];
  let level = Infinity;
  for (let index = at; index >= 0; index--) {
    const heading = headings[index];
    if (heading === undefined || heading.level >= level) continue;
    trail.unshift(heading.title);
    level = heading.level;
  }
  return trail;
}
