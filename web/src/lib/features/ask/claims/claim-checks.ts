/**
 * Prepares what was looked up for a claim for display. Pure. A repaired claim shows its repair and the checks of its current citation;
 * any other claim shows its failed checks first.
 */
import type { Claim, Evidence } from '../../../api.ts';
import { citationNumber } from '../answer/citation-number.ts';

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

/** The verdict of a judging model: `Confirmed by gpt`. */
export function describeJudgment({ verdict, model }: NonNullable<Claim['judgment']>): string {
  return `${verdict === 'confirmed' ? 'Confirmed' : 'Disputed'} by ${model}`;
}

/**
 * Returns the detail of a check with `source 2` instead of the evidence id `e2`. Only the details of citation checks contain ids. In
 * other checks, the same characters are a name from the code.
 */
export function replaceEvidenceIds({ check, detail }: Check, evidence: readonly Evidence[]): string {
  if (check !== 'citation') return detail;
  const replaced = detail.replaceAll(/[\w-]{1,64}/g, (word) => {
    const number = citationNumber(evidence, word);
    return number === null ? word : `source ${number}`;
  });
  return replaced.startsWith('source ') ? `S${replaced.slice(1)}` : replaced;
}
