/**
 * A claim against what it cites, where some of that is addressed to a model: what such a passage alone bears out may be what it told the
 * model to say, word for word. It is told, with the reason, and not as verified.
 */

import { checkClaim, type CheckedClaim } from '../check-claim.ts';
import type { AnyEvidence } from '../../core/evidence.ts';

/** As `checkClaim`. What a query tells of itself rests on the query, whatever stands in the lines it cites. */
export function checkMarkedClaim(...given: Parameters<typeof checkClaim>): CheckedClaim {
  const [claim, evidence, facts] = given;
  const checked = checkClaim(...given);
  const marked = checked.citations.flatMap((id) => evidence.get(id) ?? []).filter(isMarked);
  const [first] = marked;
  if (first === undefined || checked.checks.some(({ check }) => check === 'query')) return checked;
  const others = claim.citations.filter((id) => !marked.some((one) => one.id === id));
  if (others.some((id) => id !== 'none')) {
    const again = checkClaim({ ...claim, citations: others }, evidence, facts);
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
