/** Makes a question from the words of a file name: "How do sessions work?" from `sessions.py`. */

import { gerundOfVerb, isPlainVerb, isPlural } from '../follow-up/word-forms.ts';

const acronyms = /^(?:json|yaml|toml|html|http|https|asgi|wsgi|grpc|uuid|csrf|cors)$/;

/** @returns undefined if the words make no question */
export function phraseQuestion(words: readonly string[]): string | undefined {
  const [first = '', second = ''] = words;
  if (words.length === 0 || words.length > 2) return undefined;
  if (words.length === 1) return isPlainVerb(first) ? undefined : phraseHowQuestion(first, first);
  if (isPlainVerb(first)) return `How does ${toSingular(second)} ${gerundOfVerb(first)} work?`;
  return phraseHowQuestion(`${first} ${second}`, second);
}

/** Adds an article to countable nouns. */
function phraseHowQuestion(phrase: string, head: string): string {
  if (isPlural(head)) return `How do ${phrase} work?`;
  const isCounted =
    !/(?:ing|tion|sion|ment|ity|ance|ence|ism|ics|age|cy|ware)$|^(?:auth|oauth|multipart)$/.test(head);
  const isAcronym = acronyms.test(head);
  return `How does ${isCounted && !isAcronym ? 'the ' : ''}${isAcronym ? phrase.toUpperCase() : phrase} work?`;
}

function toSingular(word: string): string {
  return isPlural(word) ? word.replace(/ies$/, 'y').replace(/([^y])s$/, '$1') : word;
}
