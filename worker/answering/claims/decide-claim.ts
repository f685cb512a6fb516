/**
 * Decides the state of a claim from its citations (the ids were issued, the files match their hashes) and from what was looked up. A quotation or
 * name found elsewhere in the same file is returned as a proposed repair.
 */

import { claimCheck, type ClaimCheck, type ClaimState } from '../../core/answers/claim.ts';
import { isAttachmentEvidence, isSpanEvidence, type AnyEvidence } from '../../core/answers/evidence.ts';
import { findGap, splitClauses, type Gap } from '../claim-text/find-gap.ts';
import type { ReadClaim } from '../claim-text/read-claims.ts';
import { isLines } from '../evidence-text/searchable-evidence.ts';
import { isContradicted, lookUpContent } from './check-content.ts';
import { findNearMiss, type NearMiss } from './find-near-miss.ts';
import { isFound, toChecks, type LookUp } from './look-up.ts';
import { isQueryStatement, type QueryFacts } from './query-facts.ts';

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
  if (ids.length === 0) return decideUncited(claim, [...evidence.values()]);
  const cited = ids.flatMap((id) => evidence.get(id) ?? []);
  const unknown = ids.filter((id) => !evidence.has(id));
  const altered = cited.filter(isSpanEvidence).filter((span) => !span.intact);
  const isProven = facts !== undefined && isQueryStatement(claim.text, facts);
  const gap = isProven ? undefined : findGap(claim.text);
  const lookUps: readonly LookUp[] = isProven
    ? [{ check: 'query', item: '', place: facts.repeat, detail: `Stated by ${facts.repeat}.` }]
    : lookUpBeside(claim.text, gap, (text) => lookUpContent(text, cited, facts));
  const base = {
    citations: cited.map(({ id }) => id),
    checks: [
      ...citationChecks(
        ids,
        unknown,
        altered.map(({ path }) => path),
      ),
      ...toChecks(lookUps, cited.every(isLines) ? 'lines' : 'sources'),
      ...(gap === undefined ? [] : [gapCheck()]),
    ],
  };
  if (cited.length === 0 || altered.length > 0) return { ...base, state: 'unsupported', repair: undefined };
  const state = decideState(lookUps, { isGap: gap !== undefined, hasUnknown: unknown.length > 0 });
  // A claim about a commit or discussion must not move to file lines, which cannot support it.
  const lines = cited.filter((item) => isSpanEvidence(item) || isAttachmentEvidence(item));
  const isMovable = unknown.length === 0 && lines.length === cited.length && isNearMiss(lookUps);
  const repair = isMovable ? findNearMiss(claim.text, lines) : undefined;
  const isRepairable = repair !== undefined && !isRefuted(claim.text, [...lines, toEvidence(repair)], facts);
  return { ...base, state, repair: isRepairable ? repair : undefined };
}

function decideState(
  lookUps: readonly LookUp[],
  { isGap, hasUnknown }: { readonly isGap: boolean; readonly hasUnknown: boolean },
): CheckedClaim['state'] {
  const found = lookUps.filter(isFound).length;
  if (isContradicted(lookUps)) return 'unsupported';
  if (found < lookUps.length) return found === 0 ? 'unsupported' : 'partial';
  if (hasUnknown) return 'partial';
  if (found > 0) return 'verified';
  return isGap ? 'gap' : 'cited';
}

/**
 * A claim that states what the evidence does not show needs no citation. What else it says must deny something, or contain nothing that can be
 * looked up.
 */
function decideUncited(claim: ReadClaim, evidence: readonly AnyEvidence[]): CheckedClaim {
  const isMarked = claim.citations.includes('none');
  const gap = findGap(claim.text, isMarked);
  const { denials, assertions } = splitClauses(gap?.rest ?? claim.text);
  const isGap = gap !== undefined || (isMarked && denials.length > 0);
  const lookUp = (text: string): readonly LookUp[] => lookUpContent(text, evidence, undefined);
  const unsupported = !isGap
    ? []
    : [
        ...assertions.flatMap(lookUp),
        ...denials.flatMap(lookUp).filter((item) => item.check === 'number' || !isFound(item)),
        ...(gap === undefined ? [] : lookUp(gap.statement).filter(isMissing)),
      ];
  if (isGap && unsupported.length === 0)
    return { state: 'gap', citations: [], checks: [gapCheck()], repair: undefined };
  const missing = unsupported.filter((item) => !isFound(item));
  const checks = [claimCheck('citation', false, 'It cites nothing.'), ...toChecks(missing, 'sources')];
  return { state: 'uncited', citations: [], checks, repair: undefined };
}

/** A name may be what the evidence does not show. A number or quotation is stated wherever it is. */
const stated: ReadonlySet<ClaimCheck['check']> = new Set(['number', 'quote']);

function isMissing(item: LookUp): boolean {
  return stated.has(item.check) && !isFound(item);
}

function lookUpBeside(
  text: string,
  gap: Gap | undefined,
  lookUp: (text: string) => readonly LookUp[],
): readonly LookUp[] {
  if (gap === undefined) return lookUp(text);
  return [...lookUp(gap.rest), ...lookUp(gap.statement).filter(isMissing)];
}

function gapCheck(): ClaimCheck {
  return claimCheck('gap', true, 'It states what the sources do not show.');
}

function citationChecks(
  ids: readonly string[],
  unknown: readonly string[],
  altered: readonly string[],
): readonly ClaimCheck[] {
  return [
    unknown.length === 0
      ? claimCheck('citation', true, `${ids.join(', ')} issued for this question.`)
      : claimCheck('citation', false, `${unknown.join(', ')} was never issued.`),
    altered.length === 0
      ? claimCheck('hash', true, 'The cited files hash to what was indexed.')
      : claimCheck('hash', false, `${altered.join(', ')} differs from what was indexed.`),
  ];
}

/** Only these identify the lines that a claim belongs to. */
const locating: ReadonlySet<ClaimCheck['check']> = new Set(['quote', 'identifier', 'lines']);

function isNearMiss(lookUps: readonly LookUp[]): boolean {
  const missing = lookUps.filter((lookUp) => !isFound(lookUp));
  return missing.some(({ check }) => locating.has(check)) && !isContradicted(lookUps);
}

/** Looks up the claim in the cited and the repaired lines, so that a repair cannot leave out lines that contradict it. */
function isRefuted(text: string, lines: readonly AnyEvidence[], facts: QueryFacts | undefined): boolean {
  return lookUpContent(text, lines, facts).some((item) => !isFound(item) && !locating.has(item.check));
}

function toEvidence({ citedInstead: cited, ...position }: NearMiss): AnyEvidence {
  const text = cited.fileLines.slice(position.startLine - 1, position.endLine).join('');
  // The cited span's symbol does not apply to other lines of the file.
  return isAttachmentEvidence(cited)
    ? { ...cited, ...position, text }
    : { ...cited, ...position, text, symbol: undefined, nameLine: undefined };
}
