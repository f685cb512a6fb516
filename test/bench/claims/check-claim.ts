/** Checks a labeled claim as an answer does: parses it from its text, checks it, and checks it again if its citation was repaired. */

import { decideClaim, type CheckedClaim } from '../../../worker/answering/claims/decide-claim.ts';
import { createClaimReader } from '../../../worker/answering/claim-text/read-claims.ts';
import type { ClaimCheck } from '../../../worker/core/answers/claim.ts';
import type { AnyEvidence } from '../../../worker/core/answers/evidence.ts';
import { splitLines } from '../../../worker/core/text/decode-text.ts';
import { isSpanEvidence } from '../../../worker/core/answers/evidence.ts';
import { createEvidence, type ClaimCase } from './claim-case.ts';

export interface CheckedCase {
  readonly claim: ClaimCase;
  /** The worst state of the claims that the reader found in the text of the case. */
  readonly state: 'verified' | 'cited' | 'repaired' | 'flagged';
  readonly checks: readonly ClaimCheck[];
}

export function checkClaim(claim: ClaimCase): CheckedCase {
  const reader = createClaimReader();
  const parsedClaims = [...reader.add(claim.text), ...reader.end()];
  const checked = parsedClaims.map((parsedClaim) => decideClaim(parsedClaim, claim.evidence));
  const states = checked.map((checkedClaim, index) =>
    determineState(checkedClaim, parsedClaims[index]?.text ?? '', claim),
  );
  const state =
    states.includes('flagged') || states.length === 0
      ? 'flagged'
      : (states.find((candidate) => candidate === 'repaired') ?? states[0] ?? 'flagged');
  return { claim, state, checks: checked.flatMap((checkedClaim) => checkedClaim.checks) };
}

function determineState(checked: CheckedClaim, text: string, { evidence }: ClaimCase): CheckedCase['state'] {
  const { repair } = checked;
  if (checked.state === 'verified' || checked.state === 'cited') return checked.state;
  const moved: AnyEvidence | undefined =
    repair && [...evidence.values()].find((span) => span.path === repair.path);
  if (repair === undefined || moved === undefined || !isSpanEvidence(moved)) return 'flagged';
  const file = { repository: '', path: repair.path, text: moved.fileLines.join('') };
  if (splitLines(file.text).length < repair.endLine) return 'flagged';
  const rechecked = decideClaim(
    { text: `${text.replace(/\[chunk:[^\]]*\]/g, '').trimEnd()} [chunk:r1]`, citations: ['r1'] },
    new Map([['r1', createEvidence(file, { ...repair, id: 'r1' })]]),
  );
  return rechecked.state === 'verified' ? 'repaired' : 'flagged';
}
