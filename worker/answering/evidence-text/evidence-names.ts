/** Names by which an answer may refer to a span: its path, its definition, or code that the span contains. */

import type { Evidence } from '../../core/answers/evidence.ts';
import { readSearchableEvidence } from './searchable-evidence.ts';

/** Returns whether an answer can write the name as code, and a look-up in the span finds it. */
export function canNameInAnswer(span: Evidence, name: string): boolean {
  const { findInText, findInNames } = readSearchableEvidence(span);
  return fitsInlineCode(name) && (findInText(name) ?? findInNames(name)) !== undefined;
}

/** Returns whether the text can appear between back-ticks on one line without reading as a citation. */
export function fitsInlineCode(text: string): boolean {
  return text.trim() !== '' && !/[`\n]|\[chunk:/.test(text);
}
