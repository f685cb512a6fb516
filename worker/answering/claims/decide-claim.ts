/**
 * Decides the state of a claim from its citations: the ids were issued, the files match their hashes, and the content
 * checks pass. A quotation or name found elsewhere in the same file is returned as a proposed repair.
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
  /** Lines that support a repairable claim; the caller issues evidence for them. */
  readonly repair: NearMiss | undefined;
}

/** @param facts the result of the query behind the answer, if there was one */
export function decideClaim(
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
  const spans = cited.filter((evidence) => isSpanEvidence(evidence));
  const altered = spans.filter((span) => !span.intact);
  const citationChecks = [
    claimCheck(
      'citation',
      unknown.length === 0,
      unknown.length === 0
        ? `${ids.join(', ')} issued for this question.`
        : `${unknown.join(', ')} was never issued.`,
    ),
    claimCheck(
      'hash',
      altered.length === 0,
      altered.length === 0
        ? 'The cited files hash to what was indexed.'
        : `${altered.map((span) => span.path).join(', ')} differs from what was indexed.`,
    ),
  ];
  const contentChecks =
    facts !== undefined && isQueryStatement(claim.text, facts)
      ? [claimCheck('query', true, `Stated by ${facts.repeat}.`)]
      : checkContent(claim.text, cited, facts);
  const checks = [...citationChecks, ...contentChecks];
  const base = { citations: cited.map((span) => span.id), checks };
  if (cited.length === 0 || altered.length > 0) return { ...base, state: 'unsupported', repair: undefined };
  const failed = contentChecks.filter((check) => !check.passed);
  if (failed.length === 0)
    return { ...base, state: unknown.length === 0 ? 'verified' : 'partial', repair: undefined };
  // A claim about a commit or discussion must not move to file lines, which cannot support it.
  const lines = cited.filter((evidence) => isSpanEvidence(evidence) || isAttachmentEvidence(evidence));
  const citesOnlyLines = unknown.length === 0 && lines.length === cited.length;
  const repair = citesOnlyLines && isNearMiss(failed) ? findNearMiss(claim.text, lines) : undefined;
  const state = failed.length < contentChecks.length ? 'partial' : 'unsupported';
  const isRepairable =
    repair !== undefined && !isContradicted(claim.text, [...lines, toEvidence(repair)], facts);
  return { ...base, state, repair: isRepairable ? repair : undefined };
}

/** Only these checks identify the lines that a claim belongs to. */
const locating: ReadonlySet<ClaimCheck['check']> = new Set(['quote', 'identifier', 'lines']);
/** If one of these fails, the lines contradict the claim, and moving the citation would not help. */
const contradicting: ReadonlySet<ClaimCheck['check']> = new Set([
  'negation',
  'bound',
  'opposite',
  'order',
  'wording',
  'call',
]);

function isNearMiss(failed: readonly ClaimCheck[]): boolean {
  return (
    failed.some((check) => locating.has(check.check)) &&
    !failed.some((check) => contradicting.has(check.check))
  );
}

/** Checks the claim against the cited and the repaired lines, so that a repair cannot exclude contradicting lines. */
function isContradicted(text: string, lines: readonly AnyEvidence[], facts: QueryFacts | undefined): boolean {
  return checkContent(text, lines, facts).some((item) => !item.passed && !locating.has(item.check));
}

function toEvidence({ citedInstead: cited, ...position }: NearMiss): AnyEvidence {
  const text = cited.fileLines.slice(position.startLine - 1, position.endLine).join('');
  // The cited span's symbol does not apply to other lines of the file.
  return isAttachmentEvidence(cited)
    ? { ...cited, ...position, text }
    : { ...cited, ...position, text, symbol: undefined, nameLine: undefined };
}
