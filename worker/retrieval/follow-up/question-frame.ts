/** Parses a question into opening, auxiliary, subject and predicate, as far as follow-ups need. */

import { isParticiple, isPlainVerb } from './word-forms.ts';
import { tokenizeQuestion, joinTokenText, type QuestionToken } from './question-tokens.ts';

export interface QuestionFrame {
  /** `inverted`: opening, auxiliary, subject, predicate. `imperative`: a request and its object. `phrase`: words without a verb. */
  readonly kind: 'inverted' | 'imperative' | 'phrase' | 'other';
  readonly opening: string;
  readonly auxiliary: string;
  /** What the question is about; empty if unknown. */
  readonly subject: string;
  /** What the question asks about the subject: a participle or a verb, or empty. */
  readonly predicate: string;
  readonly rest: string;
  /** Whether the grammatical subject is a person ("I", "users"). If so, the question is about `rest`. */
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
const personalSubjects: ReadonlySet<string> = new Set('i we you one people users'.split(' '));
const determiners: ReadonlySet<string> = new Set(
  'the a an each every all some any its their this that these those of'.split(' '),
);
export const prepositions: ReadonlySet<string> = new Set(
  `in into inside within for from with without on onto at by to of as under over through via during between across against per
   when if while before after once unless until because using where`.split(/\s+/),
);
const imperatives =
  /^(?:(?:can|could|would) you )?(?:please )?(?:explain|describe|show(?: me)?|find|list|summari[sz]e|document|tell me about|give me|walk me through)(?: to me)?\s+/i;
const introductions =
  /^(?:(?:and|but|so|then|ok|okay|also|now|well|thanks|thank you|great|cool|please|hi|hey)\b[\s,.!:]*)*(?:(?:(?:can|could|would) you (?:please )?)?tell me |do you know |i(?:'d| would) like to know |i want to know )?(?=(?:how|where|when|why|what|which|who|in which)\b)/i;
const emptyFrame = { opening: '', auxiliary: '', subject: '', predicate: '', rest: '', isPersonal: false };

export function parseQuestionFrame(question: string): QuestionFrame {
  const text = question
    .trim()
    .replace(/[\s?.!]+$/, '')
    .replace(introductions, '');
  const tokens = tokenizeQuestion(text);
  const openingEnd = countOpeningTokens(tokens);
  const auxiliary = tokens[openingEnd];
  if (openingEnd > 0 && auxiliary !== undefined && auxiliaries.has(auxiliary.lower))
    return readInverted(text, tokens, openingEnd);
  const embeddedFrame = openingEnd > 0 ? readEmbedded(text, tokens, openingEnd) : undefined;
  if (embeddedFrame !== undefined) return embeddedFrame;
  const imperative = imperatives.exec(text);
  if (imperative !== null) {
    const clauseText = text.slice(imperative[0].length);
    const clause = tokenizeQuestion(clauseText);
    const length = countOpeningTokens(clause);
    const innerFrame = length > 0 ? readEmbedded(clauseText, clause, length) : undefined;
    return (
      innerFrame ?? { ...emptyFrame, kind: 'imperative', opening: imperative[0].trim(), subject: clauseText }
    );
  }
  const isPhrase =
    tokens.length > 0 &&
    tokens.length <= 8 &&
    openingEnd === 0 &&
    !tokens.some((token) => auxiliaries.has(token.lower));
  return { ...emptyFrame, kind: isPhrase ? 'phrase' : 'other', subject: isPhrase ? text : '' };
}

/** Counts the tokens of the opening: `how exactly`, `in which file`, `what`. */
function countOpeningTokens(tokens: readonly QuestionToken[]): number {
  const isPlace = /^(?:in|from|at|by|on|to|for)$/.test(tokens[0]?.lower ?? '');
  const first = isPlace ? 1 : 0;
  const wh = tokens[first]?.lower ?? '';
  if (!/^(?:how|where|when|why|what|which|who)$/.test(wh)) return 0;
  let length = first + 1;
  if (isPlace && tokens[length] !== undefined && !auxiliaries.has(tokens[length]?.lower ?? '')) length += 1;
  while (adverbs.has(tokens[length]?.lower ?? '')) length += 1;
  return length;
}

function readInverted(text: string, tokens: readonly QuestionToken[], openingEnd: number): QuestionFrame {
  const auxiliary = tokens[openingEnd]?.text ?? '';
  const clause = tokens.slice(openingEnd + 1);
  const opening = joinTokenText(text, tokens.slice(0, openingEnd));
  const isPersonal = personalSubjects.has(clause[0]?.lower ?? '');
  const predicateIndex = isPersonal ? 1 : findPredicate(clause, auxiliary.toLowerCase());
  const rest = clause.slice(predicateIndex + 1);
  return {
    kind: 'inverted',
    opening,
    auxiliary,
    subject: joinTokenText(text, clause.slice(0, predicateIndex)),
    predicate: clause[predicateIndex]?.text ?? '',
    rest: joinTokenText(text, rest),
    isPersonal,
  };
}

/** Reads an embedded question such as `how sessions are signed` after `explain`. */
function readEmbedded(
  text: string,
  tokens: readonly QuestionToken[],
  openingEnd: number,
): QuestionFrame | undefined {
  const at = tokens.findIndex((token, index) => index > openingEnd && auxiliaries.has(token.lower));
  const predicate = tokens[at + 1];
  if (at < 0 || predicate === undefined || !isParticiple(predicate.text)) return undefined;
  return {
    kind: 'inverted',
    opening: capitalize(joinTokenText(text, tokens.slice(0, openingEnd))),
    auxiliary: tokens[at]?.text ?? '',
    subject: joinTokenText(text, tokens.slice(openingEnd, at)),
    predicate: predicate.text,
    rest: joinTokenText(text, tokens.slice(at + 2)),
    isPersonal: false,
  };
}

/** Returns the index where the subject ends, or the clause length if there is no predicate. */
function findPredicate(clause: readonly QuestionToken[], auxiliary: string): number {
  const isBe = /^(?:is|are|was|were|isn't|aren't)$/.test(auxiliary);
  const fits = (token: QuestionToken, index: number): boolean =>
    index > 0 &&
    token.kind === 'word' &&
    !determiners.has(clause[index - 1]?.lower ?? '') &&
    (isBe ? isParticiple(token.text) : isPlainVerb(token.lower) || (token.lower === 'be' && index > 0));
  const found = clause.findIndex(fits);
  if (found > 0) return found;
  if (isBe) return clause.length;
  // Without a known verb, the subject is one word, or two if the first is a determiner.
  return Math.min(clause.length, determiners.has(clause[0]?.lower ?? '') ? 2 : 1);
}

export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
