/** Whether a question says itself what a word of it stands for, so that nothing before it is meant. */

import { isStopWord } from '../../core/terms.ts';
import { auxiliaries, prepositions } from './question-frame.ts';
import type { QuestionToken } from './question-tokens.ts';
import { isParticiple, isPlainVerb } from './word-forms.ts';

export type MeantBefore = 'nowhere' | 'clause' | 'word';

const clauseOpeners =
  /^(?:and|or|but|when|where|how|why|if|before|after|while|once|that|which|who|because|so|then|whether|until|unless)$/;

/** Whether an earlier clause of the question says what the word means; for "its", also the subject before it. */
export function isMeantWithin(tokens: readonly QuestionToken[], at: number, before: MeantBefore): boolean {
  if (before === 'nowhere') return false;
  const opener = tokens.findLastIndex(
    (token, index) =>
      index < at &&
      index > 0 &&
      (clauseOpeners.test(token.lower) || (token.kind === 'mark' && /^[(,;.:?!–—-]/.test(token.text))),
  );
  const earlier = tokens.slice(0, Math.max(0, opener));
  if (opener > 0 && earlier.some((_, index) => isNounAt(tokens, index))) return true;
  if (before === 'clause') return false;
  const auxiliary = tokens.findIndex((token) => auxiliaries.has(token.lower));
  // "how a class finds its base" has none: its subject stands right after the question word.
  const asksOfSubject = auxiliary >= 0 || /^(?:how|where|when|why)$/.test(tokens[0]?.lower ?? '');
  return (
    asksOfSubject &&
    tokens
      .slice(0, at)
      .some((_, index) => index > auxiliary && index >= Math.max(0, opener) && isNounAt(tokens, index))
  );
}

/** A word that may be what is meant: one that says something and is no verb by its place, nor what is asked for. */
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
