/** Describes a question by a few traits, so that the trees can weigh what code contains by the kind of question. */

import type { Question } from '../../core/answers/question.ts';

const patterns = {
  asksQuantity:
    /\b(?:defaults?|limit|max(?:imum)?|min(?:imum)?|how (?:many|long|much|big|often)|size|timeout|number|value)\b/i,
  asksReason: /\b(?:why|reason|purpose|point of)\b/i,
  asksPlace: /\bwhere\b|\bwhich (?:file|function|method|class|code|place|part|bit)\b/i,
  asksManner: /\bhow\b/i,
  asksFailure: /\b(?:errors?|exceptions?|fail|throw|rais(?:e|es|ed)|crash|reject|panic|invalid)/i,
  asksOrder: /\b(?:order|before|after|first|then|steps?|when|until|flow|from|sequence|happens?)\b/i,
} as const;

export function readQuestionTraits({ text, terms, identifiers }: Question): Readonly<Record<string, number>> {
  const found = Object.entries(patterns).map(([trait, pattern]) => [trait, pattern.test(text) ? 1 : 0]);
  return {
    ...Object.fromEntries(found),
    questionTerms: terms.length,
    questionNames: identifiers.length,
    questionLength: text.length,
  };
}
