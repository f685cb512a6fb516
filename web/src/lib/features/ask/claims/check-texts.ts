/** The words of a claim's details: the verdict of a judging model, and what a check found. Pure. */
import type { Claim, Evidence } from '../../../api.ts';
import { citationNumber } from '../answer/citation-number.ts';

type Check = Claim['checks'][number];

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
