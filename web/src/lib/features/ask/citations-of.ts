/**
 * Citations as a claim's text has them, and those it carries beside its text: the page shows each exactly once where it
 * is written, and the rest at the claim's end.
 */
import type { Block } from './parse-claim.ts';
import type { Inline } from './parse-inline.ts';

/** Evidence ids in the order they are written. */
export function writtenCitations(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block): readonly string[] => {
    switch (block.kind) {
      case 'code':
        return [];
      case 'quote':
        return writtenCitations(block.children);
      case 'bulleted':
      case 'numbered':
        return block.items.flatMap(writtenCitations);
      default:
        return inlineCitations(block.children);
    }
  });
}

/** The claim's citations that its text does not show. */
export function unwrittenCitations(
  blocks: readonly Block[],
  citations: readonly string[],
): readonly string[] {
  const written = new Set(writtenCitations(blocks));
  return citations.filter((id) => !written.has(id));
}

function inlineCitations(nodes: readonly Inline[]): readonly string[] {
  return nodes.flatMap((node): readonly string[] => {
    if (node.kind === 'citation') return [node.id];
    return 'children' in node ? inlineCitations(node.children) : [];
  });
}
