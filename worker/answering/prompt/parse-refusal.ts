/** Detects a model's refusal: the marker must be the first word of its reply. */

import { refusalMarker } from './write-prompt.ts';

/** `maybe`: only more text can decide; a complete text returns `maybe` only if it is empty. */
export type Refusal = 'maybe' | 'no' | { readonly rest: string };

/** @param text the reply from its beginning */
export function parseRefusal(text: string, isWhole: boolean): Refusal {
  const reply = text.replace(/^[\s`*_"“]+/, '');
  if (reply === '' || (!isWhole && reply.length < refusalMarker.length && refusalMarker.startsWith(reply)))
    return 'maybe';
  if (!reply.startsWith(refusalMarker)) return 'no';
  const rest = reply.slice(refusalMarker.length).replace(/^[\s`*_"”.]+/, '');
  return rest === '' && !isWhole ? 'maybe' : { rest };
}
