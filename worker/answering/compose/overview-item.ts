/** An item of a composed overview: sentences about one subject, each with the places that prove it. */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { OverviewDefinition } from '../../core/repositories/overview.ts';

export interface OverviewSentence {
  /** Without citations and full stop. */
  readonly text: string;
  readonly cites: readonly SpanPosition[];
  /** It states counts or the layout, which the overview itself proves. The cited lines must prove every other sentence. */
  readonly isFact?: true;
  /** Replaces a text that the cited lines do not prove. */
  readonly shorter?: string;
}

export interface OverviewItem {
  /** The later sentences are about the first, and are dropped with it. */
  readonly sentences: readonly [OverviewSentence, ...OverviewSentence[]];
  readonly isListItem: boolean;
  /** It begins a section of this name. */
  readonly heading?: string;
}

/** Omits an item whose first sentence cannot be written. */
export function toOverviewItems(
  [first, ...rest]: OverviewItem['sentences'],
  { isListItem }: Pick<OverviewItem, 'isListItem'>,
): readonly OverviewItem[] {
  return isWritable(first) ? [{ sentences: [first, ...rest.filter(isWritable)], isListItem }] : [];
}

export function quotePlace(quoted: SpanPosition & { readonly text: string }): OverviewSentence {
  return { text: `\`${quoted.path}\` says: “${quoted.text}”`, cites: [toSpanPosition(quoted)] };
}

/** The line with the name of a definition, or the lines themselves. */
export function findNamePosition(place: SpanPosition | OverviewDefinition): SpanPosition {
  return 'nameLine' in place
    ? { path: place.path, startLine: place.nameLine, endLine: place.nameLine }
    : toSpanPosition(place);
}

export function toSpanPosition({ path, startLine, endLine }: SpanPosition): SpanPosition {
  return { path, startLine, endLine };
}

/** A name or path with a backtick or a citation would be misread. */
function isWritable({ text }: OverviewSentence): boolean {
  return text.split('`').length % 2 === 1 && !/\n|\[chunk:/.test(text);
}
