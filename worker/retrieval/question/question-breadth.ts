/** Decides how much of the repository a question asks about: a part, an overview, or everything. */

import { identifierParts, isStopWord } from '../../core/text/terms.ts';

export type Breadth = 'part' | 'overview' | 'everything';

/** Said of any repository, and so of none in particular. */
export const genericWords: ReadonlySet<string> = setOf(
  `about app application code codebase give implement implementation implemented implements library main overview package program project
   purpose readme repo repository say says software source summarise summarize summary thing things tool use used uses using work working works file files folder module
   defined definition declared find located location live lives`,
);
/** Kinds of things every repository has: said alone they name none of them. */
const kinds: ReadonlySet<string> = setOf(
  `class classes component components constant constants definition definitions detail details feature features file files function functionality
   functions interface interfaces internals line lines logic method methods module modules package packages part parts piece pieces stuff
   symbol symbols thing things type types variable variables everything everyone`,
);
/** What may be wrong anywhere. */
const faults: ReadonlySet<string> = setOf(
  'bug bugs flaw flaws issue issues mistake mistakes problem problems smell smells vulnerabilities vulnerability wrong',
);
const measures: ReadonlySet<string> = setOf(
  'briefly complete completely deep described detail detailed documented each entire every explained explanation fit fix full fully interact one please quickly simple simply single step steps them together tour whole',
);

const order =
  /^\W*(?:(?:please|hey|hi|hello|ok|okay)\W+)*(?:(?:can|could|would|will) you\s+|i (?:want|need|would like|'d like) (?:you )?to\s+)?(?:please\s+)?(?:help me (?:to )?)?(?:understand|know|learn|explain|describe|document|comment|list|enumerate|count|name|show(?: me)?|give me|find(?: me)?|tell me(?: about)?|walk (?:me|us) through|guide (?:me|us) through|take me through|teach (?:me|us)|go (?:through|over)|review|analy[sz]e|audit|check|fix|improve|refactor|rewrite|summari[sz]e|read)\b/i;
/** Said of all there is they tell no part of it: "what does each file contain". */
const contents: ReadonlySet<string> = setOf(
  'beginning contain contains end finish know organised organized start structured top bottom',
);

/** Orders that are also what software does: "read files" names something of it. */
const alsoDone = /\b(?:read|check|name|count|document|comment|review|fix|rewrite|find|know|learn)$/i;
const forAll =
  /\b(?:everything|all|whole|entire|every(?:\s?one)?|each|complete(?:ly)?|fully|line by line|stuff)\b/i;
const areThere =
  /^\W*(?:what|which)\b.*\b(?:are there|exist|do you have|does it have|does this have)\W*$|^\W*(?:what|which) are (?:all )?(?:of )?the\b|^\W*are there any\b/i;
const overviewWords =
  /\b(?:this|the) (?:project|repo|repository|codebase|library|package|tool|app|application)\b|\bthis code\b|\boverview\b|\breadme\b/i;
/** "What is this?", "what does the code do?", "how do I use it?": asked of no part, so of the whole. */
const asksWhatItIs =
  /^\W*what(?:'s| is| does) (?:this|it|that|the code)\b|\bhow (?:do|can|should) (?:i|we|you) use (?:it|this|that)\b|\bhow to use (?:it|this|that)\b/i;
const words = /[\p{L}\p{N}_$'’]+/gu;

/** @param text a question that holds no path and no name written as code. */
export function assessBreadth(text: string): Breadth {
  const ordered = order.exec(text)?.[0] ?? '';
  const said = wordsOf(text.slice(ordered.length));
  const isOfAll = forAll.test(text);
  const saysNothing = (word: string): boolean =>
    isStopWord(word) || measures.has(word) || (isOfAll && contents.has(word));
  const telling = said.filter((word) => !saysNothing(word));
  const rest = telling.filter((word) => word === 'main' || !genericWords.has(word));
  const isSentence = (ordered !== '' && !alsoDone.test(ordered)) || said.some(isStopWord);
  if (!rest.every((word) => kinds.has(word) || faults.has(word))) return 'part';
  if (isOfAll && (isSentence || ordered !== '' || said.length === 1)) return 'everything';
  if (rest.some((word) => faults.has(word))) return isSentence || ordered !== '' ? 'everything' : 'part';
  const isWhole = overviewWords.test(text) || asksWhatItIs.test(text);
  const asksForFeatures = rest.length > 0 && areThere.test(text);
  if ((isWhole || asksForFeatures) && rest.every((word) => /^(?:features|functionality)$/.test(word)))
    return 'overview';
  if (rest.length > 0) return isSentence && (ordered !== '' || areThere.test(text)) ? 'everything' : 'part';
  return isSentence && said.length + ordered.length > 1 ? 'everything' : 'part';
}

function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(words)].flatMap(([word]) => {
    const bare = word.replace(/['’](?:s|d|re|ll|ve)$/i, '');
    const lower = bare.toLowerCase();
    return isStopWord(lower) ? [lower] : identifierParts(bare);
  });
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}
