/**
 * A claim held to what it cites as it may have been written, where making its text harmless may have changed what it quotes: either form may
 * match. What says nothing beside its citations is borne out by nothing.
 */

import type { AnyEvidence } from '../../core/evidence.ts';
import type { CheckedClaim } from '../check-claim.ts';
import { partsOfClaim } from '../claim-parts.ts';
import type { QueryFacts } from '../query-facts.ts';
import type { ReadClaim } from '../read-claims.ts';
import { writtenForms } from './as-written.ts';
import { checkMarkedClaim } from './check-marked-claim.ts';

/** As `checkClaim`. */
export function checkWrittenClaim(
  claim: ReadClaim,
  evidence: ReadonlyMap<string, AnyEvidence>,
  facts?: QueryFacts,
): CheckedClaim {
  const cited = claim.citations.flatMap((id) => evidence.get(id) ?? []);
  const sources = [...cited.map(({ text }) => text), ...cited.flatMap(fileOf)];
  const [first = claim.text, ...others] = writtenForms(claim.text, sources);
  const check = (text: string): CheckedClaim => checkMarkedClaim({ ...claim, text }, evidence, facts);
  const checked = check(first);
  if (claim.citations.some((id) => id !== 'none') && saysNothing(claim.text)) return unsaid(checked);
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
  const { quotes, code, prose } = partsOfClaim(text);
  return quotes.length + code.length === 0 && !/[\p{L}\p{N}]/u.test(prose);
}

function unsaid(checked: CheckedClaim): CheckedClaim {
  const detail = 'It says nothing that what it cites could bear out.';
  return {
    ...checked,
    state: 'unsupported',
    checks: [...checked.checks, { check: 'words', passed: false, detail }],
    repair: undefined,
  };
}
