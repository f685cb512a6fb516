/**
 * Looks up what a claim says about pull requests and issues. A single cited record must have the author, quotation, date and number; any cited
 * record may have the relation.
 */

import {
  isCommitEvidence,
  isDiscussionEvidence,
  type AnyEvidence,
  type DiscussionEvidence,
} from '../../../core/answers/evidence.ts';
import { formatDay } from '../../../core/time.ts';
import { formatAuthor } from './check-origins.ts';
import type { ClaimParts } from '../../claim-text/parse-claim.ts';
import { findDates, findAuthors } from '../../claim-text/find-attributions.ts';
import { createTextMatcher } from '../../evidence-text/text-matcher.ts';
import { isLines, readSearchableEvidence } from '../../evidence-text/searchable-evidence.ts';
import { isFound, type LookUp } from '../look-up.ts';
import { stripQuotations } from '../../claim-text/parse-claim.ts';

/** Accepts the record's own number, a number it closes, its author, or the id of a commit that it merged. */
export function isNameOfDiscussion(discussion: DiscussionEvidence, name: string): boolean {
  const number = /^#(\d+)$/.exec(name)?.[1];
  if (number !== undefined)
    return discussion.number === Number(number) || discussion.closes.includes(Number(number));
  if (/^[0-9a-f]{7,64}$/.test(name)) return discussion.commits.some((commit) => commit.startsWith(name));
  return name === formatAuthor(discussion);
}

