/**
 * Recognizes greetings, thanks and questions about this service by a closed set of words. A text with any other word may ask about the code
 * ("hello route"), and a false refusal is worse than a search for the words of a greeting.
 */

import { isStopWord } from '../../core/text/terms.ts';

/** Words of which one makes a clause a greeting. */
const greetings = wordSet(
  `alright awesome brilliant bye cheers cool excellent fantastic good goodbye great greetings hello hey hi hiya howdy lovely nice ok okay perfect
   sorry thank thanks thx ty wonderful wow`,
);
/** Words that occur beside them. */
const companions = wordSet(
  `afternoon again answer answers bot day dear evening everybody everyone folks friend friends help helpful lot lots many morning much night one quick
   quickly team today tomorrow well wherefore work`,
);
/** Stop words in a greeting: "thank you so much for the help". */
const smallWords = wordSet('a all and are for is me of so that the there to too very was with you your');
/** Words of a question about this service. */
const serviceWords = wordSet(
  `able ai anybody anyone ask asking assistant awake chat doing got helping here hmm human know lol meet name question questions robot said speak
   talk talking things`,
);
/** A question about this service mentions it, its user, or that the user asks. "How can I help?" is about contributing. */
const serviceCues = wordSet('anybody anyone ask asking me talk talking you your yourself');
const pronouns = wordSet('it its that them they these this those');
const questionWord = /\?|\b(?:how|what|where|which|who|when|why)\b/i;

/** Whether the text only greets, thanks or asks about this service. "Thanks, how does it work?" asks about something else. */
export function isConversation(text: string): boolean {
  const words = splitWords(text);
  const isClosed = words.every(
    (word) => isStopWord(word) || greetings.has(word) || companions.has(word) || serviceWords.has(word),
  );
  if (!isClosed || (questionWord.test(text) && words.some((word) => pronouns.has(word)))) return false;
  if (words.length === 1) return words.every((word) => greetings.has(word) || word === 'help');
  return words.some((word) => greetings.has(word) || serviceCues.has(word));
}

/** Whether a clause greets or thanks, and says nothing else. */
export function isGreeting(clause: string): boolean {
  const words = splitWords(clause);
  return (
    words.some((word) => greetings.has(word)) &&
    words.every((word) => greetings.has(word) || companions.has(word) || smallWords.has(word))
  );
}

/** Words in lower case, without the ends of contractions such as "you're". */
function splitWords(text: string): readonly string[] {
  const bare = text.toLowerCase().replace(/['’](?:d|ll|m|re|s|t|ve)\b/g, '');
  return bare.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}
