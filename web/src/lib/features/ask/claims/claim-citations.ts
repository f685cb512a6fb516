/** Finds the citations in a claim's text, and appends the citations that the text does not contain. Pure. */
import type { Block } from './parse-claim.ts';
import type { Inline } from './parse-inline.ts';

/** Evidence ids in order of appearance. */
export function citationsInBlocks(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block): readonly string[] => {
    switch (block.kind) {
      case 'code':
        return [];
      case 'quote':
        return citationsInBlocks(block.children);
      case 'bulleted':
      case 'numbered':
        return block.items.flatMap(citationsInBlocks);
      default:
        return citationsInNodes(block.children);
    }
  });
}

/** Appends citations to the last paragraph, so that each citation of the claim appears at least once. */
export function appendMissingCitations(
  blocks: readonly Block[],
  citations: readonly string[],
): readonly Block[] {
  const presentIds = new Set(citationsInBlocks(blocks));
  const missingCitations = citations
    .filter((id) => !presentIds.has(id))
    .map((id): Inline => ({ kind: 'citation', id }));
  if (missingCitations.length === 0) return blocks;
  const last = blocks.at(-1);
  if (last?.kind !== 'paragraph') return [...blocks, { kind: 'paragraph', children: missingCitations }];
  return [
    ...blocks.slice(0, -1),
    { kind: 'paragraph', children: [...last.children, { kind: 'text', text: ' ' }, ...missingCitations] },
  ];
}

function citationsInNodes(nodes: readonly Inline[]): readonly string[] {
  return nodes.flatMap((node): readonly string[] => {
    if (node.kind === 'citation') return [node.id];
    return 'children' in node ? citationsInNodes(node.children) : [];
  });
}
