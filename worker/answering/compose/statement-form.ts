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

const tellsWhatToDo =
  /^\W*(?:to|in order to|for) [^.]{3,80}?[,:]|^\W*(?:use|run|call|set|add|create|pass|install|define|import|start|make|put|configure|enable|disable|specify|write|register|decorate|provide|include|open|select)\b|\byou(?:['’]ll)? (?:can|must|need(?: to)?|have to|should|could|will need to)\b|\bcan be \w+(?:ed|t|n)\b|\b(?:is|are) \w+ed (?:by|with|using|through)\b/i;
const tellsValue = /\d|`[^`]+`|"[^"]+"|\b(?:none|null|true|false|no limit|unlimited)\b/i;
const tellsCondition = /^\W*(?:if|when(?:ever)?|once|as soon as)\b/i;
const tellsChanges =
  /\b(?:release notes|change ?log|changes|what['’]s new|(?:version )?history|news|upgrading|migrati(?:on|ng))\b/i;
const leadsElsewhere =
  /^\W*the following (?:tables?|lists?|sections?|pages?)\b|^\W*this (?:page|section|chapter|document|guide|tutorial) \w+s\b|\b(?:full|complete) list of\b|^\W*(?:to (?:see|learn|find out|read) more|see|refer to|read|check out|visit|for (?:more|further|details|a (?:full|complete|detailed|comprehensive)|additional)|as (?:mentioned|described|noted)|learn more)\b|\b(?:for (?:more|further) (?:details|information)|see (?:also|the|\[))/i;
const goesOn =
  /^\W*(?:however|also|additionally|furthermore|moreover|alternatively|similarly|likewise|therefore|thus|then|otherwise|instead|but|and|or|so|this|these|those|that|it|they|note that|again|finally|for example|for instance|unlike|after that)\b/i;

/** Whether it asks how a thing is done: a sample says that too. */
export function asksHowTo({ text }: Pick<Question, 'text'>): boolean {
  return howToDo.test(text);
}

/** What was so in other versions, where that is not asked. */
export function isAboutOtherVersions({ text }: Pick<Question, 'text'>, headings: readonly string[]): boolean {
  return !asksForChanges.test(text) && headings.some((heading) => tellsChanges.test(heading));
}

/**
 * What its form adds to what a statement holds.
 * @param held the share of the question it holds: the form of an answer to something else is worth as little as that
 */
export function scoreForm(question: Question, statement: Statement, held: number): number {
  const plain = removeLinkTargets(statement.text);
  return held * inFavour(question, statement, plain) - against(question, statement, plain);
}

function inFavour(question: Question, { sample, leads, opens }: Statement, plain: string): number {
  const { text } = question;
  let form = opens ? 0.07 : 0;
  if (asksHowTo(question)) {
    if (tellsWhatToDo.test(plain)) form += 0.2;
    if (sample !== undefined) form += leads ? 0.22 : 0.13;
  }
  if (asksWhatIs.test(text) && defines(question, plain)) form += 0.3;
  if (asksEffect.test(text) && opens) form += 0.15;
  if (asksWhatHappens.test(text) && tellsCondition.test(plain)) form += 0.15;
  if (asksValue.test(text) && tellsValue.test(plain)) form += 0.2;
  return form;
}

function against(question: Question, { sample, leads, opens, isAside }: Statement, plain: string): number {
  let form = 0.15 * Math.min(1, plain.length / 300);
  if (isAside) form += 0.2;
  if (leadsElsewhere.test(plain)) form += 0.25;
  else if (!opens && goesOn.test(plain)) form += 0.1;
  if (plain.endsWith('?')) form += 0.1;
  // What it announces is not shown, or is no answer.
  if (leads && (sample === undefined || !asksHowTo(question))) form += 0.15;
  return form;
}

/** It begins with what is asked about, and says what that is. */
function defines({ terms }: Question, text: string): boolean {
  const subject =
    /^\W*(?:(?:an?|the)\s+)?(.{2,80}?)\s+(?:is|are|refers? to|means?|represents?|provides?|keeps?|tells?)\b/i.exec(
      text,
    )?.[1];
  if (subject === undefined) return false;
  const held = new Set(extractTerms(subject));
  const named = terms.filter((term) => containsWord(held, term)).length;
  return named > 0 && named >= terms.length / 2 && subject.split(' ').length <= terms.length + 3;
}

/** What is said in a text with links: what they are called, without where they lead. */
export function removeLinkTargets(text: string): string {
  return text
    .replaceAll(/\]\([^()\s]{0,400}(?:\([^()\s]{0,100}\))?[^()\s]{0,400}\)/g, ']')
    .replaceAll(/`([^`<>]{1,100}) <[^`<>]{1,400}>`_/g, '$1');
}
