/**
 * Reads the example answer from the parts of its stream: its sources, and its first claims as sentences. It reads only claims, because the
 * code that reads any Markdown is large and the example has none. Pure.
 */
import type { AnswerStreamPart, Claim, Evidence } from '../../api.ts';
import { parseInline, type Inline } from '../ask/claims/parse-inline.ts';
import type { ProseInline, Sentence } from '../ask/claims/sentence.ts';

export interface ReadExample {
  readonly snapshotId: string | undefined;
  readonly evidence: readonly Evidence[];
  readonly claims: ReadonlyMap<string, Claim>;
  /** The first claims, without those that quote a block of code: the lines of the open citation are next to them. */
  readonly sentences: readonly Sentence[];
  /** The answer has more claims. */
  readonly isShortened: boolean;
}

/** About six lines. The first claim is always shown. */
const maxCharacters = 420;
const listMarker = /^(?:[*-]|\d+\.) /;

export function readExample(parts: readonly AnswerStreamPart[]): ReadExample {
  let snapshotId: string | undefined;
  let evidence: readonly Evidence[] = [];
  const claims = new Map<string, Claim>();
  for (const part of parts) {
    if (part.type === 'start') snapshotId = part.messageMetadata.snapshotId;
    if (part.type === 'data-sources') evidence = part.data.evidence;
    // A claim is sent again with its state.
    if (part.type === 'data-claim') claims.set(part.data.id, part.data);
  }
  const all = [...claims.values()].filter(({ text }, index) => index === 0 || !text.includes('```'));
  let characters = 0;
  const end = all.findIndex(({ text }, index) => {
    characters += text.length;
    return index > 0 && characters > maxCharacters;
  });
  const shown = end < 0 ? all : all.slice(0, end);
  return {
    snapshotId,
    evidence,
    claims,
    sentences: shown.map(toSentence),
    isShortened: shown.length < claims.size,
  };
}

function toSentence({ id, text, citations }: Claim): Sentence {
  const last = citations.at(-1);
  return {
    gap: '',
    claim: id,
    isEnd: true,
    children: parseInline(text.replace(listMarker, '')).flatMap((node) => toProse(node, { claim: id, last })),
  };
}

function toProse(
  node: Inline,
  place: { readonly claim: string; readonly last: string | undefined },
): readonly ProseInline[] {
  switch (node.kind) {
    case 'claim-end':
      return [];
    case 'citation':
      return [{ kind: 'citation', id: node.id, claim: place.claim, isLast: node.id === place.last }];
    case 'strong':
    case 'emphasis':
      return [{ kind: node.kind, children: node.children.flatMap((child) => toProse(child, place)) }];
    default:
      return [node];
  }
}
