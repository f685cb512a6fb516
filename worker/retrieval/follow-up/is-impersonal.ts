/** An "it" that stands for nothing: "is it possible", "it seems", "does it all work", "when it comes to". */

import type { QuestionToken } from './question-tokens.ts';
import { isPlainVerb } from './word-forms.ts';

const afterImpersonal =
  /^(?:possible|impossible|necessary|worth|easy|easier|hard|harder|difficult|better|best|safe|ok|okay|true|correct|clear|likely|important|useful|sufficient|enough|fine|recommended|advisable|time)$/;

export function isImpersonal(tokens: readonly QuestionToken[], at: number): boolean {
  const [next = '', second = ''] = [at + 1, at + 2].map((index) => tokens[index]?.lower ?? '');
  if (afterImpersonal.test(next) || /^(?:seems?|appears?|turns?|all)$/.test(next)) return true;
  if (/^(?:is|was|would|be|not)$/.test(next) && (afterImpersonal.test(second) || second === 'be'))
    return true;
  const before = tokens[at - 1]?.lower ?? '';
  const after = tokens.slice(at + 1, at + 5).map((token) => token.lower);
  if (next === 'comes' && second === 'to') return true;
  if (/^(?:makes?|find|keep)$/.test(before) && after.includes('to') && !isPlainVerb(next)) return true;
  // "how long does it take to start", "does it make sense to"
  return (next === 'take' && after.includes('to')) || (next === 'make' && second === 'sense');
}
