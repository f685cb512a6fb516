/**
 * Citations as a claim's text has them, and those it carries beside its text: the page shows each where it is written,
 * and the rest behind the claim's last words.
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

/** The blocks with every citation of the claim in them, each at least once. */
export function withEveryCitation(blocks: readonly Block[], citations: readonly string[]): readonly Block[] {
  const written = new Set(writtenCitations(blocks));
  const missing = citations.filter((id) => !written.has(id)).map((id): Inline => ({ kind: 'citation', id }));
  if (missing.length === 0) return blocks;
  const last = blocks.at(-1);
  if (last?.kind !== 'paragraph') return [...blocks, { kind: 'paragraph', children: missing }];
  return [
    ...blocks.slice(0, -1),
    { kind: 'paragraph', children: [...last.children, { kind: 'text', text: ' ' }, ...missing] },
  ];
}

function inlineCitations(nodes: readonly Inline[]): readonly string[] {
  return nodes.flatMap((node): readonly string[] => {
    if (node.kind === 'citation') return [node.id];
    return 'children' in node ? inlineCitations(node.children) : [];
  });
}
