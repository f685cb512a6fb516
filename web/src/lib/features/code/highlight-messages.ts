/** What passes between the page and the worker that highlights. `id` names one text. */
import type { PackedLine } from './line-spans.ts';

export interface HighlightText {
  readonly type: 'highlight';
  readonly id: number;
  readonly language: string;
  readonly text: string;
}

export type HighlightRequest = HighlightText | { readonly type: 'give-up'; readonly id: number };

export interface HighlightReply {
  readonly id: number;
  /** Zero-based. */
  readonly firstLine: number;
  readonly lines: readonly PackedLine[];
  /** Nothing more comes; true on its own message, which has no lines. */
  readonly done: boolean;
}
