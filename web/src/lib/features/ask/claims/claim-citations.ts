/** Finds the citations in the text of a claim. Pure. */
import type { Claim } from '../../../api.ts';
import { parseMarkdown, type Block } from './parse-markdown.ts';
import type { Inline } from './parse-inline.ts';

/** Evidence ids in order of appearance. */
export function citationsInBlocks(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block): readonly string[] => {
    switch (block.kind) {
      case 'code':
      case 'rule':
        return [];
      case 'quote':
        return citationsInBlocks(block.children);
      case 'bulleted':
      case 'numbered':
        return block.items.flatMap(citationsInBlocks);
      case 'table':
        return block.rows.flatMap((row) => row.flatMap(citationsInNodes));
      default:
        return citationsInNodes(block.children);
    }
  });
}

/** The citations of a claim that its text does not contain. */
export function findMissingCitations({
  text,
  citations,
}: Pick<Claim, 'text' | 'citations'>): readonly string[] {
  const present = new Set(citationsInBlocks(parseMarkdown(text)));
  return citations.filter((id) => !present.has(id));
}

function citationsInNodes(nodes: readonly Inline[]): readonly string[] {
  return nodes.flatMap((node): readonly string[] => {
    if (node.kind === 'citation') return [node.id];
    return 'children' in node ? citationsInNodes(node.children) : [];
  });
}