/** Matches a relation between two records, or its denial. It is applied after quotations are emptied. */
const related =
  /(pull request|issue) `?#(\d{1,9})`?(?:, “ ”,)? ((?:does|did|was) not |(?:does|did|was)n['’]t |never )?(closes?|fix(?:es)?|resolves?|(?:was )?closed by|closed|brought|introduced|was merged as) (?:(?:the )?(pull request|issue|commit) )?`?#?([0-9a-f]{1,64})\b`?/gi;
const numbered = /\b(pull requests?|issues?|PRs?) `?#(\d{1,9})\b`?/gi;
const mention = /\b(?:mention|refer|nam|link|point)[a-z]* (?:to )?$/i;

/** Returns no checks if no discussion is cited. */
export function lookUpDiscussions(
  text: string,
  parts: ClaimParts,
  cited: readonly AnyEvidence[],
): readonly LookUp[] {
  const records = cited.filter(isDiscussionEvidence);
  if (records.length === 0) return [];
  const ownText = stripQuotations(text);
  const writers = findAuthors(ownText);
  const lines = cited.filter(isLines).map(readSearchableEvidence);
  const claim = {
    text,
    ownText,
    parts,
    writers,
    isWithCommit: cited.some(isCommitEvidence),
    isInLines: (quotation: string) =>
      writers.length === 0 && lines.some((searchable) => searchable.contains(quotation)),
  };
  const [bestChecks = []] = records
    .map((record) => recordChecks(record, claim))
    .toSorted((a, b) => failures(a) - failures(b));
  return [...bestChecks, ...relationChecks(claim, records)];
}

interface DiscussionClaim {
  readonly text: string;
  /** The text with its quotations emptied. */
  readonly ownText: string;
  readonly parts: ClaimParts;
  readonly writers: readonly string[];
  readonly isWithCommit: boolean;
  /** Whether cited lines of a file contain a quotation that the claim attributes to nobody. */
  readonly isInLines: (quotation: string) => boolean;
}

/** The author, words, date and number must all come from one record. */
function recordChecks(record: DiscussionEvidence, claim: DiscussionClaim): readonly LookUp[] {
  return [
    ...claim.writers.map((name) => writerCheck(record, name)),
    ...openingChecks(record, claim),
    ...quoteChecks(record, claim),
    ...dayChecks(record, claim),
    ...numberChecks(record, claim),
  ];
}

function writerCheck(record: DiscussionEvidence, name: string): LookUp {
  const passed = name.toLowerCase() === formatAuthor(record).toLowerCase();
  return toLookUp(
    'author',
    passed,
    `\`${name}\` ${passed ? 'wrote' : 'is not known to have written'} what is cited.`,
  );
}

/** A comment does not show who opened the discussion. */
function openingChecks(record: DiscussionEvidence, { ownText }: DiscussionClaim): readonly LookUp[] {
  if (record.isRemark !== true || !/\b(?:opened|reported|filed|submitted|raised|author)\b/i.test(ownText))
    return [];
  return [toLookUp('author', false, 'The cited comment does not show who opened the discussion.')];
}

/** Attributed quotations must be in the body: the host supplies the header, and another person may set the title. */
function quoteChecks(
  record: DiscussionEvidence,
  { text, parts, writers, isInLines }: DiscussionClaim,
): readonly LookUp[] {
  const body = createTextMatcher(record.body);
  const whole = createTextMatcher(`${record.title}\n${record.body}`);
  const recordQuotes = parts.quotes.filter((quote) => !isInLines(quote));
  return recordQuotes.map((quote) => {
    const isTitle = quote === record.title && new RegExp('`?, [“"]').test(textBefore(text, quote));
    const passed = (writers.length === 0 || isTitle ? whole : body).containsQuote(quote);
    return toLookUp(
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
): readonly LookUp[] {
  // If a commit is cited too, the date may be the commit's, which `lookUpOrigins` looks up.
  if (isWithCommit && writers.length === 0) return [];
  const statesEnd = /\b(?:merged|closed|landed)\b/i.test(ownText);
  const statesWriting = writers.length > 0 || /\b(?:wrote|written|said|says|opened|asked)\b/i.test(ownText);
  const days = [
    ...(statesEnd && !statesWriting ? [] : [formatDay(record.writtenAt)]),
    ...(statesWriting ? [] : [formatDay(record.closedAt)]),
  ];
  return findDates(prose).map(([stated, beginning]) => {
    const passed = days.some((day) => day.startsWith(beginning));
    return toLookUp('date', passed, `${stated} ${passed ? 'is' : 'is not'} a date of the cited record.`);
  });
}

function numberChecks(record: DiscussionEvidence, { ownText }: DiscussionClaim): readonly LookUp[] {
  const rest = ownText.replaceAll(related, ' ');
  return [...rest.matchAll(numbered)].flatMap((match) => {
    const [claim, kind = '', number = ''] = match;
    if (mention.test(rest.slice(Math.max(0, match.index - 20), match.index)))
      return createTextMatcher(record.text).containsCode(`#${number}`)
        ? []
        : [toLookUp('identifier', false, `${claim} is not mentioned there.`)];
    const isSame = record.number === Number(number) && (record.kind === 'issue') === /^issue/i.test(kind);
    return [toLookUp('identifier', isSame, `The cited record is ${isSame ? '' : 'not '}${claim}.`)];
  });
}

function relationChecks(
  { ownText }: DiscussionClaim,
  records: readonly DiscussionEvidence[],
): readonly LookUp[] {
  return [...ownText.matchAll(related)].flatMap(
    ([, kind = '', number = '', denial, verb = '', , other = '']): readonly LookUp[] => {
      const stated = { kind, number: Number(number), verb: verb.toLowerCase(), other };
      const isRecorded = records.some((record) => supports(record, stated));
      // A record can contradict a denial, but does not prove that something did not happen.
      if (denial !== undefined && !isRecorded) return [];
      const says = `${isRecorded ? 'says' : 'does not say'} that #${number} ${verb} ${other}`;
      return [toLookUp('relation', isRecorded && denial === undefined, `A cited record ${says}.`)];
    },
  );
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
  const [closer, closed] = verb.endsWith('closed by') ? [Number(other), number] : [number, Number(other)];
  if (discussion.kind === 'pull-request')
    return discussion.number === closer && discussion.closes.includes(closed);
  return discussion.number === closed && discussion.closes.includes(closer);
}

/** @param detail a whole sentence, which also names what was looked up */
function toLookUp(check: LookUp['check'], found: boolean, detail: string): LookUp {
  return { check, item: detail, place: found ? 'the cited record' : undefined, detail };
}

function failures(lookUps: readonly LookUp[]): number {
  return lookUps.filter((lookUp) => !isFound(lookUp)).length;
}
