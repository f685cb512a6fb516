/** What can be said of a span by name, and written as code, so that the checks find it there. */

import type { Evidence } from '../core/evidence.ts';
import { isNameOf } from './name-of-span.ts';
import { textHolder } from './normalised-text.ts';

/** A name that can be written as code, and that the check will find in the span. */
export function isSaidOf(span: Evidence, name: string): boolean {
  return isSayable(name) && (isNameOf(span, name) || textHolder(span.text).holdsCode(name));
}

/** Fit to be written between back-ticks, on one line, without being taken for a citation. */
export function isSayable(text: string): boolean {
  return text.trim() !== '' && !/[`\n]|\[chunk:/.test(text);
}
