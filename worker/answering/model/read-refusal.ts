/** Whether a model says that the evidence holds no answer: one word, first of all it says. */

import { notInEvidence } from './write-prompt.ts';

/** `maybe`: more of the text decides; said of the whole of it, it is no text at all. */
export type Refusal = 'maybe' | 'no' | { readonly rest: string };

/** @param text from the first letter on */
export function readRefusal(text: string, isWhole: boolean): Refusal {
  const said = text.replace(/^[\s`*_"“]+/, '');
  if (said === '' || (!isWhole && said.length < notInEvidence.length && notInEvidence.startsWith(said)))
    return 'maybe';
  if (!said.startsWith(notInEvidence)) return 'no';
  const rest = said.slice(notInEvidence.length).replace(/^[\s`*_"”.]+/, '');
  return rest === '' && !isWhole ? 'maybe' : { rest };
}
