/** Detects a model's refusal: its reply begins with the marker, and no text after it cites evidence. */

import { refusalMarker } from './write-prompt.ts';

/** `maybe`: only more text can decide; a complete text returns `maybe` only if it is empty. */
export type Refusal = 'maybe' | 'no' | { readonly rest: string };

interface Reply {
  readonly isWhole: boolean;
  /** Whether the prompt contains evidence with this id. */
  readonly isIssued: (id: string) => boolean;
}

/** A citation of evidence in any spelling. */
const citedId = /[[(【][^\][()【】\n]{0,200}?\b(e\d{1,3})\b/gi;

/** @param text the reply from its beginning */
export function parseRefusal(text: string, { isWhole, isIssued }: Reply): Refusal {
  const reply = text.replace(/^[\s`*_"“]+/, '');
  if (reply === '' || (!isWhole && reply.length < refusalMarker.length && refusalMarker.startsWith(reply)))
    return 'maybe';
  if (!reply.startsWith(refusalMarker)) return 'no';
  const rest = reply.slice(refusalMarker.length).replace(/^[\s`*_"”.]+/, '');
  // The model answers a part after all, so the marker only names a gap.
  if ([...rest.matchAll(citedId)].some(([, id = '']) => isIssued(id.toLowerCase()))) return 'no';
  return isWhole ? { rest } : 'maybe';
}
