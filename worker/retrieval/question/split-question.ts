/**
 * Splits a question that asks several things into standalone questions, only if every part is clearly a question.
 */

import { isStopWord } from '../../core/text/terms.ts';
import { isPlural } from '../follow-up/word-forms.ts';
import { rewriteFollowUp } from '../follow-up/rewrite-follow-up.ts';

const maxParts = 3;
/** Maximum length in characters. A longer text is a report, not several questions. */
const maxTextLength = 600;
/** Minimum words of a part. A shorter part, such as "and why?", is not a separate question. */
const minWords = 3;

const betweenSentences = /[?!.]\s+(?=\S)|\s*;\s*/;
const questionWord = '(?:how|where|what|which|who|when|why)';
const auxiliary = '(?:is|are|was|were|do|does|did|can|could|has|have|will|would|should)';
/** "and" joins questions only before a question word, a yes-or-no question about an earlier subject, or an imperative. */
const questionAhead = `(?:(?:in |at |with |from |by |for |to |on )?${questionWord}\\s+\\w+\\s+\\w|${auxiliary}\\s+(?:it|they|this|that|these|those|one|the \\w+)\\s+\\w|(?:explain|describe)\\s+\\w+\\s+\\w)`;
const betweenQuestions = new RegExp(
  `,?\\s+(?:(?:and|then|and then|and also)|&)\\s+(?=${questionAhead})`,
  'i',
);
/** In a list of three questions, only a comma precedes the second. */
const listComma = new RegExp(
  `,\\s+(?=(?:(?:in|at|with|from|by|for|to|on) (?:what|which)|how|where|what|why)\\s+\\w+\\s+\\w)`,
  'i',
);
const joiningWord = /^(?:and|then|also|so)\s+/i;
const numberedMark = /(?:^|\s)(?:\d[.)]|(?:first|second|third|last)(?:ly)?,)\s+(?=\w)/gi;
/** Introductions such as "I want to know" before "how …". */
const introduction = new RegExp(
  `^(?:(?:please|hey|hi|ok|and|also|then|so|first|i (?:want|need|would like|'d like)(?: to)?|i'm trying to|can you|could you|would you|do you|tell me|show me|explain|describe|know|understand|find out|see|learn|help me|to me|me)[\\s,]+){1,8}(?=${questionWord}\\s)`,
  'i',
);
const startsQuestion = new RegExp(
  `^(?:(?:in|at|with|from|by|for|to|on)\\s+(?:what|which)\\b|(?:${questionWord}|${auxiliary}|explain|describe)\\b)`,
  'i',
);
/** In "Which module knows where …", the rest may still describe the module. */
const containsQuestion = new RegExp(`\\s${questionWord}\\b`, 'i');

/** "How are A, B and C stored?": several subjects share one verb. */
const listPattern =
  /^((?:how|where|when|why|what) (?:is|are|was|were|do|does|did|can|should|gets?) )([^,]+), ([^,]+),? and (\S+(?: \S+)?) ((?:\w+ed|bound|built|done|found|held|kept|made|read|run|sent|set|split|told|written)\b[^,]*)$/i;
