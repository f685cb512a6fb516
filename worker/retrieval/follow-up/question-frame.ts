/** Parses a question into opening, auxiliary, subject and predicate, as far as follow-ups need. */

import { isParticiple, isPlainVerb } from './word-forms.ts';
import { tokenizeQuestion, sliceOf, type QuestionToken } from './question-tokens.ts';

export interface QuestionFrame {
  /** `inverted`: opening, auxiliary, subject, predicate. `order`: a verb and what it is about. `phrase`: words alone. */
  readonly kind: 'inverted' | 'order' | 'phrase' | 'other';
  readonly opening: string;
  readonly auxiliary: string;
  /** What the question is about; empty where that is not known. */
  readonly subject: string;
  /** What is asked of the subject: a participle, a verb, or nothing. */
  readonly predicate: string;
  readonly rest: string;
  /** The subject is the person who asks; what the question is about is `rest`. */
  readonly isPersonal: boolean;
}

export const auxiliaries: ReadonlySet<string> = new Set(
  `is are was were does do did can could should will would must may might has have had isn't aren't doesn't don't`.split(
    ' ',
  ),
);
const adverbs: ReadonlySet<string> = new Set(
  'exactly actually really then else currently usually normally precisely'.split(' '),
);
const persons: ReadonlySet<string> = new Set('i we you one people users'.split(' '));
const determiners: ReadonlySet<string> = new Set(
  'the a an each every all some any its their this that these those of'.split(' '),
);
export const prepositions: ReadonlySet<string> = new Set(
  `in into inside within for from with without on onto at by to of as under over through via during between across against per
   when if while before after once unless until because using where`.split(/\s+/),
);
const orders =
  /^(?:(?:can|could|would) you )?(?:please )?(?:explain|describe|show(?: me)?|find|list|summari[sz]e|document|tell me about|give me|walk me through)(?: to me)?\s+/i;
const leadIns =
  /^(?:(?:and|but|so|then|ok|okay|also|now|well|thanks|thank you|great|cool|please|hi|hey)\b[\s,.!:]*)*(?:(?:(?:can|could|would) you (?:please )?)?tell me |do you know |i(?:'d| would) like to know |i want to know )?(?=(?:how|where|when|why|what|which|who|in which)\b)/i;
const nothing = { opening: '', auxiliary: '', subject: '', predicate: '', rest: '', isPersonal: false };

export function parseQuestionFrame(question: string): QuestionFrame {
  const text = question
    .trim()
    .replace(/[\s?.!]+$/, '')
    .replace(leadIns, '');
  const tokens = tokenizeQuestion(text);
  const opened = openingLength(tokens);
  const auxiliary = tokens[opened];
  if (opened > 0 && auxiliary !== undefined && auxiliaries.has(auxiliary.lower))
    return inverted(text, tokens, opened);
  const told = opened > 0 ? embedded(text, tokens, opened) : undefined;
  if (told !== undefined) return told;
  const order = orders.exec(text);
  if (order !== null) {
    const about = text.slice(order[0].length);
    const clause = tokenizeQuestion(about);
    const length = openingLength(clause);
    const inside = length > 0 ? embedded(about, clause, length) : undefined;
    return inside ?? { ...nothing, kind: 'order', opening: order[0].trim(), subject: about };
  }
  const isPhrase =
    tokens.length > 0 &&
    tokens.length <= 8 &&
    opened === 0 &&
    !tokens.some((one) => auxiliaries.has(one.lower));
  return { ...nothing, kind: isPhrase ? 'phrase' : 'other', subject: isPhrase ? text : '' };
}

/** Tokens of the question words it opens with: `how exactly`, `in which file`, `what`. */
function openingLength(tokens: readonly QuestionToken[]): number {
  const isPlace = /^(?:in|from|at|by|on|to|for)$/.test(tokens[0]?.lower ?? '');
  const first = isPlace ? 1 : 0;
  const wh = tokens[first]?.lower ?? '';
  if (!/^(?:how|where|when|why|what|which|who)$/.test(wh)) return 0;
  let length = first + 1;
  if (isPlace && tokens[length] !== undefined && !auxiliaries.has(tokens[length]?.lower ?? '')) length += 1;
  while (adverbs.has(tokens[length]?.lower ?? '')) length += 1;
  return length;
}

function inverted(text: string, tokens: readonly QuestionToken[], opened: number): QuestionFrame {
  const auxiliary = tokens[opened]?.text ?? '';
  const said = tokens.slice(opened + 1);
  const opening = sliceOf(text, tokens.slice(0, opened));
  const isPersonal = persons.has(said[0]?.lower ?? '');
  const at = isPersonal ? 1 : predicateAt(said, auxiliary.toLowerCase());
  const rest = said.slice(at + 1);
  return {
    kind: 'inverted',
    opening,
    auxiliary,
    subject: sliceOf(text, said.slice(0, at)),
    predicate: said[at]?.text ?? '',
    rest: sliceOf(text, rest),
    isPersonal,
  };
}

/** `how sessions are signed`, as it stands after `explain`. */
function embedded(text: string, tokens: readonly QuestionToken[], opened: number): QuestionFrame | undefined {
  const at = tokens.findIndex((one, index) => index > opened && auxiliaries.has(one.lower));
  const predicate = tokens[at + 1];
  if (at < 0 || predicate === undefined || !isParticiple(predicate.text)) return undefined;
  return {
    kind: 'inverted',
    opening: capitalize(sliceOf(text, tokens.slice(0, opened))),
    auxiliary: tokens[at]?.text ?? '',
    subject: sliceOf(text, tokens.slice(opened, at)),
    predicate: predicate.text,
    rest: sliceOf(text, tokens.slice(at + 2)),
    isPersonal: false,
  };
}

/** Where the subject ends; the length where nothing is said of it. */
function predicateAt(said: readonly QuestionToken[], auxiliary: string): number {
  const isBe = /^(?:is|are|was|were|isn't|aren't)$/.test(auxiliary);
  const fits = (one: QuestionToken, index: number): boolean =>
    index > 0 &&
    one.kind === 'word' &&
    !determiners.has(said[index - 1]?.lower ?? '') &&
    (isBe ? isParticiple(one.text) : isPlainVerb(one.lower) || (one.lower === 'be' && index > 0));
  const found = said.findIndex(fits);
  if (found > 0) return found;
  if (isBe) return said.length;
  // No verb known: the last word where there are two, else the one after what a determiner goes with.
  return Math.min(said.length, determiners.has(said[0]?.lower ?? '') ? 2 : 1);
}

export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
