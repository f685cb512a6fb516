/**
 * Splits a question that asks several things into standalone questions, only if every part is clearly a question.
 */

import { isStopWord } from '../../core/text/terms.ts';
import { isPlural } from '../follow-up/word-forms.ts';
import { rewriteFollowUp } from '../follow-up/rewrite-follow-up.ts';

const mostParts = 3;
/** A longer text is a report, not several questions. */
const longestText = 600;
/** Words a part has at least: "and why?" is no question of its own. */
const fewestWords = 3;

const betweenSentences = /[?!.]\s+(?=\S)|\s*;\s*/;
const asking = '(?:how|where|what|which|who|when|why)';
const auxiliary = '(?:is|are|was|were|do|does|did|can|could|has|have|will|would|should)';
/** What may follow "and" for that to join questions: an asking word, a yes-or-no question of something said before, or an order. */
const follows = `(?:(?:in |at |with |from |by |for |to |on )?${asking}\\s+\\w+\\s+\\w|${auxiliary}\\s+(?:it|they|this|that|these|those|one|the \\w+)\\s+\\w|(?:explain|describe)\\s+\\w+\\s+\\w)`;
const betweenQuestions = new RegExp(`,?\\s+(?:(?:and|then|and then|and also)|&)\\s+(?=${follows})`, 'i');
/** In a list of three the second follows a comma alone. */
const inList = new RegExp(
  `,\\s+(?=(?:(?:in|at|with|from|by|for|to|on) (?:what|which)|how|where|what|why)\\s+\\w+\\s+\\w)`,
  'i',
);
const joining = /^(?:and|then|also|so)\s+/i;
const numbered = /(?:^|\s)(?:\d[.)]|(?:first|second|third|last)(?:ly)?,)\s+(?=\w)/gi;
/** "I want to know how …" asks how. */
const leadIn = new RegExp(
  `^(?:(?:please|hey|hi|ok|and|also|then|so|first|i (?:want|need|would like|'d like)(?: to)?|i'm trying to|can you|could you|would you|do you|tell me|show me|explain|describe|know|understand|find out|see|learn|help me|to me|me)[\\s,]+){1,8}(?=${asking}\\s)`,
  'i',
);
const beginsAsking = new RegExp(
  `^(?:(?:in|at|with|from|by|for|to|on)\\s+(?:what|which)\\b|(?:${asking}|${auxiliary}|explain|describe)\\b)`,
  'i',
);
/** "Which module knows where …": what follows may still be said of it. */
const asksWithin = new RegExp(`\\s${asking}\\b`, 'i');

/** "How are A, B and C stored?": things asked of with one verb. */
const listed =
  /^((?:how|where|when|why|what) (?:is|are|was|were|do|does|did|can|should|gets?) )([^,]+), ([^,]+),? and (\S+(?: \S+)?) ((?:\w+ed|bound|built|done|found|held|kept|made|read|run|sent|set|split|told|written)\b[^,]*)$/i;
/** A thing, not something done to one. */
const thing =
  /^(?!.*\b(?:and|or|to|in|by|from|is|are)\b)(?!.*\w{3}(?:ed|ing)\b)(?:[\w$`.'-]+ ){0,3}[\w$`.'-]+$/i;

/** @returns nothing where it is one question, else two or three, in order */
export function splitQuestion(text: string): readonly string[] {
  const asked = text.trim();
  if (asked.length > longestText) return [];
  const parts = asked
    .replace(numbered, ' ')
    .trim()
    .split(betweenSentences)
    .flatMap(questionsOf)
    .map((part) => withoutEnd(part).replace(joining, ''))
    .filter((part) => part !== '');
  if (parts.length === 1) return ofList(withoutEnd(asked));
  if (parts.length > mostParts || !parts.every(isQuestion)) return [];
  const whole = makeStandalone(parts).reduce<readonly string[]>(mergeShortPart, []);
  return whole.length > 1 ? whole : [];
}

/** "With which algorithm?" says too little to be looked for alone: it is asked with the question before it. */
function mergeShortPart(before: readonly string[], part: string): readonly string[] {
  const last = before.at(-1);
  const telling = [...part.matchAll(/[\p{L}\p{N}_$]{2,}/gu)].filter(([word]) => !isStopWord(word));
  return last === undefined || telling.length > 1
    ? [...before, part]
    : [...before.slice(0, -1), `${last}, ${part}`];
}

function questionsOf(sentence: string): readonly string[] {
  const joined = sentence.trim().split(betweenQuestions);
  const isList = joined.length === 2 && betweenQuestions.test(sentence);
  const parts = (isList ? joined.flatMap((part) => part.split(inList)) : joined).map((part) =>
    part.replace(leadIn, ''),
  );
  return parts.slice(0, -1).some(isWithin) ? [sentence] : parts;
}

/** "From which file …" asks by itself. */
function isWithin(part: string): boolean {
  return asksWithin.test(part.replace(/^\w+\s+(?:what|which)\b/i, ''));
}

function isQuestion(part: string): boolean {
  return beginsAsking.test(part) && part.split(/\s+/).length >= fewestWords;
}

function withoutEnd(part: string): string {
  return part.trim().replace(/[?.!,;\s]+$/, '');
}

/** "where are they kept?" is asked of what came before it. */
function makeStandalone(parts: readonly string[]): readonly string[] {
  return parts.reduce<readonly string[]>((before, part) => {
    const earlier = before.map((question) => ({ question, subjects: [] }));
    return [...before, rewriteFollowUp(named(part, before.at(-1) ?? ''), earlier).text];
  }, []);
}

/** "Which module parses flags, and how does it …": the module that does. */
const whichDoes = /^(?:which|what) (\w+) (\w+s) (?!of\b)(.+)$/i;
/** "How are A, B and C made, and where are they …": all of them. */
const severalThings = /^(?:how|where|when|why) (?:are|were|do|did) ((?:[^,]+, ){0,4}[^,]+? and \S+)(?= \S)/i;
/** "What does the parser do with comments, and where are they …": what is said of one is not meant by "they". */
const lastOfMany =
  /^(?:how|where|when|why|what) (?:does|did|is|was|has) (?:the |an? )?(?!\w+s\b)\w.* (\w+)$/i;

/** What a sentence means by "it" and "they" that is no subject of the one before it. */
function named(part: string, before: string): string {
  const [, kind, verb, object] = whichDoes.exec(before) ?? [];
  if (kind !== undefined && !isPlural(kind) && !isStopWord(verb ?? ''))
    return part.replace(/\bit\b/i, `the ${kind} that ${verb} ${object}`);
  const many = severalThings.exec(before)?.[1];
  const last = lastOfMany.exec(before)?.[1] ?? '';
  const meant = many ?? (isPlural(last) ? last : undefined);
  return meant === undefined ? part : part.replace(/\b(?:they|them)\b/i, meant);
}

function ofList(text: string): readonly string[] {
  const [, asking = '', first = '', second = '', third = '', verb = ''] = listed.exec(text) ?? [];
  const things = [first, second, third].map((one) => one.trim());
  return asking === '' || !things.every((one) => thing.test(one))
    ? []
    : things.map((one) => `${asking}${one} ${verb}`);
}
