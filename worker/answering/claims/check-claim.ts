/**
 * Checks one claim of an answer: restores text that sanitizing changed, then scores each form and keeps the best.
 * Evidence that addresses a model cannot verify a claim on its own.
 */

import type { AnyEvidence } from '../../core/answers/evidence.ts';
import { parseClaim } from '../claim-text/parse-claim.ts';
import type { ReadClaim } from '../claim-text/read-claims.ts';
import type { QueryFacts } from './query-facts.ts';
import { restoreWrittenText } from './restore-written-text.ts';
import { type CheckedClaim, scoreClaim } from './score-claim.ts';

/** As `checkClaim`. */
export function checkClaim(
  claim: ReadClaim,
  evidence: ReadonlyMap<string, AnyEvidence>,
  facts?: QueryFacts,
): CheckedClaim {
  const cited = claim.citations.flatMap((id) => evidence.get(id) ?? []);
  const sources = [...cited.map(({ text }) => text), ...cited.flatMap(fileOf)];
  const [first = claim.text, ...others] = restoreWrittenText(claim.text, sources);
  const check = (text: string): CheckedClaim => guardInstructions({ ...claim, text }, evidence, facts);
  const checked = check(first);
  if (claim.citations.some((id) => id !== 'none') && saysNothing(claim.text))
    return rejectEmptyClaim(checked);
  if (checked.state === 'verified' || checked.state === 'uncited') return checked;
  const again = others.map(check);
  return (
    again.find(({ state }) => state === 'verified') ??
    [checked, ...again].find(({ repair }) => repair !== undefined) ??
    checked
  );
}

/** The whole file, where words may stand that are cited at other lines. */
function fileOf(evidence: AnyEvidence): readonly string[] {
  return 'fileLines' in evidence ? [evidence.fileLines.join('')] : [];
}

function saysNothing(text: string): boolean {
  const { quotes, code, prose } = parseClaim(text);
  return quotes.length + code.length === 0 && !/[\p{L}\p{N}]/u.test(prose);
}

function rejectEmptyClaim(checked: CheckedClaim): CheckedClaim {
  const detail = 'It says nothing that what it cites could bear out.';
  return {
    ...checked,
    state: 'unsupported',
    checks: [...checked.checks, { check: 'words', passed: false, detail }],
    repair: undefined,
  };
}

/** As `checkClaim`. What a query tells of itself rests on the query, whatever stands in the lines it cites. */
export function guardInstructions(...given: Parameters<typeof scoreClaim>): CheckedClaim {
  const [claim, evidence, facts] = given;
  const checked = scoreClaim(...given);
  const marked = checked.citations.flatMap((id) => evidence.get(id) ?? []).filter(isMarked);
  const [first] = marked;
  if (first === undefined || checked.checks.some(({ check }) => check === 'query')) return checked;
  const others = claim.citations.filter((id) => !marked.some((one) => one.id === id));
  if (others.some((id) => id !== 'none')) {
    const again = scoreClaim({ ...claim, citations: others }, evidence, facts);
    if (checked.state !== 'verified' || again.state === 'verified') return checked;
  }
  const detail = `What ${marked.map(({ id }) => id).join(', ')} says is addressed to a model (“${first.instructs ?? ''}”): by that alone nothing is borne out.`;
  return {
    ...checked,
    state: checked.state === 'verified' ? 'partial' : checked.state,
    checks: [...checked.checks, { check: 'instructions', passed: false, detail }],
  };
}

function isMarked(one: AnyEvidence): boolean {
  return one.instructs !== undefined;
}