/** A noun phrase without verbs. */
const nounPhrase =
  /^(?!.*\b(?:and|or|to|in|by|from|is|are)\b)(?!.*\w{3}(?:ed|ing)\b)(?:[\w$`.'-]+ ){0,3}[\w$`.'-]+$/i;

/** @returns two or three questions in order, or nothing if the text is one question */
export function splitQuestion(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed.length > maxTextLength) return [];
  const parts = trimmed
    .replace(numberedMark, ' ')
    .trim()
    .split(betweenSentences)
    .flatMap(splitSentence)
    .map((part) => trimEnd(part).replace(joiningWord, ''))
    .filter((part) => part !== '');
  if (parts.length === 1) return splitList(trimEnd(trimmed));
  if (parts.length > maxParts || !parts.every(isQuestion)) return [];
  const mergedParts = makeStandalone(parts).reduce<readonly string[]>(mergeShortPart, []);
  return mergedParts.length > 1 ? mergedParts : [];
}

/** Appends a part such as "with which algorithm?", which is too short to search for, to the question before it. */
function mergeShortPart(before: readonly string[], part: string): readonly string[] {
  const last = before.at(-1);
  const contentWords = [...part.matchAll(/[\p{L}\p{N}_$]{2,}/gu)].filter(([word]) => !isStopWord(word));
  return last === undefined || contentWords.length > 1
    ? [...before, part]
    : [...before.slice(0, -1), `${last}, ${part}`];
}

function splitSentence(sentence: string): readonly string[] {
  const joined = sentence.trim().split(betweenQuestions);
  const isList = joined.length === 2 && betweenQuestions.test(sentence);
  const parts = (isList ? joined.flatMap((part) => part.split(listComma)) : joined).map((part) =>
    part.replace(introduction, ''),
  );
  return parts.slice(0, -1).some(containsEmbeddedQuestion) ? [sentence] : parts;
}

/** Whether the part contains a second question word. "From which file …" has only one. */
function containsEmbeddedQuestion(part: string): boolean {
  return containsQuestion.test(part.replace(/^\w+\s+(?:what|which)\b/i, ''));
}

/** Whether the text begins like a question or a request to explain something. */
export function startsAsQuestion(text: string): boolean {
  return startsQuestion.test(text);
}

function isQuestion(part: string): boolean {
  return startsAsQuestion(part) && part.split(/\s+/).length >= minWords;
}

function trimEnd(part: string): string {
  return part.trim().replace(/[?.!,;\s]+$/, '');
}

/** Resolves the references of each part, as in "where are they kept?", from the parts before it. */
function makeStandalone(parts: readonly string[]): readonly string[] {
  return parts.reduce<readonly string[]>((before, part) => {
    const earlier = before.map((question) => ({ question, subjects: [] }));
    return [...before, rewriteFollowUp(nameAntecedent(part, before.at(-1) ?? ''), earlier).text];
  }, []);
}

/** "Which module parses flags, and how does it …": "it" is the module that parses flags. */
const whichSubject = /^(?:which|what) (\w+) (\w+s) (?!of\b)(.+)$/i;
/** "How are A, B and C made, and where are they …": "they" are all three. */
const severalSubjects =
  /^(?:how|where|when|why) (?:are|were|do|did) ((?:[^,]+, ){0,4}[^,]+? and \S+)(?= \S)/i;
/** "What does the parser do with comments, and where are they …": "they" are the comments, not the singular subject. */
const lastNoun = /^(?:how|where|when|why|what) (?:does|did|is|was|has) (?:the |an? )?(?!\w+s\b)\w.* (\w+)$/i;

/** Replaces "it" or "they" if its antecedent is not the subject of the sentence before it. */
function nameAntecedent(part: string, before: string): string {
  const [, kind, verb, object] = whichSubject.exec(before) ?? [];
  if (kind !== undefined && !isPlural(kind) && !isStopWord(verb ?? ''))
    return part.replace(/\bit\b/i, `the ${kind} that ${verb} ${object}`);
  const many = severalSubjects.exec(before)?.[1];
  const last = lastNoun.exec(before)?.[1] ?? '';
  const antecedent = many ?? (isPlural(last) ? last : undefined);
  return antecedent === undefined ? part : part.replace(/\b(?:they|them)\b/i, antecedent);
}

function splitList(text: string): readonly string[] {
  const [, opening = '', first = '', second = '', third = '', verb = ''] = listPattern.exec(text) ?? [];
  const things = [first, second, third].map((item) => item.trim());
  return opening === '' || !things.every((item) => nounPhrase.test(item))
    ? []
    : things.map((item) => `${opening}${item} ${verb}`);
}
