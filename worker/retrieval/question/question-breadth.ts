/** Decides how much of the repository a question asks about: a part, an overview, or everything. */

import { identifierParts, isStopWord } from '../../core/text/terms.ts';
import { readOverviewTopic } from './read-overview-topic.ts';

export type Breadth = 'part' | 'overview' | 'everything';

/** Words that fit any repository, and therefore identify no part of it. */
export const genericWords: ReadonlySet<string> = wordSet(
  `about app application code codebase give implement implementation implemented implements library main overview package program project
   purpose readme repo repository say says software source summarise summarize summary thing things tool use used uses using work working works file files folder module
   defined definition declared find located location live lives`,
);
/** Kinds of things that every repository has. Alone, they identify no part. */
const kinds: ReadonlySet<string> = wordSet(
  `class classes component components constant constants definition definitions detail details feature features file files function functionality
   functions interface interfaces internals line lines logic method methods module modules package packages part parts piece pieces stuff
   symbol symbols thing things type types variable variables everything everyone`,
);
/** Faults that may be anywhere. */
const faults: ReadonlySet<string> = wordSet(
  'bug bugs flaw flaws issue issues mistake mistakes problem problems smell smells vulnerabilities vulnerability wrong',
);
const fillerWords: ReadonlySet<string> = wordSet(
  'briefly complete completely deep described detail detailed documented each entire every explained explanation fit fix full fully interact one please quickly simple simply single step steps them together tour whole',
);

const orderPattern =
  /^\W*(?:(?:please|hey|hi|hello|ok|okay)\W+)*(?:(?:can|could|would|will) you\s+|i (?:want|need|would like|'d like) (?:you )?to\s+)?(?:please\s+)?(?:help me (?:to )?)?(?:understand|know|learn|explain|describe|document|comment|list|enumerate|count|name|show(?: me)?|give me|find(?: me)?|tell me(?: about)?|walk (?:me|us) through|guide (?:me|us) through|take me through|teach (?:me|us)|go (?:through|over)|review|analy[sz]e|audit|check|fix|improve|refactor|rewrite|summari[sz]e|read)\b/i;
/** Verbs that identify no part when the question is about everything: "what does each file contain". */
const contentVerbs: ReadonlySet<string> = wordSet(
  'beginning contain contains end finish know organised organized start structured top bottom',
);

/** Imperatives that may also be features of software: "read files". */
const ambiguousOrder = /\b(?:read|check|name|count|document|comment|review|fix|rewrite|find|know|learn)$/i;
const allPattern =
  /\b(?:everything|all|whole|entire|every(?:\s?one)?|each|complete(?:ly)?|fully|line by line|stuff)\b/i;
const listingPattern =
  /^\W*(?:what|which)\b.*\b(?:are there|exist|do you have|does it have|does this have)\W*$|^\W*(?:what|which) are (?:all )?(?:of )?the\b|^\W*are there any\b/i;
const overviewWords =
  /\b(?:this|the) (?:project|repo|repository|codebase|library|package|tool|app|application)\b|\bthis code\b|\boverview\b|\breadme\b/i;
/** "What is this?", "what does the code do?", "how do I use it?" ask about the whole repository. */
const asksWhatItIs =
  /^\W*what(?:'s| is| does) (?:this|it|that|the code)\b|\bhow (?:do|can|should) (?:i|we|you) use (?:it|this|that)\b|\bhow to use (?:it|this|that)\b/i;
const wordPattern = /[\p{L}\p{N}_$'’]+/gu;

/** @param text a question without paths and without names written as code */
export function assessBreadth(text: string): Breadth {
  const topic = readOverviewTopic(text);
  if (topic !== undefined && (topic !== 'summary' || /\boverview\b/i.test(text))) return 'overview';
  const orderPrefix = orderPattern.exec(text)?.[0] ?? '';
  const words = splitWords(text.slice(orderPrefix.length));
  const mentionsAll = allPattern.test(text);
  const isUninformative = (word: string): boolean =>
    isStopWord(word) || fillerWords.has(word) || (mentionsAll && contentVerbs.has(word));
  const contentWords = words.filter((word) => !isUninformative(word));
  const rest = contentWords.filter((word) => word === 'main' || !genericWords.has(word));
  const isSentence = (orderPrefix !== '' && !ambiguousOrder.test(orderPrefix)) || words.some(isStopWord);
  if (!rest.every((word) => kinds.has(word) || faults.has(word))) return 'part';
  if (mentionsAll && (isSentence || orderPrefix !== '' || words.length === 1)) return 'everything';
  if (rest.some((word) => faults.has(word))) return isSentence || orderPrefix !== '' ? 'everything' : 'part';
  const isWhole = overviewWords.test(text) || asksWhatItIs.test(text);
  const asksForFeatures = rest.length > 0 && listingPattern.test(text);
  if ((isWhole || asksForFeatures) && rest.every((word) => /^(?:features|functionality)$/.test(word)))
    return 'overview';
  if (rest.length > 0)
    return isSentence && (orderPrefix !== '' || listingPattern.test(text)) ? 'everything' : 'part';
  return isSentence && words.length + orderPrefix.length > 1 ? 'everything' : 'part';
}

function splitWords(text: string): readonly string[] {
  return [...text.matchAll(wordPattern)].flatMap(([word]) => {
    const bare = word.replace(/['’](?:s|d|re|ll|ve)$/i, '');
    const lower = bare.toLowerCase();
    return isStopWord(lower) ? [lower] : identifierParts(bare);
  });
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}
