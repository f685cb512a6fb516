/** Detects a model's refusal: the marker must be the first word of its reply. */

import { refusalMarker } from './write-prompt.ts';

/** `maybe`: more of the text decides; said of the whole of it, it is no text at all. */
export type Refusal = 'maybe' | 'no' | { readonly rest: string };

/** @param text from the first letter on */
export function parseRefusal(text: string, isWhole: boolean): Refusal {
  const said = text.replace(/^[\s`*_"“]+/, '');
  if (said === '' || (!isWhole && said.length < refusalMarker.length && refusalMarker.startsWith(said)))
    return 'maybe';
  if (!said.startsWith(refusalMarker)) return 'no';
  const rest = said.slice(refusalMarker.length).replace(/^[\s`*_"”.]+/, '');
  return rest === '' && !isWhole ? 'maybe' : { rest };
}
