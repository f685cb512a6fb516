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
import { formatDay } from '../../../core/time.ts';
import { formatAuthor } from './check-origins.ts';
import type { ClaimParts } from '../../claim-text/parse-claim.ts';
import { findDates, findAuthors } from '../../claim-text/find-attributions.ts';
import { createTextMatcher } from '../../evidence-text/text-matcher.ts';
import { contentWords } from './vocabulary.ts';
import { stripQuotations } from '../../claim-text/parse-claim.ts';

/** Accepts the record's own number, a number it closes, its author, or the id of a commit that it merged. */
export function isNameOfDiscussion(discussion: DiscussionEvidence, name: string): boolean {
  const number = /^#(\d+)$/.exec(name)?.[1];
  if (number !== undefined)
    return discussion.number === Number(number) || discussion.closes.includes(Number(number));
  if (/^[0-9a-f]{7,64}$/.test(name)) return discussion.commits.some((commit) => commit.startsWith(name));
  return name === formatAuthor(discussion);
}

/** Matches a relation between two records. It is applied after quotations are emptied. */
const related =
  /(pull request|issue) `?#(\d{1,9})`?(?:, “ ”,)? (closes|closed|fixes|resolves|was closed by|brought|introduced|was merged as) (?:(?:the )?(pull request|issue|commit) )?`?#?([0-9a-f]{1,64})\b`?/gi;
const relation =
  /\b(?:clos(?:e|es|ed|ing)|fix(?:es|ed)?|resolv(?:e|es|ed)|merg(?:e|es|ed)|revert(?:s|ed)?|caus(?:e|es|ed)|duplicates?|supersed(?:e|es|ed)|replac(?:es|ed)|reject(?:s|ed)?|declin(?:es|ed)|refus(?:es|ed)|approv(?:es|ed)|blocks?|blocked|reopen(?:s|ed)?|withdr[ae]w[n]?|abandon(?:s|ed)?|landed|shipped|depends)\b/i;
