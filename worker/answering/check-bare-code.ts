/** Code that a claim writes without marks, indented or as it is: it must stand in what is cited like code between marks, or whoever reads it takes it for quoted. */

import type { ClaimCheck } from '../core/answer.ts';
import type { CitedText } from './cited-text.ts';

const endsAsCode = /[;{}]\s*$|^\s*(?:if|elif|for|while|def|class|func|fn)\b.*:\s*$/;

/** @param prose of the claim: what stands between marks taken out */
export function checkBareCode(prose: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  const lines = prose.split('\n');
  const first = lines.findIndex((line) => endsAsCode.test(line));
  if (first < 0) return [];
  const last = lines.findLastIndex((line) => endsAsCode.test(line));
  const code = lines.slice(first, last + 1).join('\n');
  if (!/[\p{L}\p{N}]/u.test(code)) return [];
  const passed = cited.some(({ holder }) => holder.holdsCode(code));
  return [
    {
      check: 'identifier',
      passed,
      detail: `The code it writes is ${passed ? '' : 'not '}in the cited lines.`,
    },
  ];
}
