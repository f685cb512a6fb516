/** Code that a claim writes without marks, indented or as it is: it must stand in what is cited like code between marks, or whoever reads it takes it for quoted. */

import type { ClaimCheck } from '../core/answer.ts';
import type { CitedText } from './cited-text.ts';

const endsAsCode = /[=(].*;\s*$|[{}]\s*$|^\s*(?:if|elif|for|while|def|class|func|fn)\b.*:\s*$/;

function isCode(line: string): boolean {
  return endsAsCode.test(line) && !/[◆“”]/.test(line);
}

/** @param text of the claim, with marks where code between marks and quotations stand */
export function checkBareCode(text: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  const lines = text.split('\n');
  const first = lines.findIndex(isCode);
  if (first < 0) return [];
  const last = lines.findLastIndex(isCode);
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
