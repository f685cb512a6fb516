/**
 * Prepares what was looked up for a claim for display. Pure. A repaired claim shows its repair and the checks of its current citation;
 * any other claim shows its failed checks first.
 */
import type { Claim } from '../../../api.ts';

type Check = Claim['checks'][number];

interface ClaimLookups {
  /** Where the citation moved from and to; undefined if it did not move or the server does not report it. */
  readonly repair: string | undefined;
  readonly checks: readonly Check[];
}

export function listLookups({ state, checks }: Pick<Claim, 'state' | 'checks'>): ClaimLookups {
  const repair = checks.find(({ check }) => check === 'repair');
  const otherChecks = checks.filter((check) => check !== repair);
  // The failed checks of a repaired claim concern its previous citation.
  const currentChecks = state === 'repaired' ? otherChecks.filter(({ passed }) => passed) : otherChecks;
  return {
    repair: repair?.detail,
    checks: currentChecks.toSorted((a, b) => Number(a.passed) - Number(b.passed)),
  };
}
