/**
 * Quotes release notes: the version from the heading and the entry verbatim. An entry that cannot be quoted
 * verbatim is omitted.
 */

import type { Evidence } from '../../core/answers/evidence.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';

/** A release-note entry and the heading above it. */
export interface ComposedRelease {
  /** The version or day, as the heading writes it. */
  readonly release: string;
  readonly heading: Evidence;
  readonly entry: Evidence;
}

const maxQuoteLength = 280;
const minQuoteLength = 8;
/** A list marker, and the issue number that some entries begin with. */
const mark =
  /^\s*(?:(?:[*+•-]|\d{1,3}[.)])\s+)?(?:(?:`#\d{1,7}[^`\n]{0,200}`_?|:\w{1,20}:`#?\d{1,7}`|\[?#\d{1,7}\]?(?:\([^)\n]{0,200}\))?)[:,\s-]+)?/;
/** Links to the pull request and author at the end of an entry; the commit's sentences state these. */
const credit =
  /\s+(?:initial\s+)?PR\s+[([]{0,2}#?\d{1,7}\b|\s+[([]{1,2}#\d{1,7}\b|\s+by\s+\[?@|\s+\(?`#\d{1,7}\b|\s+\(?:(?:pr|pull|issue|gh):`/i;

export function* releaseSentences(notes: readonly ComposedRelease[]): Generator<string> {
  for (const { release, heading, entry } of notes) {
    const quote = quoteEntry(entry.text);
    if (quote === '' || !createTextMatcher(heading.text).containsQuote(release)) continue;
    yield `The release notes say under “${release}”: “${quote}” [chunk:${heading.id}] [chunk:${entry.id}].\n\n`;
  }
}

/** Quotes an entry without its marker and credit, shortened to the sentences that fit; empty if nothing can be quoted. */
function quoteEntry(text: string): string {
  const words = text.replace(mark, '').replace(/\s+/g, ' ').trim();
  const end = credit.exec(words)?.index ?? words.length;
  const quote = truncateToSentence(
    dropIncompleteLink(words.slice(0, end < minQuoteLength ? words.length : end)),
  );
  const isReadable =
    quote.length >= minQuoteLength && /\p{L}{2}/u.test(quote) && !/[“”]|\[chunk:/.test(quote);
  return isReadable && createTextMatcher(text).containsQuote(quote) ? quote : '';
}

/** Drops an incomplete link at the end, back to the last whole sentence before it. */
function dropIncompleteLink(words: string): string {
  const at = words.lastIndexOf('[');
  if (at < 0 || words.includes(']', at)) return words;
  const ends = [...words.slice(0, at).matchAll(/[.!?](?=\s)/g)];
  return words.slice(0, (ends.at(-1)?.index ?? -1) + 1);
}

function truncateToSentence(words: string): string {
  if (words.length <= maxQuoteLength) return words;
  const ends = [...words.slice(0, maxQuoteLength).matchAll(/[.!?](?=\s)/g)];
  return words.slice(0, (ends.at(-1)?.index ?? -1) + 1);
}
