/** A sentence of an answer, with the inline Markdown and the citations of its claim. */
import type { Inline } from './parse-inline.ts';

export type ProseInline =
  | Exclude<Inline, { readonly kind: 'citation' | 'claim-end' | 'strong' | 'emphasis' }>
  | {
      readonly kind: 'citation';
      readonly id: string;
      /** The claim that cites the source; null while its text arrives. */
      readonly claim: string | null;
      /** The last citation of the claim, which shows the mark of its state. */
      readonly isLast: boolean;
    }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly ProseInline[] };

/** The text of a claim within one paragraph, heading or cell; text without a claim is a sentence too. */
export interface Sentence {
  /** White space before the sentence. */
  readonly gap: string;
  /** Null for text that belongs to no claim, or not yet. */
  readonly claim: string | null;
  /** The claim ends here. Its earlier text may be in other paragraphs. */
  readonly isEnd: boolean;
  readonly children: readonly ProseInline[];
}

/** The last citation in a sentence that shows the mark of its claim. */
export function hasLastCitation(nodes: readonly ProseInline[]): boolean {
  return nodes.some((node) =>
    node.kind === 'citation' ? node.isLast : 'children' in node && hasLastCitation(node.children),
  );
}
