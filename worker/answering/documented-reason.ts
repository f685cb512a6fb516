/** Why something is as it is, where its own documentation says so: the sentence that holds what is asked of it besides its name. */

import { holdsWord, type Question } from '../core/question.ts';
import type { SymbolDefinition } from '../core/symbol.ts';
import { termsOf } from '../core/terms.ts';
import { bestSentence, scoreOf, type WordWeight } from './quote.ts';

const asksForReason =
  /\bwhy\b|\bhow come\b|\bwhat for\b|\b(?:reason|rationale|motivation)\b|\bfor (?:what|which) purpose\b/i;
/** That something was done to it is no property that documentation would give a reason for. */
const deed = /^(?:add|chang|edit|introduc|modif|touch|writ|wrot)/;
/** Share of the weight of what is asked besides the name that the sentence must hold. */
const heldEnough = 0.5;

/** Empty where no reason is asked for, or the documentation says nothing of it. */
export function documentedReason(
  question: Question,
  { qualifiedName, documentation }: Pick<SymbolDefinition, 'qualifiedName' | 'documentation'>,
  { spanText, weight }: { readonly spanText: string; readonly weight: WordWeight },
): string {
  if (!asksForReason.test(question.text)) return '';
  const named = new Set(termsOf(qualifiedName));
  const terms = question.terms.filter((term) => !holdsWord(named, term) && !deed.test(term.word));
  const asked = { ...question, terms };
  const most = terms.reduce((sum, { word }) => sum + weight(word), 0);
  const sentence = bestSentence(asked, { text: documentation, spanText }, weight);
  return most > 0 && scoreOf(asked, sentence, weight) >= heldEnough * most ? sentence : '';
}
