/** Detects words that leave the conversation's version: "now", "in the current version", "back on main". */

import type { VersionNames } from './version-names.ts';
import { removeWords } from './read-version-question.ts';

interface VersionEnding {
  /** The named branch; undefined for the default version. */
  readonly version: string | undefined;
  /** The question without the words that only name the version. */
  readonly text: string;
}

const current =
  /,?\s*\b(?:in|on|at|of|for|to|with|under|about|as of)\s+(?:the\s+|your\s+)?(?:(?:current|newest|latest|present|most recent)\s+(?:version|release|code|state|branch|source|commit|tip|snapshot|one)|(?:current|newest|latest)(?=[\s?.!]*$)|HEAD\b)/i;
/** A name such as `now()` or `the now column` is not about a version. */
const now =
  /(?<!\b(?:the|a|an|function|method|field|column|variable|called|named)\s+)(?<![\w`.(/])\b(?:nowadays|today|currently|at present|at the moment|now)\b(?![\w`(/]|\.\w)/i;
const transitionalNow =
  /^\s*(?:(?:ok|okay|so|great|thanks|alright)\b[\s,]*)*now\b,?\s+(?=(?:where|how|what|which|who|why|when|show|tell|list|explain|do|does|is|are|can)\b)/i;
const branch = /,?\s*\b(?:back\s+)?(?:on|to)\s+(?:the\s+)?[`"']?([\w][\w./-]*[\w])[`"']?(?:\s+branch)?/gi;
/** Names for the default branch, which also match if the snapshot was uploaded without a name. */
const defaultBranchNames = /^(?:main|master|trunk)$/i;

export function readVersionEnding(text: string, names: VersionNames): VersionEnding | undefined {
  const matched = current.exec(text)?.[0];
  if (matched !== undefined) return { version: undefined, text: removeWords(text, matched) };
  for (const [whole, name = ''] of text.matchAll(branch)) {
    const version = names.find(name);
    if (version !== undefined || defaultBranchNames.test(name))
      return { version, text: removeWords(text, whole) };
  }
  return now.test(text.replace(transitionalNow, '')) ? { version: undefined, text } : undefined;
}
