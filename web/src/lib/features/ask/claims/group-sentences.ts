/**
 * Groups the inline Markdown of an answer into sentences, each with the claim that it belongs to. Pure. A claim's end is marked in the text,
 * so the blocks are read from the last to the first: text belongs to the claim whose end follows it.
 */
import type { Block } from './parse-markdown.ts';
import type { Inline } from './parse-inline.ts';
import type { ProseInline, Sentence } from './sentence.ts';

export type ProseBlock =
  | { readonly kind: 'paragraph'; readonly sentences: readonly Sentence[] }
  | { readonly kind: 'heading'; readonly level: number; readonly sentences: readonly Sentence[] }
  /** `caption` cites the source of the code. */
  | {
      readonly kind: 'code';
      readonly language: string;
      readonly text: string;
      readonly claim: string | null;
      readonly caption: Sentence | null;
    }
  | { readonly kind: 'rule' }
  | { readonly kind: 'quote'; readonly children: readonly ProseBlock[] }
  | { readonly kind: 'bulleted'; readonly items: readonly (readonly ProseBlock[])[] }
  | {
      readonly kind: 'numbered';
      readonly start: number;
      readonly items: readonly (readonly ProseBlock[])[];
    }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Sentence[])[])[] };

export function groupSentences(blocks: readonly Block[]): readonly ProseBlock[] {
  return createGrouping().groupBlocks(blocks);
}

function createGrouping() {
  /** The claim that ends next after the text being read. */
  let claim: string | null = null;

  const groupInline = (nodes: readonly Inline[]): readonly Sentence[] =>
    mapFromLast(splitAtEnds(nodes), ({ children, end }) => {
      if (end !== null) claim = end;
      return toSentence(children, claim, end !== null);
    }).filter(({ children, isEnd }) => children.length > 0 || isEnd);
  const groupHeading = (nodes: readonly Inline[]): readonly Sentence[] => {
    // A title belongs to no claim, unless the heading itself is one.
    if (splitAtEnds(nodes).some(({ end }) => end !== null)) return groupInline(nodes);
    return [toSentence(nodes, null, false)];
  };
  const groupBlock = (block: Block): ProseBlock => {
    switch (block.kind) {
      case 'code': {
        const last = block.ends.at(-1);
        if (last !== undefined) claim = last;
        const { kind, language, text } = block;
        const caption = last === undefined ? null : toSentence([], last, true);
        return { kind, language, text, claim, caption };
      }
      case 'rule':
        return block;
      case 'quote':
        return { kind: 'quote', children: groupBlocks(block.children) };
      case 'bulleted':
      case 'numbered':
        return { ...block, items: mapFromLast(block.items, groupBlocks) };
      case 'table':
        return { ...block, rows: mapFromLast(block.rows, (row) => mapFromLast(row, groupInline)) };
      case 'heading':
        return { kind: 'heading', level: block.level, sentences: groupHeading(block.children) };
      case 'paragraph':
        return { kind: 'paragraph', sentences: groupInline(block.children) };
    }
  };
  const groupBlocks = (list: readonly Block[]): readonly ProseBlock[] =>
    joinCaptions(mapFromLast(list, groupBlock));
  return { groupBlocks };
}

function mapFromLast<Item, Result>(items: readonly Item[], map: (item: Item) => Result): readonly Result[] {
  return items.toReversed().map(map).toReversed();
}

interface Piece {
  readonly children: readonly Inline[];
  readonly end: string | null;
}

