/**
 * Sanitizes a model's streamed Markdown: no link, image, HTML element or address remains, and every word stays
 * visible. The result does not depend on how the stream is cut.
 */

import { createHiddenCharacterReplacer } from './replace-hidden-characters.ts';
import { endOfAddress, readCode, readFence, readInText, type Fence } from './sanitize-inline.ts';

interface TextSanitizer {
  add(delta: string): string;
  /** @returns what was held back; code that was left open is closed, so that what follows is not part of it */
  end(): string;
}

/** What of a text is read, and where its reading stands. */
export interface Reading {
  readonly text: string;
  readonly at: number;
  /** No more of it comes. */
  readonly isWhole: boolean;
  /** The last letter given. */
  readonly last: string;
  /** The line as it was read so far, its beginning at most. */
  readonly line: string;
  /** A bracket stood first in a line of this paragraph: it may be the label of a definition. */
  readonly opensLabel: boolean;
  /** The line below the head of a table stood above. */
  readonly isTable: boolean;
}

/** So much of the text is read, and this is given for it. */
export interface Piece {
  readonly length: number;
  readonly give: string;
  readonly opens?: 'address' | Fence;
  readonly closes?: true;
}

/** More of a line's beginning is not needed. */
const longestBeginning = 60;

export function sanitizeText(text: string): string {
  const neutraliser = createTextSanitizer();
  return neutraliser.add(text) + neutraliser.end();
}

export function createTextSanitizer(): TextSanitizer {
  const cleaner = createHiddenCharacterReplacer();
  let pending = '';
  let within: 'text' | 'address' | Fence = 'text';
  let last = '';
  let line = '';
  let opensLabel = false;

  let isTable = false;

  const next = (reading: Reading): Piece | undefined => {
    if (within === 'address') return endOfAddress(reading);
    if (within !== 'text') return readCode(reading, within);
    const fence = readFence(reading);
    return fence === 'wait' ? undefined : (fence ?? readInText(reading));
  };
  const follow = (read: string): void => {
    opensLabel ||= /^[[(【]/.test(read) && /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]?)*$/.test(line);
    if (read !== '\n') line = (line + read).slice(0, longestBeginning);
    else {
      const isBlank = line.trim() === '';
      opensLabel &&= !isBlank;
      isTable = !isBlank && (isTable || /^[ \t>|:-]*-[ \t|:-]*$/.test(line));
      line = '';
    }
  };
  const take = (isWhole: boolean): string => {
    const given: string[] = [];
    let at = 0;
    while (at < pending.length) {
      const piece = next({ text: pending, at, isWhole, last, line, opensLabel, isTable });
      if (piece === undefined) break;
      if (piece.give !== '') {
        given.push(piece.give);
        last = piece.give.at(-1) ?? last;
      }
      // What is left out stands nowhere.
      if (within === 'text' && piece.give !== '') follow(pending.slice(at, at + piece.length));
      at += piece.length;
      if (piece.opens !== undefined) within = piece.opens;
      if (piece.closes === true) [within, line] = ['text', within === 'address' ? `${line}.` : ''];
    }
    pending = pending.slice(at);
    return given.join('');
  };
  return {
    add(delta) {
      pending += cleaner.add(delta);
      return take(false);
    },
    end() {
      pending += cleaner.end();
      const rest = take(true);
      if (within === 'text') return rest;
      if (within === 'address') return `${rest}\``;
      return `${rest}${last === '\n' ? '' : '\n'}${within.mark}\n`;
    },
  };
}
