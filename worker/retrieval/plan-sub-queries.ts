/**
 * A question that asks several things to the questions it asks, each standing on its own. Only where every part is plainly a question
 * of itself: what is merely long, or names two things done to one, stays one.
 */

import { rewriteFollowUp } from './rewrite-follow-up.ts';

const mostParts = 3;
/** A longer text is a report, not several questions. */
const longestText = 600;
/** Words a part has at least: "and why?" is no question of its own. */
const fewestWords = 3;

const betweenSentences = /[?!.]\s+(?=\S)|\s*;\s*/;
const betweenQuestions =
  /,?\s+(?:and|then|and then|and also)\s+(?=(?:how|where|what|which|who|when|why)\s+\w+\s+\w)/i;
const joining = /^(?:and|then|also|so)\s+/i;
const beginsAsking = /^(?:how|where|what|which|who|when|why)\b/i;
/** "Which module knows where …": what follows may still be said of it. */
const asksWithin = /\s(?:how|where|what|which|who|when|why)\b/i;

/** "How are A, B and C stored?": things asked of with one verb. */
const listed =
  /^((?:how|where|when|why|what) (?:is|are|was|were|do|does|did|can|should|gets?) )([^,]+), ([^,]+),? and (\S+(?: \S+)?) ((?:\w+ed|bound|built|done|found|held|kept|made|read|run|sent|set|split|told|written)\b[^,]*)$/i;
/** A thing, not something done to one. */
const thing =
  /^(?!.*\b(?:and|or|to|in|by|from|is|are)\b)(?!.*\w{3}(?:ed|ing)\b)(?:[\w$`.'-]+ ){0,3}[\w$`.'-]+$/i;

/** @returns nothing where it is one question, else two or three, in order */
export function planSubQueries(text: string): readonly string[] {
  const asked = text.trim();
  if (asked.length > longestText) return [];
  const parts = asked
    .split(betweenSentences)
    .flatMap(questionsOf)
    .map((part) => withoutEnd(part).replace(joining, ''))
    .filter((part) => part !== '');
  if (parts.length === 1) return ofList(withoutEnd(asked));
  return parts.length <= mostParts && parts.every(isQuestion) ? onTheirOwn(parts) : [];
}

function questionsOf(sentence: string): readonly string[] {
  const parts = sentence.trim().split(betweenQuestions);
  return parts.slice(0, -1).some((part) => asksWithin.test(part)) ? [sentence] : parts;
}

function isQuestion(part: string): boolean {
  return beginsAsking.test(part) && part.split(/\s+/).length >= fewestWords;
}

function withoutEnd(part: string): string {
  return part.trim().replace(/[?.!,;\s]+$/, '');
}

/** "where are they kept?" is asked of what came before it. */
function onTheirOwn(parts: readonly string[]): readonly string[] {
  return parts.reduce<readonly string[]>((before, part) => {
    const earlier = before.map((question) => ({ question, subjects: [] }));
    return [...before, rewriteFollowUp(part, earlier).text];
  }, []);
}

function ofList(text: string): readonly string[] {
  const [, asking = '', first = '', second = '', third = '', verb = ''] = listed.exec(text) ?? [];
  const things = [first, second, third].map((one) => one.trim());
  return asking === '' || !things.every((one) => thing.test(one))
    ? []
    : things.map((one) => `${asking}${one} ${verb}`);
}
