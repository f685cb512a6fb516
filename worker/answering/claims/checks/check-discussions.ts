/**
 * Checks claims about pull requests and issues. A single cited record must contain the author, quotation and date;
 * denials and relations that cannot be parsed fail.
 */

import { claimCheck, type ClaimCheck } from '../../../core/answers/claim.ts';
import {
  isCommitEvidence,
  isDiscussionEvidence,
  type AnyEvidence,
  type DiscussionEvidence,
} from '../../../core/answers/evidence.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import { formatDay, writerOf } from './check-origins.ts';
import type { ClaimParts } from '../../claim-text/parse-claim.ts';
import { findDates, findAuthors } from '../../claim-text/find-attributions.ts';
import { createTextMatcher } from '../../evidence-text/text-matcher.ts';
import { contentWords } from './vocabulary.ts';
import { stripQuotations } from '../../claim-text/parse-claim.ts';

/** `#12` of its own or of what hangs on it, who wrote what is quoted, or a commit it brought by its id. */
export function isNameOfDiscussion(one: DiscussionEvidence, name: string): boolean {
  const number = /^#(\d+)$/.exec(name)?.[1];
  if (number !== undefined) return one.number === Number(number) || one.closes.includes(Number(number));
  if (/^[0-9a-f]{7,64}$/.test(name)) return one.commits.some((commit) => commit.startsWith(name));
  return name === writerOf(one);
}

/** Quotations are blanked before. */
const related =
  /(pull request|issue) `?#(\d{1,9})`?(?:, “ ”,)? (closes|closed|fixes|resolves|was closed by|brought|introduced|was merged as) (?:(?:the )?(pull request|issue|commit) )?`?#?([0-9a-f]{1,64})\b`?/gi;
const relation =
  /\b(?:clos(?:e|es|ed|ing)|fix(?:es|ed)?|resolv(?:e|es|ed)|merg(?:e|es|ed)|revert(?:s|ed)?|caus(?:e|es|ed)|duplicates?|supersed(?:e|es|ed)|replac(?:es|ed)|reject(?:s|ed)?|declin(?:es|ed)|refus(?:es|ed)|approv(?:es|ed)|blocks?|blocked|reopen(?:s|ed)?|withdr[ae]w[n]?|abandon(?:s|ed)?|landed|shipped|depends)\b/i;