/** What a commit did to lines. `checkOrigins` checks this if a commit is cited. */
const commitVerb = /\b(?:brought|brings?|introduc(?:e|es|ed))\b/i;
const denial = /\b(?:not|never|no|none|nobody|nothing|without|neither|nor|cannot)\b|n['’]t\b/i;
const numbered = /\b(pull requests?|issues?|PRs?) `?#(\d{1,9})\b`?/gi;
const mention = /\b(?:mention|refer|nam|link|point)[a-z]* (?:to )?$/i;

/** Returns no checks if no discussion is cited. */
export function checkDiscussions(
  text: string,
  parts: ClaimParts,
  cited: readonly AnyEvidence[],
): readonly ClaimCheck[] {
  const records = cited.filter(isDiscussionEvidence);
  if (records.length === 0) return [];
  const ownText = stripQuotations(text);
  const claim = {
    text,
    ownText,
    parts,
    writers: findAuthors(ownText),
    isWithCommit: cited.some(isCommitEvidence),
  };
  const [bestChecks = []] = records
    .map((record) => recordChecks(record, claim))
    .toSorted((a, b) => failures(a) - failures(b));
  return [...bestChecks, ...relationChecks(claim, records), ...wordChecks(claim, cited)];
}

interface DiscussionClaim {
  readonly text: string;
  /** The text with its quotations emptied. */
  readonly ownText: string;
  readonly parts: ClaimParts;
  readonly writers: readonly string[];
  readonly isWithCommit: boolean;
}

/** The author, words, date and number must all come from one record. */
function recordChecks(record: DiscussionEvidence, claim: DiscussionClaim): readonly ClaimCheck[] {
  return [
    ...claim.writers.map((name) => writerCheck(record, name)),
    ...openingChecks(record, claim),
    ...quoteChecks(record, claim),
    ...dayChecks(record, claim),
    ...numberChecks(record, claim),
  ];
}

function writerCheck(record: DiscussionEvidence, name: string): ClaimCheck {
  const passed = name.toLowerCase() === formatAuthor(record).toLowerCase();
  return claimCheck(
    'author',
    passed,
    `\`${name}\` ${passed ? 'wrote' : 'is not known to have written'} what is cited.`,
  );
}

/** A comment does not show who opened the discussion. */
function openingChecks(record: DiscussionEvidence, { ownText }: DiscussionClaim): readonly ClaimCheck[] {
  if (record.isRemark !== true || !/\b(?:opened|reported|filed|submitted|raised|author)\b/i.test(ownText))
    return [];
  return [claimCheck('author', false, 'The cited comment does not show who opened the discussion.')];
}

/** Attributed quotations must be in the body: the host supplies the header, and another person may set the title. */
function quoteChecks(
  record: DiscussionEvidence,
  { text, parts, writers }: DiscussionClaim,
): readonly ClaimCheck[] {
  const body = createTextMatcher(record.body);
  const whole = createTextMatcher(`${record.title}\n${record.body}`);
  return parts.quotes.map((quote) => {
    const isTitle = quote === record.title && new RegExp('`?, [“"]').test(textBefore(text, quote));
    const passed = (writers.length === 0 || isTitle ? whole : body).containsQuote(quote);
    return claimCheck(
      'quote',
      passed,
      passed
        ? 'The cited record contains the quotation.'
        : 'The cited record does not contain the quotation.',
    );
  });
}

function textBefore(text: string, quote: string): string {
  const at = text.indexOf(quote);
  return text.slice(Math.max(0, at - 4), at);
}

/** For statements by a person only the day of writing counts; otherwise also the day of merging or closing. */
function dayChecks(
  record: DiscussionEvidence,
  { ownText, parts: { prose }, writers, isWithCommit }: DiscussionClaim,
): readonly ClaimCheck[] {
  // If a commit is cited too, the date may be the commit's, which `checkOrigins` checks.
  if (isWithCommit && writers.length === 0) return [];
  const statesEnd = /\b(?:merged|closed|landed)\b/i.test(ownText);
  const statesWriting = writers.length > 0 || /\b(?:wrote|written|said|says|opened|asked)\b/i.test(ownText);
  const days = [
    ...(statesEnd && !statesWriting ? [] : [formatDay(record.writtenAt)]),
    ...(statesWriting ? [] : [formatDay(record.closedAt)]),
  ];
  return findDates(prose).map(([stated, beginning]) => {
    const passed = days.some((day) => day.startsWith(beginning));
    return claimCheck('date', passed, `${stated} is ${passed ? '' : 'not '}a date of the cited record.`);
  });
}

function numberChecks(record: DiscussionEvidence, { ownText }: DiscussionClaim): readonly ClaimCheck[] {
  const rest = ownText.replaceAll(related, ' ');
  return [...rest.matchAll(numbered)].flatMap((match) => {
    const [claim, kind = '', number = ''] = match;
    if (mention.test(rest.slice(Math.max(0, match.index - 20), match.index)))
      return createTextMatcher(record.text).containsCode(`#${number}`)
        ? []
        : [claimCheck('identifier', false, `${claim} is not mentioned there.`)];
    const isSame = record.number === Number(number) && (record.kind === 'issue') === /^issue/i.test(kind);
    return [claimCheck('identifier', isSame, `The cited record is ${isSame ? '' : 'not '}${claim}.`)];
  });
}

function relationChecks(
  { ownText, isWithCommit }: DiscussionClaim,
  records: readonly DiscussionEvidence[],
): readonly ClaimCheck[] {
  const found = [...ownText.matchAll(related)].map(([, kind = '', number = '', verb = '', , other = '']) => {
    const stated = { kind, number: Number(number), verb: verb.toLowerCase(), other };
    const passed = records.some((record) => supports(record, stated));
    return claimCheck(
      'relation',
      passed,
      `A cited record ${passed ? 'says' : 'does not say'} that #${number} ${verb} ${other}.`,
    );
  });
  const rest = ownText.replaceAll(related, ' ').replaceAll(/`[^`\n]{1,4000}`/g, ' ');
  const unreadable = [
    ...(relation.test(rest) || (!isWithCommit && commitVerb.test(rest)) ? ['how records relate'] : []),
    ...(denial.test(rest) ? ['what is not the case'] : []),
  ];
  return [
    ...found,
    ...unreadable.map((what) =>
      claimCheck('relation', false, `What it states about ${what} cannot be checked.`),
    ),
  ];
}

interface Related {
  readonly kind: string;
  readonly number: number;
  readonly verb: string;
  readonly other: string;
}

function supports(discussion: DiscussionEvidence, { kind, number, verb, other }: Related): boolean {
  const isSame =
    discussion.number === number && (discussion.kind === 'issue') === (kind.toLowerCase() === 'issue');
  const brings = /^(?:brought|introduced|was merged as)$/.test(verb);
  if (brings)
    return (
      isSame &&
      discussion.kind === 'pull-request' &&
      other.length >= 7 &&
      discussion.commits.some((commit) => commit.startsWith(other.toLowerCase()))
    );
  const [closer, closed] = verb === 'was closed by' ? [Number(other), number] : [number, Number(other)];
  if (discussion.kind === 'pull-request')
    return discussion.number === closer && discussion.closes.includes(closed);
  return discussion.number === closed && discussion.closes.includes(closer);
}

/** Checks the words outside quotations and names, because one or two can state as much as a sentence. */
function wordChecks(
  { parts, writers }: DiscussionClaim,
  cited: readonly AnyEvidence[],
): readonly ClaimCheck[] {
  const names = new Set(writers.flatMap((name) => name.toLowerCase().split(/[^\p{L}]+/u)));
  const days = findDates(parts.prose).reduce((prose, [day]) => prose.replace(day, ' '), parts.prose);
  const words = contentWords(days).flatMap((word) => (names.has(word) ? [] : extractTerms(word).slice(0, 1)));
  if (words.length === 0) return [];
  const evidenceTerms = new Set(
    cited.flatMap((evidence) =>
      extractTerms(isDiscussionEvidence(evidence) ? `${evidence.title}\n${evidence.body}` : evidence.text),
    ),
  );
  const shared = words.filter((word) => evidenceTerms.has(word)).length / words.length;
  return [
    claimCheck('words', shared >= 0.5, `${Math.round(shared * 100)} % of its own words are in the evidence.`),
  ];
}

function failures(checks: readonly ClaimCheck[]): number {
  return checks.filter(({ passed }) => !passed).length;
}
