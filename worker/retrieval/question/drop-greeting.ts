/** Drops greetings and thanks before a question or an order: a search would look for their words. */

import { isStopWord } from '../../core/text/terms.ts';
import { isGreeting } from '../question-class/greeting-words.ts';
import { isWrittenAsQuestion } from './read-question.ts';
import { startsAsQuestion } from './split-question.ts';

/** The first clause, and the text after it. */
const firstClause = /^([^`.!?,;:\n]*\p{L})\s*(?:[.!?,;…]+\s|\n|\s[–—-]\s)\s*(\S.*)$/su;
/** More words than a greeting has. */
const maxWords = 6;
/** A question or an order may begin with such words. */
const joiningWords = /^(?:(?:also|and|but|now|so|then)\b[\s,]*)+/i;
/** Requests in other forms than a question. */
const startsAsRequest =
  /^(?:please|may|i (?:want|need|would|wonder)|i'd|i am (?:looking|trying)|i'm (?:looking|trying))\b/i;
const pronoun = /^(?:it|its|they|them|their|this|that|these|those)$/i;
/** It may also begin a clause: "the code that …". */
const demonstrative = /^th(?:is|at|ese|ose)$/i;
/** A noun and a verb: one word alone may be the verb. */
const minWordsBefore = 2;
/** "This project" needs no earlier subject. */
const wholeRepository =
  /\b(?:this|that) (?:app|application|code|codebase|library|package|project|repo|repository|tool)\b/gi;

/**
 * @param isFollowUp whether an earlier turn may be the subject of "it"; otherwise only the first clause could be
 * @returns the text itself if it begins with something else, if what follows is no question, or if that would have no subject
 */
export function dropGreeting(text: string, { isFollowUp }: { readonly isFollowUp: boolean }): string {
  const [, clause = '', rest = ''] = firstClause.exec(text.trim()) ?? [];
  if (clause === '' || clause.split(/\s+/).length > maxWords || startsAsQuestion(clause)) return text;
  if (!isGreeting(clause)) return text;
  const question = dropGreeting(rest, { isFollowUp });
  return asksSomething(question) && (isFollowUp || !refersBack(question)) ? question : text;
}

function asksSomething(written: string): boolean {
  const text = written.replace(joiningWords, '');
  return startsAsQuestion(text) || isWrittenAsQuestion(text) || startsAsRequest.test(text);
}

/** Whether a pronoun comes before every noun that it could refer to: "where is it printed?", "who calls it?" */
function refersBack(text: string): boolean {
  const words = text.replace(wholeRepository, 'repository').match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const first = words.findIndex((word) => pronoun.test(word));
  const before = words.slice(0, first).filter((word) => !isStopWord(word));
  return first !== -1 && before.length < (demonstrative.test(words[first] ?? '') ? 1 : minWordsBefore);
}