/** What a commit did to lines: read of the commit where one is cited. */
const ofCommits = /\b(?:brought|brings?|introduc(?:e|es|ed))\b/i;
const denial = /\b(?:not|never|no|none|nobody|nothing|without|neither|nor|cannot)\b|n['’]t\b/i;
const numbered = /\b(pull requests?|issues?|PRs?) `?#(\d{1,9})\b`?/gi;
const mention = /\b(?:mention|refer|nam|link|point)[a-z]* (?:to )?$/i;

/** Nothing where no discussion is cited. */
export function checkDiscussions(
  text: string,
  spoken: ClaimParts,
  cited: readonly AnyEvidence[],
): readonly ClaimCheck[] {
  const records = cited.filter(isDiscussionEvidence);
  if (records.length === 0) return [];
  const own = stripQuotations(text);
  const said = { text, own, spoken, writers: findAuthors(own), isWithCommit: cited.some(isCommitEvidence) };
  const [borne = []] = records
    .map((record) => recordChecks(record, said))
    .toSorted((a, b) => failures(a) - failures(b));
  return [...borne, ...relationChecks(said, records), ...wordChecks(said, cited)];
}

interface Said {
  readonly text: string;
  /** Its quotations blanked. */
  readonly own: string;
  readonly spoken: ClaimParts;
  readonly writers: readonly string[];
  readonly isWithCommit: boolean;
}

/** What one record must bear alone: whoever said it said it there, and then. */
function recordChecks(record: DiscussionEvidence, said: Said): readonly ClaimCheck[] {
  return [
    ...said.writers.map((name) => writerCheck(record, name)),
    ...openingChecks(record, said),
    ...quoteChecks(record, said),
    ...dayChecks(record, said),
    ...numberChecks(record, said),
  ];
}

function writerCheck(record: DiscussionEvidence, name: string): ClaimCheck {
  const passed = name.toLowerCase() === writerOf(record).toLowerCase();
  return claimCheck(
    'author',
    passed,
    `\`${name}\` ${passed ? 'wrote' : 'is not known to have written'} what is cited.`,
  );
}

/** Whoever remarks on it did not open it. */
function openingChecks(record: DiscussionEvidence, { own }: Said): readonly ClaimCheck[] {
  if (record.isRemark !== true || !/\b(?:opened|reported|filed|submitted|raised|author)\b/i.test(own))
    return [];
  return [claimCheck('author', false, 'What is cited is a remark: who opened it is not told there.')];
}

/** What is said to be somebody's words is in what they wrote: the head is told by the host, and its title may be another's. */
function quoteChecks(record: DiscussionEvidence, { text, spoken, writers }: Said): readonly ClaimCheck[] {
  const body = createTextMatcher(record.body);
  const whole = createTextMatcher(`${record.title}\n${record.body}`);
  return spoken.quotes.map((quote) => {
    const isTitle = quote === record.title && new RegExp('`?, [“"]').test(before(text, quote));
    const passed = (writers.length === 0 || isTitle ? whole : body).containsQuote(quote);
    return claimCheck(
      'quote',
      passed,
      passed ? 'The one record that is told of holds it.' : 'The record told of does not hold it.',
    );
  });
}

function before(text: string, quote: string): string {
  const at = text.indexOf(quote);
  return text.slice(Math.max(0, at - 4), at);
}

/** Where somebody is said to have said it, the day it was written; else also the one it was merged or closed. */
function dayChecks(
  record: DiscussionEvidence,
  { own, spoken: { prose }, writers, isWithCommit }: Said,
): readonly ClaimCheck[] {
  // Where a commit is cited too its day is told as well: `checkOrigins` reads it.
  if (isWithCommit && writers.length === 0) return [];
  const isOfEnd = /\b(?:merged|closed|landed)\b/i.test(own);
  const isOfWords = writers.length > 0 || /\b(?:wrote|written|said|says|opened|asked)\b/i.test(own);
  const days = [
    ...(isOfEnd && !isOfWords ? [] : [formatDay(record.writtenAt)]),
    ...(isOfWords ? [] : [formatDay(record.closedAt)]),
  ];
  return findDates(prose).map(([told, beginning]) => {
    const passed = days.some((day) => day.startsWith(beginning));
    return claimCheck('date', passed, `${told} is ${passed ? '' : 'not '}a day the cited record tells.`);
  });
}

function numberChecks(record: DiscussionEvidence, { own }: Said): readonly ClaimCheck[] {
  const rest = own.replaceAll(related, ' ');
  return [...rest.matchAll(numbered)].flatMap((match) => {
    const [said, kind = '', number = ''] = match;
    if (mention.test(rest.slice(Math.max(0, match.index - 20), match.index)))
      return createTextMatcher(record.text).containsCode(`#${number}`)
        ? []
        : [claimCheck('identifier', false, `${said} is not named there.`)];
    const isOf = record.number === Number(number) && (record.kind === 'issue') === /^issue/i.test(kind);
    return [claimCheck('identifier', isOf, `What is cited is ${isOf ? '' : 'not '}of ${said}.`)];
  });
}

function relationChecks(
  { own, isWithCommit }: Said,
  records: readonly DiscussionEvidence[],
): readonly ClaimCheck[] {
  const found = [...own.matchAll(related)].map(([, kind = '', number = '', verb = '', , other = '']) => {
    const told = { kind, number: Number(number), verb: verb.toLowerCase(), other };
    const passed = records.some((one) => bears(one, told));
    return claimCheck(
      'relation',
      passed,
      `A cited record ${passed ? 'says' : 'does not say'} that #${number} ${verb} ${other}.`,
    );
  });
  const rest = own.replaceAll(related, ' ').replaceAll(/`[^`\n]{1,4000}`/g, ' ');
  const unread = [
    ...(relation.test(rest) || (!isWithCommit && ofCommits.test(rest)) ? ['how they hang together'] : []),
    ...(denial.test(rest) ? ['what is not so'] : []),
  ];
  return [
    ...found,
    ...unread.map((what) => claimCheck('relation', false, `What it says of ${what} cannot be read.`)),
  ];
}

interface Related {
  readonly kind: string;
  readonly number: number;
  readonly verb: string;
  readonly other: string;
}

function bears(one: DiscussionEvidence, { kind, number, verb, other }: Related): boolean {
  const isOf = one.number === number && (one.kind === 'issue') === (kind.toLowerCase() === 'issue');
  const brings = /^(?:brought|introduced|was merged as)$/.test(verb);
  if (brings)
    return (
      isOf &&
      one.kind === 'pull-request' &&
      other.length >= 7 &&
      one.commits.some((commit) => commit.startsWith(other.toLowerCase()))
    );
  const [closer, closed] = verb === 'was closed by' ? [Number(other), number] : [number, Number(other)];
  if (one.kind === 'pull-request') return one.number === closer && one.closes.includes(closed);
  return one.number === closed && one.closes.includes(closer);
}

/** A word or two beside what is named can say as much as a sentence. */
function wordChecks({ spoken, writers }: Said, cited: readonly AnyEvidence[]): readonly ClaimCheck[] {
  const names = new Set(writers.flatMap((name) => name.toLowerCase().split(/[^\p{L}]+/u)));
  const days = findDates(spoken.prose).reduce((prose, [day]) => prose.replace(day, ' '), spoken.prose);
  const words = contentWords(days).flatMap((word) => (names.has(word) ? [] : extractTerms(word).slice(0, 1)));
  if (words.length === 0) return [];
  const held = new Set(
    cited.flatMap((one) => extractTerms(isDiscussionEvidence(one) ? `${one.title}\n${one.body}` : one.text)),
  );
  const shared = words.filter((word) => held.has(word)).length / words.length;
  return [
    claimCheck(
      'words',
      shared >= 0.5,
      `${Math.round(shared * 100)} % of its own words are in what is cited.`,
    ),
  ];
}

function failures(checks: readonly ClaimCheck[]): number {
  return checks.filter(({ passed }) => !passed).length;
}
