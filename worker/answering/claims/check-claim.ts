/**
 * Checks one claim of an answer: restores text that sanitizing changed, checks each form and returns the best result.
 * Evidence that addresses a model cannot verify a claim on its own.
 */

import type { AnyEvidence } from '../../core/answers/evidence.ts';
import { parseClaim } from '../claim-text/parse-claim.ts';
import type { ReadClaim } from '../claim-text/read-claims.ts';
import type { QueryFacts } from './query-facts.ts';
import { restoreWrittenText } from './restore-written-text.ts';
import { type CheckedClaim, decideClaim } from './decide-claim.ts';

/** @param facts the result of the query behind the answer, if there was one */
export function checkClaim(
  claim: ReadClaim,
  evidence: ReadonlyMap<string, AnyEvidence>,
  facts?: QueryFacts,
): CheckedClaim {
  const cited = claim.citations.flatMap((id) => evidence.get(id) ?? []);
  const sources = [...cited.map(({ text }) => text), ...cited.flatMap(readWholeFile)];
  const [first = claim.text, ...alternatives] = restoreWrittenText(claim.text, sources);
  const check = (text: string): CheckedClaim => guardInstructions({ ...claim, text }, evidence, facts);
  const checked = check(first);
  if (claim.citations.some((id) => id !== 'none') && isEmpty(claim.text)) return rejectEmptyClaim(checked);
  if (checked.state !== 'partial' && checked.state !== 'unsupported') return checked;
  const alternativeChecks = alternatives.map(check);
  return (
    alternativeChecks.find(({ state }) => state === 'verified') ??
    [checked, ...alternativeChecks].find(({ repair }) => repair !== undefined) ??
    checked
  );
}

/** Returns the whole file, because the claim may quote lines other than those it cites. */
function readWholeFile(evidence: AnyEvidence): readonly string[] {
  return 'fileLines' in evidence ? [evidence.fileLines.join('')] : [];
}

function isEmpty(text: string): boolean {
  const { quotes, code, prose } = parseClaim(text);
  return quotes.length + code.length === 0 && !/[\p{L}\p{N}]/u.test(prose);
}

function rejectEmptyClaim(checked: CheckedClaim): CheckedClaim {
  const detail = 'It contains only citations and states nothing.';
  return {
    ...checked,
    state: 'unsupported',
    checks: [...checked.checks, { check: 'content', passed: false, detail }],
    repair: undefined,
  };
}

/**
 * Decides a claim, and does not verify a claim that rests only on evidence that addresses a model. Statements about a
 * query's own result are exempt, because they rest on the query and not on the cited lines.
 */
export function guardInstructions(...parameters: Parameters<typeof decideClaim>): CheckedClaim {
  const [claim, evidence, facts] = parameters;
  const checked = decideClaim(...parameters);
  const marked = checked.citations.flatMap((id) => evidence.get(id) ?? []).filter(containsInstructions);
  const [first] = marked;
  if (first === undefined || checked.checks.some(({ check }) => check === 'query')) return checked;
  const otherCitations = claim.citations.filter((id) => !marked.some((item) => item.id === id));
  if (otherCitations.some((id) => id !== 'none')) {
    const decidedWithoutMarked = decideClaim({ ...claim, citations: otherCitations }, evidence, facts);
    if (!isAccepted(checked) || isAccepted(decidedWithoutMarked)) return checked;
  }
  const detail = `${marked.map(({ id }) => id).join(', ')} contains text addressed to a model (“${first.instructs ?? ''}”) and supports no claim alone.`;
  return {
    ...checked,
    state: isAccepted(checked) ? 'partial' : checked.state,
    checks: [...checked.checks, { check: 'instructions', passed: false, detail }],
  };
}

function isAccepted({ state }: CheckedClaim): boolean {
  return state === 'verified' || state === 'cited';
}

function containsInstructions(evidence: AnyEvidence): boolean {
  return evidence.instructs !== undefined;
}
