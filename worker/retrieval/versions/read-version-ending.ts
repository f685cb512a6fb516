/** Detects words that leave the conversation's version: "now", "in the current version", "back on main". */

import type { VersionNames } from './version-names.ts';
import { without } from './read-version-question.ts';

interface VersionEnding {
  /** The branch that is meant; undefined for what is read where none is named. */
  readonly version: string | undefined;
  /** The question without the words that say so, as far as they say nothing else. */
  readonly text: string;
}

const current =
  /,?\s*\b(?:in|on|at|of|for|to|with|under|about|as of)\s+(?:the\s+|your\s+)?(?:(?:current|newest|latest|present|most recent)\s+(?:version|release|code|state|branch|source|commit|tip|snapshot|one)|(?:current|newest|latest)(?=[\s?.!]*$)|HEAD\b)/i;
/** Of a name of the code (`now()`, `the now column`) nothing is said about a version, nor by a "now" that only leads on. */
const now =
  /(?<!\b(?:the|a|an|function|method|field|column|variable|called|named)\s+)(?<![\w`.(/])\b(?:nowadays|today|currently|at present|at the moment|now)\b(?![\w`(/]|\.\w)/i;
const leadingOn =
  /^\s*(?:(?:ok|okay|so|great|thanks|alright)\b[\s,]*)*now\b,?\s+(?=(?:where|how|what|which|who|why|when|show|tell|list|explain|do|does|is|are|can)\b)/i;
const branch = /,?\s*\b(?:back\s+)?(?:on|to)\s+(?:the\s+)?[`"']?([\w][\w./-]*[\w])[`"']?(?:\s+branch)?/gi;
/** What the newest state is called where it was uploaded under no name. */
const usual = /^(?:main|master|trunk)$/i;

export function readVersionEnding(text: string, names: VersionNames): VersionEnding | undefined {
  const said = current.exec(text)?.[0];
  if (said !== undefined) return { version: undefined, text: without(text, said) };
  for (const [whole, name = ''] of text.matchAll(branch)) {
    const version = names.find(name);
    if (version !== undefined || usual.test(name)) return { version, text: without(text, whole) };
  }
  return now.test(text.replace(leadingOn, '')) ? { version: undefined, text } : undefined;
}
