/**
 * What is told of a claim's checks to a reader who asks why it is marked so: of one that was repaired first what was done to it, then the
 * checks of the place it cites now; of any other what speaks against it first. Pure.
 */
import type { Claim } from '../../api.ts';
import { summariseChecks } from './claim-states.ts';

type Check = Claim['checks'][number];

interface ToldChecks {
  /** From where to where its citation was moved; undefined where it was not, or that is not told. */
  readonly repair: string | undefined;
  readonly summary: string;
  readonly checks: readonly Check[];
}

export function toldChecks({ state, checks }: Pick<Claim, 'state' | 'checks'>): ToldChecks {
  const repair = checks.find(({ check }) => check === 'repair');
  const others = checks.filter((check) => check !== repair);
  // What failed, failed where it was cited before.
  const standing = state === 'repaired' ? others.filter(({ passed }) => passed) : others;
  return {
    repair: repair?.detail,
    summary: summariseChecks(standing),
    checks: standing.toSorted((one, other) => Number(one.passed) - Number(other.passed)),
  };
}
