/** Splits questions and paths into words, in the same way, so that they can be compared. */

import { identifierParts } from '../../../core/text/terms.ts';

/** The words of a question around a path. */
export interface PathContext {
  readonly words: ReadonlySet<string>;
  /** Words after a denial: "not the tests". */
  readonly denied: ReadonlySet<string>;
  readonly isAtRoot: boolean;
}

export function plainWords(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => toSingular(word.toLowerCase()));
}

function toSingular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

export function identifierWords(text: string): readonly string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((part) => (/\p{N}/u.test(part) ? [part] : identifierParts(part)))
    .map((part) => toSingular(part.toLowerCase()));
}
