/**
 * Scores whether a statement has the form of an answer (instruction, definition, value) in English. The scores
 * were set by hand.
 */

import { type Question, containsWord } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { Statement } from './prose-statements.ts';

const howToDo =
  /^\W*(?:how (?:do|can|should|would|could|must|to)\b|(?:which|what) (?:command|option|setting|flag)\b)/i;
const asksWhatIs = /^\W*what(?:['’]s| is| are)\b(?!.*\b(?:used for|default|purpose)\b)/i;
const asksEffect = /^\W*what (?:does|do|happens)\b|^\W*what .*\b(?:used for|purpose)\b/i;
const asksWhatHappens = /^\W*what (?:happens|occurs) (?:when|if|after)\b/i;
const asksValue = /\b(?:defaults?|how (?:many|long|large|big|much)|maximum|minimum|limit)\b/i;
const asksForChanges = /\b(?:version|release|chang|deprecat|remov|new in|since)/i;

const instructs =
  /^\W*(?:to|in order to|for) [^.]{3,80}?[,:]|^\W*(?:use|run|call|set|add|create|pass|install|define|import|start|make|put|configure|enable|disable|specify|write|register|decorate|provide|include|open|select)\b|\byou(?:['’]ll)? (?:can|must|need(?: to)?|have to|should|could|will need to)\b|\bcan be \w+(?:ed|t|n)\b|\b(?:is|are) \w+ed (?:by|with|using|through)\b/i;
const statesValue = /\d|`[^`]+`|"[^"]+"|\b(?:none|null|true|false|no limit|unlimited)\b/i;
const statesCondition = /^\W*(?:if|when(?:ever)?|once|as soon as)\b/i;
const changesHeading =
  /\b(?:release notes|change ?log|changes|what['’]s new|(?:version )?history|news|upgrading|migrati(?:on|ng))\b/i;
const pointsElsewhere =
  /^\W*the following (?:tables?|lists?|sections?|pages?)\b|^\W*this (?:page|section|chapter|document|guide|tutorial) \w+s\b|\b(?:full|complete) list of\b|^\W*(?:to (?:see|learn|find out|read) more|see|refer to|read|check out|visit|for (?:more|further|details|a (?:full|complete|detailed|comprehensive)|additional)|as (?:mentioned|described|noted)|learn more)\b|\b(?:for (?:more|further) (?:details|information)|see (?:also|the|\[))/i;
const continuesPrevious =
  /^\W*(?:however|also|additionally|furthermore|moreover|alternatively|similarly|likewise|therefore|thus|then|otherwise|instead|but|and|or|so|this|these|those|that|it|they|note that|again|finally|for example|for instance|unlike|after that)\b/i;

/** Returns whether the question asks how to do something, which a code sample can answer. */
export function asksHowTo({ text }: Pick<Question, 'text'>): boolean {
  return howToDo.test(text);
}

/** Returns whether the headings are about other versions although the question is not. */
export function isAboutOtherVersions({ text }: Pick<Question, 'text'>, headings: readonly string[]): boolean {
  return !asksForChanges.test(text) && headings.some((heading) => changesHeading.test(heading));
}

/**
 * Scores the form of a statement.
 * @param coverage the covered fraction of the question; it scales the bonus, because a well-formed statement about
 *   something else is no answer
 */
export function scoreForm(question: Question, statement: Statement, coverage: number): number {
  const plain = removeLinkTargets(statement.text);
  return coverage * formBonus(question, statement, plain) - formPenalty(question, statement, plain);
}

function formBonus(
  question: Question,
  { sample, introducesNext, isFirst }: Statement,
  plain: string,
): number {
  const { text } = question;
  let score = isFirst ? 0.07 : 0;
  if (asksHowTo(question)) {
    if (instructs.test(plain)) score += 0.2;
    if (sample !== undefined) score += introducesNext ? 0.22 : 0.13;
  }
  if (asksWhatIs.test(text) && defines(question, plain)) score += 0.3;
  if (asksEffect.test(text) && isFirst) score += 0.15;
  if (asksWhatHappens.test(text) && statesCondition.test(plain)) score += 0.15;
  if (asksValue.test(text) && statesValue.test(plain)) score += 0.2;
  return score;
}

function formPenalty(
  question: Question,
  { sample, introducesNext, isFirst, isAside }: Statement,
  plain: string,
): number {
  let score = 0.15 * Math.min(1, plain.length / 300);
  if (isAside) score += 0.2;
  if (pointsElsewhere.test(plain)) score += 0.25;
  else if (!isFirst && continuesPrevious.test(plain)) score += 0.1;
  if (plain.endsWith('?')) score += 0.1;
  // The announced sample is missing or does not answer the question.
  if (introducesNext && (sample === undefined || !asksHowTo(question))) score += 0.15;
  return score;
}

/** Returns whether the statement starts with the question's subject and defines it. */
function defines({ terms }: Question, text: string): boolean {
  const subject =
    /^\W*(?:(?:an?|the)\s+)?(.{2,80}?)\s+(?:is|are|refers? to|means?|represents?|provides?|keeps?|tells?)\b/i.exec(
      text,
    )?.[1];
  if (subject === undefined) return false;
  const subjectTerms = new Set(extractTerms(subject));
  const named = terms.filter((term) => containsWord(subjectTerms, term)).length;
  return named > 0 && named >= terms.length / 2 && subject.split(' ').length <= terms.length + 3;
}

/** Removes link targets and keeps the link texts. */
export function removeLinkTargets(text: string): string {
  return text
    .replaceAll(/\]\([^()\s]{0,400}(?:\([^()\s]{0,100}\))?[^()\s]{0,400}\)/g, ']')
    .replaceAll(/`([^`<>]{1,100}) <[^`<>]{1,400}>`_/g, '$1');
}
