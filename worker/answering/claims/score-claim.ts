/**
 * Checks a claim against its citations: the ids were issued, the files match their hashes, and the content checks
 * pass. A quotation or name found elsewhere in the same file is returned as a proposed repair.
 */

import { claimCheck, type ClaimCheck, type ClaimState } from '../../core/answers/claim.ts';
import { isAttachmentEvidence, isSpanEvidence, type AnyEvidence } from '../../core/answers/evidence.ts';
import { checkContent } from './check-content.ts';
import { findNearMiss, type NearMiss } from './find-near-miss.ts';
import { isQueryStatement, type QueryFacts } from './query-facts.ts';
import type { ReadClaim } from '../claim-text/read-claims.ts';

export interface CheckedClaim {
  readonly state: Exclude<ClaimState, 'pending'>;
  readonly citations: readonly string[];
  readonly checks: readonly ClaimCheck[];
  /** Where the words are instead, for a claim that can be repaired; the caller issues evidence for it. */
  readonly repair: NearMiss | undefined;
}

/** @param facts what the query behind the answer tells of itself, where there was one */
export function scoreClaim(
  claim: ReadClaim,
  evidence: ReadonlyMap<string, AnyEvidence>,
  facts?: QueryFacts,
): CheckedClaim {
  const ids = claim.citations.filter((id) => id !== 'none');
  if (ids.length === 0) {
    return {
      state: 'uncited',
      citations: [],
      checks: [claimCheck('citation', false, 'It cites nothing.')],
      repair: undefined,
    };
  }
  const cited = ids.flatMap((id) => evidence.get(id) ?? []);
  const unknown = ids.filter((id) => !evidence.has(id));
  const spans = cited.filter((one) => isSpanEvidence(one));
  const broken = spans.filter((span) => !span.intact);
  const foundations = [
    claimCheck(
      'citation',
      unknown.length === 0,
      unknown.length === 0
        ? `${ids.join(', ')} issued for this question.`
        : `${unknown.join(', ')} was never issued.`,
    ),
    claimCheck(
      'hash',
      broken.length === 0,
      broken.length === 0
        ? 'The cited files hash to what was indexed.'
        : `${broken.map((span) => span.path).join(', ')} differs from what was indexed.`,
    ),
  ];
  const contents =
    facts !== undefined && isQueryStatement(claim.text, facts)
      ? [claimCheck('query', true, `Told by ${facts.repeat}.`)]
      : checkContent(claim.text, cited, facts);
  const checks = [...foundations, ...contents];
  const base = { citations: cited.map((span) => span.id), checks };
  if (cited.length === 0 || broken.length > 0) return { ...base, state: 'unsupported', repair: undefined };
  const failed = contents.filter((one) => !one.passed);
  if (failed.length === 0)
    return { ...base, state: unknown.length === 0 ? 'verified' : 'partial', repair: undefined };
  // What was said of a record is not told by lines: moved there, nothing would hold it to the record any more.
  const lines = cited.filter((one) => isSpanEvidence(one) || isAttachmentEvidence(one));
  const isOfLinesAlone = unknown.length === 0 && lines.length === cited.length;
  const repair = isOfLinesAlone && isMiss(failed) ? findNearMiss(claim.text, lines) : undefined;
  const state = failed.length < contents.length ? 'partial' : 'unsupported';
  const isBorneOut = repair !== undefined && !isContradicted(claim.text, [...lines, placeOf(repair)], facts);
  return { ...base, state, repair: isBorneOut ? repair : undefined };
}

/** What stands elsewhere: quotations, names and lines. Nothing else tells where a claim belongs. */
const placed: ReadonlySet<ClaimCheck['check']> = new Set(['quote', 'identifier', 'lines']);
/** Where these fail the lines say otherwise: lines that do not say it at all are no better proof. */
const contradicting: ReadonlySet<ClaimCheck['check']> = new Set([
  'negation',
  'bound',
  'opposite',
  'order',
  'wording',
  'call',
]);

function isMiss(failed: readonly ClaimCheck[]): boolean {
  return failed.some((one) => placed.has(one.check)) && !failed.some((one) => contradicting.has(one.check));
}

/** Held to both places, so that no window can be laid where what contradicts is cut off. */
function isContradicted(
  text: string,
  places: readonly AnyEvidence[],
  facts: QueryFacts | undefined,
): boolean {
  return checkContent(text, places, facts).some((one) => !one.passed && !placed.has(one.check));
}

function placeOf({ missed, ...position }: NearMiss): AnyEvidence {
  const text = missed.fileLines.slice(position.startLine - 1, position.endLine).join('');
  // What the lines cited are called is not what others of their file are.
  return isAttachmentEvidence(missed)
    ? { ...missed, ...position, text }
    : { ...missed, ...position, text, symbol: undefined, nameLine: undefined };
}
