/** Decides whether the question itself resolves a pronoun, or whether an "it" is impersonal. */

import { isStopWord } from '../../core/text/terms.ts';
import { auxiliaries, prepositions } from './question-frame.ts';
import type { QuestionToken } from './question-tokens.ts';
import { isParticiple, isPlainVerb } from './word-forms.ts';

export type AntecedentScope = 'nowhere' | 'clause' | 'word';

const clauseOpeners =
  /^(?:and|or|but|when|where|how|why|if|before|after|while|once|that|which|who|because|so|then|whether|until|unless)$/;

/** Whether an earlier clause of the question contains the antecedent. For "its", the subject before it may also be the antecedent. */
export function isResolvedWithin(
  tokens: readonly QuestionToken[],
  at: number,
  scope: AntecedentScope,
): boolean {
  if (scope === 'nowhere') return false;
  const opener = tokens.findLastIndex(
    (token, index) =>
      index < at &&
      index > 0 &&
      (clauseOpeners.test(token.lower) || (token.kind === 'mark' && /^[(,;.:?!–—-]/.test(token.text))),
  );
  const earlier = tokens.slice(0, Math.max(0, opener));
  if (opener > 0 && earlier.some((_, index) => isNounAt(tokens, index))) return true;
  if (scope === 'clause') return false;
  const auxiliary = tokens.findIndex((token) => auxiliaries.has(token.lower));
  // "how a class finds its base" has no auxiliary: its subject follows the question word.
  const hasSubject = auxiliary >= 0 || /^(?:how|where|when|why)$/.test(tokens[0]?.lower ?? '');
  return (
    hasSubject &&
    tokens
      .slice(0, at)
      .some((_, index) => index > auxiliary && index >= Math.max(0, opener) && isNounAt(tokens, index))
  );
}

/** Whether the word may be an antecedent: a content word, unless it is used as a verb or belongs to the request itself. */
function isNounAt(tokens: readonly QuestionToken[], index: number): boolean {
  const token = tokens[index];
  if (token === undefined || token.kind === 'mark') return false;
  if (token.kind === 'code') return true;
  const before = tokens[index - 1]?.lower ?? '';
  if (isStopWord(token.lower) || prepositions.has(token.lower) || auxiliaries.has(token.lower)) return false;
  if (/^(?:i|we|you|one|to|not|please|which|what|who|many|and|it|they|this|that)$/.test(before)) return false;
  if (
    /^(?:also|exactly|actually|first|again|ok|okay|thanks|great|cool|now|please|explain|show|describe|give|find|list|tell|summari[sz]e)$/.test(
      token.lower,
    )
  )
    return false;
  return (
    !isParticiple(token.lower) &&
    !(index > 0 && isPlainVerb(token.lower) && !/^(?:the|a|an|each|every|of|for|in)$/.test(before))
  );
}

const wordsAfterImpersonal =
  /^(?:possible|impossible|necessary|worth|easy|easier|hard|harder|difficult|better|best|safe|ok|okay|true|correct|clear|likely|important|useful|sufficient|enough|fine|recommended|advisable|time)$/;

export function isImpersonal(tokens: readonly QuestionToken[], at: number): boolean {
  const [next = '', second = ''] = [at + 1, at + 2].map((index) => tokens[index]?.lower ?? '');
  if (wordsAfterImpersonal.test(next) || /^(?:seems?|appears?|turns?|all)$/.test(next)) return true;
  if (/^(?:is|was|would|be|not)$/.test(next) && (wordsAfterImpersonal.test(second) || second === 'be'))
    return true;
  const before = tokens[at - 1]?.lower ?? '';
  const after = tokens.slice(at + 1, at + 5).map((token) => token.lower);
  if (next === 'comes' && second === 'to') return true;
  if (/^(?:makes?|find|keep)$/.test(before) && after.includes('to') && !isPlainVerb(next)) return true;
  // "how long does it take to start", "does it make sense to"
  return (next === 'take' && after.includes('to')) || (next === 'make' && second === 'sense');
}
