/** What passes between the page and the worker that highlights. `id` names one text. */
import type { PackedLine } from './line-spans.ts';

export type HighlightRequest =
  | { readonly type: 'highlight'; readonly id: number; readonly language: string; readonly text: string }
  | { readonly type: 'give-up'; readonly id: number };

export interface HighlightReply {
  readonly id: number;
  /** Zero-based. */
  readonly firstLine: number;
  readonly lines: readonly PackedLine[];
  readonly done: boolean;
}
