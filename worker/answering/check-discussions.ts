/**
 * What a claim says of pull requests and issues, held to the records it cites: who wrote what is quoted and when, which numbers are spoken of,
 * and that one brought a commit or closed another only where one cited record says so. Words for a relation that cannot be read pass nothing.
 */

import type { ClaimCheck } from '../core/answer.ts';
import { isOfCommit, isOfDiscussion, type AnyEvidence, type DiscussionEvidence } from '../core/evidence.ts';
import { dayOf, writerOf } from './check-origins.ts';
import type { ClaimParts } from './claim-parts.ts';

/** `#12` of its own or of what hangs on it, who wrote what is quoted, or a commit it brought by its id. */
export function isNameOfDiscussion(one: DiscussionEvidence, name: string): boolean {
  const number = /^#(\d+)$/.exec(name)?.[1];
  if (number !== undefined) return one.number === Number(number) || one.closes.includes(Number(number));
  if (/^[0-9a-f]{7,64}$/.test(name)) return one.commits.some((commit) => commit.startsWith(name));
  return name === writerOf(one);
}

const wrote = /`([^`\n]{1,120})` (?:wrote|said|asked|remarked|answered|opened|reported)\b/g;
const day = /\b\d{4}-\d{2}-\d{2}\b/g;
/** Back-ticks and quotations stand for what they hold; a name may be anything but a back-tick. */
const related =
  /(pull request|issue) `#(\d{1,9})`(?:, “[^”]{1,600}”,)? (closes|closed|fixes|resolves|was closed by|brought|introduced|was merged as) (?:(?:the )?(pull request|issue|commit) )?`#?([0-9a-f]{1,64})`/gi;
const relation =
  /\b(?:clos(?:es|ed)|fix(?:es|ed)|resolv(?:es|ed)|merged|brought|introduced|reverted|caused|duplicates?|supersedes?|superseded)\b/i;

/** Nothing where no discussion is cited. */
export function checkDiscussions(
  text: string,
  spoken: ClaimParts,
  cited: readonly AnyEvidence[],
): readonly ClaimCheck[] {
  const records = cited.filter(isOfDiscussion);
  if (records.length === 0) return [];
  // What is quoted is not said.
  const own = text.replaceAll(/“[^”]{2,600}”/g, '“ ”');
  return [
    ...writerChecks(own, records),
    ...dayChecks(spoken, cited, records),
    ...relationChecks(own, spoken, cited, records),
  ];
}

function writerChecks(text: string, records: readonly DiscussionEvidence[]): readonly ClaimCheck[] {
  return [...text.matchAll(wrote)].map(([, name = '']) => {
    const passed = records.some((one) => writerOf(one) === name);
    return check(
      'author',
      passed,
      `\`${name}\` ${passed ? 'wrote' : 'is not known to have written'} what is cited.`,
    );
  });
}

/** Where a commit is cited too its day is told as well: `checkOrigins` reads it. */
function dayChecks(
  { prose }: ClaimParts,
  cited: readonly AnyEvidence[],
  records: readonly DiscussionEvidence[],
): readonly ClaimCheck[] {
  if (cited.some(isOfCommit)) return [];
  return [...prose.matchAll(day)].map(([told]) => {
    const passed = records.some((one) => dayOf(one.writtenAt) === told || dayOf(one.closedAt) === told);
    return check('date', passed, `${told} is ${passed ? '' : 'not '}a day the cited record tells.`);
  });
}

function relationChecks(
  text: string,
  { prose }: ClaimParts,
  cited: readonly AnyEvidence[],
  records: readonly DiscussionEvidence[],
): readonly ClaimCheck[] {
  const found = [...text.matchAll(related)].map(([, kind = '', number = '', verb = '', , other = '']) => {
    const passed = records.some((one) =>
      bears(one, { kind, number: Number(number), verb: verb.toLowerCase(), other }),
    );
    return check(
      'relation',
      passed,
      `A cited record ${passed ? 'says' : 'does not say'} that #${number} ${verb} ${other}.`,
    );
  });
  if (found.length > 0 || !relation.test(prose) || cited.some(isOfCommit)) return found;
  return [check('relation', false, 'What it says of how they hang together cannot be read.')];
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
    return isOf && one.kind === 'pull-request' && one.commits.some((commit) => commit.startsWith(other));
  const [closer, closed] = verb === 'was closed by' ? [Number(other), number] : [number, Number(other)];
  if (one.kind === 'pull-request') return one.number === closer && one.closes.includes(closed);
  return one.number === closed && one.closes.includes(closer);
}

function check(name: ClaimCheck['check'], passed: boolean, detail: string): ClaimCheck {
  return { check: name, passed, detail };
}
