/**
 * Sanitizes a model's streamed Markdown: no link, image, HTML element or address remains, and every word stays
 * visible. The result does not depend on how the stream is cut.
 */

import { createHiddenCharacterReplacer } from './replace-hidden-characters.ts';
import { readCode, readFence } from './sanitize-code.ts';
import { readAddress, readInText } from './sanitize-inline.ts';
import type { Fence, SanitizedPiece, ReadPosition } from './sanitized-piece.ts';

interface TextSanitizer {
  add(delta: string): string;
  /** @returns the buffered rest; closes open code, so that following text is not part of it */
  end(): string;
}

/** The readers need no more than this of a line's beginning. */
const maxLineStart = 60;

export function sanitizeText(text: string): string {
  const sanitizer = createTextSanitizer();
  return sanitizer.add(text) + sanitizer.end();
}

export function createTextSanitizer(): TextSanitizer {
  const cleaner = createHiddenCharacterReplacer();
  let pending = '';
  let mode: 'text' | 'address' | Fence = 'text';
  let last = '';
  let line = '';
  let opensLabel = false;
  let isTable = false;

  const next = (position: ReadPosition): SanitizedPiece | undefined => {
    if (mode === 'address') return readAddress(position);
    if (mode !== 'text') return readCode(position, mode);
    const fence = readFence(position);
    return fence === 'wait' ? undefined : (fence ?? readInText(position));
  };
  const trackLine = (read: string): void => {
    opensLabel ||= /^[[(【]/.test(read) && /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]?)*$/.test(line);
    if (read !== '\n') line = (line + read).slice(0, maxLineStart);
    else {
      const isBlank = line.trim() === '';
      opensLabel &&= !isBlank;
      isTable = !isBlank && (isTable || /^[ \t>|:-]*-[ \t|:-]*$/.test(line));
      line = '';
    }
  };
  const take = (isWhole: boolean): string => {
    const outputs: string[] = [];
    let at = 0;
    while (at < pending.length) {
      const piece = next({ text: pending, at, isWhole, last, line, opensLabel, isTable });
      if (piece === undefined) break;
      if (piece.output !== '') {
        outputs.push(piece.output);
        last = piece.output.at(-1) ?? last;
      }
      // Dropped characters are not part of the line.
      if (mode === 'text' && piece.output !== '') trackLine(pending.slice(at, at + piece.length));
      at += piece.length;
      if (piece.opens !== undefined) mode = piece.opens;
      if (piece.closes === true) [mode, line] = ['text', mode === 'address' ? `${line}.` : ''];
    }
    pending = pending.slice(at);
    return outputs.join('');
  };
  return {
    add(delta) {
      pending += cleaner.add(delta);
      return take(false);
    },
    end() {
      pending += cleaner.end();
      const rest = take(true);
      if (mode === 'text') return rest;
      if (mode === 'address') return `${rest}\``;
      return `${rest}${last === '\n' ? '' : '\n'}${mode.mark}\n`;
    },
  };
}
