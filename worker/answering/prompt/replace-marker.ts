/**
 * Replaces the marker of a refusal within an answer by words. A model that answers a part of a question may write the marker for the rest;
 * there it states a gap. The result does not depend on how the stream is cut.
 */

import { refusalMarker } from './write-prompt.ts';

interface MarkerReplacer {
  add(delta: string): string;
  /** @returns the buffered rest */
  end(): string;
}

/** With the marks of code, emphasis or a quotation around it. */
const marker = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?:[${'`'}*"“]{1,3}${refusalMarker}[${'`'}*"”]{1,3}|${refusalMarker})(?![\p{L}\p{N}_])`,
  'u',
);
const partialMarker = new RegExp(
  String.raw`(?:[${'`'}*"“]{1,3}|(?<![\p{L}\p{N}_]))${[...refusalMarker].reduceRight(
    (rest, letter) => `(?:${letter}${rest})?`,
    '',
  )}$`,
  'u',
);
/** What precedes the first word of a sentence or list item. */
const sentenceStart = /(?:^|[.!?]["”’)\]]{0,2}\s+|\n[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]+)?)$/;
const endsInWord = /[\p{L}\p{N}_]$/u;
const maxContext = 40;

export function createMarkerReplacer(): MarkerReplacer {
  let pending = '';
  let before = '';
  const emit = (text: string): string => {
    before = (before + text).slice(-maxContext);
    return text;
  };
  const take = (isEnd: boolean): string => {
    let output = '';
    for (;;) {
      const match = marker.exec(pending);
      const end = match === null ? 0 : match.index + match[0].length;
      // A mark or a letter may still follow.
      if (match === null || (end === pending.length && !isEnd)) break;
      output += emit(pending.slice(0, match.index));
      const words = `${sentenceStart.test(before) ? 'Not' : 'not'} in the evidence [chunk:none]`;
      output += emit(endsInWord.test(before) ? match[0] : words);
      pending = pending.slice(end);
    }
    const starts = isEnd ? [] : [marker, partialMarker].flatMap((form) => form.exec(pending)?.index ?? []);
    const from = Math.min(pending.length, ...starts);
    output += emit(pending.slice(0, from));
    pending = pending.slice(from);
    return output;
  };
  return {
    add(delta) {
      pending += delta;
      return take(false);
    },
    end: () => take(true),
  };
}
