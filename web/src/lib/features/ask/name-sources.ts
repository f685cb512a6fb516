/** What a check found, its ids of evidence as a reader knows them: `Source 2 …` for `e2 …`. Pure. */
import type { Claim, Evidence } from '../../api.ts';
import { citationNumber } from './reduce-answer.ts';

/** Only the check of citations speaks of ids: elsewhere the same letters are a name in the code. */
export function nameSources(
  { check, detail }: Claim['checks'][number],
  evidence: readonly Evidence[],
): string {
  if (check !== 'citation') return detail;
  const named = detail.replaceAll(/[\w-]{1,64}/g, (word) => {
    const number = citationNumber(evidence, word);
    return number === null ? word : `source ${number}`;
  });
  return named.startsWith('source ') ? `S${named.slice(1)}` : named;
}