/** Splits nodes where claims end. Emphasis across several claims is split too. */
function splitAtEnds(nodes: readonly Inline[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let children: Inline[] = [];
  const endPiece = (end: string | null): void => {
    pieces.push({ children, end });
    children = [];
  };
  for (const node of nodes) {
    if (node.kind === 'claim-end') endPiece(node.id);
    else if ('children' in node) {
      for (const inner of splitAtEnds(node.children)) {
        if (inner.children.length > 0) children.push({ kind: node.kind, children: inner.children });
        if (inner.end !== null) endPiece(inner.end);
      }
    } else children.push(node);
  }
  if (children.length > 0) endPiece(null);
  return pieces;
}

/** `[chunk:none]` states that there is no source. The mark after the sentence says so in words. */
function withoutNone(nodes: readonly Inline[]): readonly Inline[] {
  return nodes.flatMap((node, index): readonly Inline[] => {
    if (node.kind === 'citation') return node.id === 'none' ? [] : [node];
    const next = nodes[index + 1];
    const isBeforeNone = next?.kind === 'citation' && next.id === 'none';
    if (node.kind === 'text' && isBeforeNone) return [{ kind: 'text', text: node.text.trimEnd() }];
    return 'children' in node ? [{ ...node, children: withoutNone(node.children) }] : [node];
  });
}

function toSentence(written: readonly Inline[], claim: string | null, isEnd: boolean): Sentence {
  const nodes = withoutNone(written);
  const [first, ...rest] = nodes;
  const gap = first?.kind === 'text' ? (/^\s+/.exec(first.text)?.[0] ?? '') : '';
  const text = first?.kind === 'text' ? first.text.slice(gap.length) : '';
  const trimmed: readonly Inline[] =
    gap === '' ? nodes : text === '' ? rest : [{ kind: 'text', text }, ...rest];
  const remaining = { count: isEnd ? countCitations(trimmed) : Infinity };
  return { gap, claim, isEnd, children: trimmed.flatMap((node) => toProseInline(node, claim, remaining)) };
}

function countCitations(nodes: readonly Inline[]): number {
  return nodes.reduce(
    (sum, node) =>
      sum + (node.kind === 'citation' ? 1 : 'children' in node ? countCitations(node.children) : 0),
    0,
  );
}

/** @param remaining the number of citations up to the end of the claim */
function toProseInline(node: Inline, claim: string | null, remaining: { count: number }): ProseInline[] {
  if (node.kind === 'claim-end') return [];
  if (node.kind === 'citation') {
    remaining.count -= 1;
    return [{ kind: 'citation', id: node.id, claim, isLast: remaining.count === 0 }];
  }
  if (!('children' in node)) return [node];
  return [
    {
      kind: node.kind,
      children: node.children.flatMap((child) => toProseInline(child, claim, remaining)),
    },
  ];
}

/** Moves the citations below code into its caption. */
function joinCaptions(blocks: readonly ProseBlock[]): readonly ProseBlock[] {
  const joined: ProseBlock[] = [];
  for (const block of blocks) {
    const previous = joined.at(-1);
    const [caption, ...sentences] = block.kind === 'paragraph' ? block.sentences : [];
    if (previous?.kind !== 'code' || previous.caption !== null || !isCaption(caption)) {
      joined.push(block);
      continue;
    }
    joined.splice(-1, 1, { ...previous, claim: caption.claim, caption });
    if (sentences.length > 0) joined.push({ kind: 'paragraph', sentences });
  }
  return joined;
}

function isCaption(sentence: Sentence | undefined): sentence is Sentence {
  return (
    sentence?.isEnd === true &&
    sentence.children.every(
      (node) => node.kind === 'citation' || (node.kind === 'text' && /^[\s.,;]*$/.test(node.text)),
    )
  );
}

/** All sentences of a block, in order. */
export function sentencesIn(block: ProseBlock): readonly Sentence[] {
  switch (block.kind) {
    case 'code':
      return block.caption === null ? [] : [block.caption];
    case 'rule':
      return [];
    case 'quote':
      return block.children.flatMap(sentencesIn);
    case 'bulleted':
    case 'numbered':
      return block.items.flatMap((item) => item.flatMap(sentencesIn));
    case 'table':
      return block.rows.flat(2);
    default:
      return block.sentences;
  }
}

/** The claims that end in a block. */
export function claimsEndingIn(block: ProseBlock): readonly string[] {
  return sentencesIn(block).flatMap(({ isEnd, claim }) => (isEnd && claim !== null ? [claim] : []));
}

/** The words of a sentence, without its citations. */
export function textOf(nodes: readonly ProseInline[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'citation') return '';
      return 'children' in node ? textOf(node.children) : node.text;
    })
    .join('');
}

export type { ProseInline };
