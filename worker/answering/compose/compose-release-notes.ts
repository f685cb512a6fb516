/**
 * Quotes release notes: the version from the heading and the entry verbatim. An entry that cannot be quoted
 * verbatim is omitted.
 */

import type { Evidence } from '../../core/answers/evidence.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';

/** An entry and the heading it stands under. */
export interface ComposedRelease {
  /** The version or day, as the heading writes it. */
  readonly release: string;
  readonly heading: Evidence;
  readonly entry: Evidence;
}

const longestQuote = 280;
const shortestQuote = 8;
/** An item's mark, and the number some notes begin with. */
const mark =
  /^\s*(?:(?:[*+•-]|\d{1,3}[.)])\s+)?(?:(?:`#\d{1,7}[^`\n]{0,200}`_?|:\w{1,20}:`#?\d{1,7}`|\[?#\d{1,7}\]?(?:\([^)\n]{0,200}\))?)[:,\s-]+)?/;
/** What brought it and who wrote it: links, which are told of the commit. */
const credit =
  /\s+(?:initial\s+)?PR\s+[([]{0,2}#?\d{1,7}\b|\s+[([]{1,2}#\d{1,7}\b|\s+by\s+\[?@|\s+\(?`#\d{1,7}\b|\s+\(?:(?:pr|pull|issue|gh):`/i;

export function* releaseSentences(notes: readonly ComposedRelease[]): Generator<string> {
  for (const { release, heading, entry } of notes) {
    const quote = quoteOf(entry.text);
    if (quote === '' || !createTextMatcher(heading.text).containsQuote(release)) continue;
    yield `The release notes say under “${release}”: “${quote}” [chunk:${heading.id}] [chunk:${entry.id}].\n\n`;
  }
}

/** The entry's words without its mark and credit, or as many of its first sentences as fit; empty where none can be quoted. */
function quoteOf(text: string): string {
  const words = text.replace(mark, '').replace(/\s+/g, ' ').trim();
  const end = credit.exec(words)?.index ?? words.length;
  const told = fitting(withoutHalfLink(words.slice(0, end < shortestQuote ? words.length : end)));
  const isReadable = told.length >= shortestQuote && /\p{L}{2}/u.test(told) && !/[“”]|\[chunk:/.test(told);
  return isReadable && createTextMatcher(text).containsQuote(told) ? told : '';
}

/** What stands before a link that was cut: a quotation ends where its words do. */
function withoutHalfLink(words: string): string {
  const at = words.lastIndexOf('[');
  if (at < 0 || words.includes(']', at)) return words;
  const ends = [...words.slice(0, at).matchAll(/[.!?](?=\s)/g)];
  return words.slice(0, (ends.at(-1)?.index ?? -1) + 1);
}

function fitting(words: string): string {
  if (words.length <= longestQuote) return words;
  const ends = [...words.slice(0, longestQuote).matchAll(/[.!?](?=\s)/g)];
  return words.slice(0, (ends.at(-1)?.index ?? -1) + 1);
}
