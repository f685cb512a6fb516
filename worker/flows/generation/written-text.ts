/** What a call has written so far: told from its first word on, counted, and held to its longest. */

import { isTitle } from '../../answering/model/is-title.ts';
import type { ToolCall } from '../../core/generation.ts';
import { countTokens } from '../../core/tokens.ts';

export type WrittenPart =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'tool-call'; readonly call: ToolCall };

/** Signs and citations, the last perhaps not whole yet. */
const marks =
  /^(?:\s|\[chunk:[\w-]{0,40}\]|[#>*_.~|:;,!?…–—-]|\[(?:c(?:h(?:u(?:n(?:k(?::[\w-]{0,40})?)?)?)?)?)?$)*$/;
/** A longer beginning is told all the same. */
const longestBeginning = 400;

/** Titles, marks and citations alone: another model may be asked for a text. */
function saysNothing(text: string): boolean {
  if (text.length > longestBeginning) return false;
  const untitled = text.replaceAll(/^[ \t]*#{1,6}[ \t][^\n]*/gm, (line) =>
    isTitle(line.trim()) ? '' : line,
  );
  return marks.test(untitled);
}

/** Text is told from its first word on: a call that wrote blanks and marks alone has said nothing. */
export function createWrittenText(mostLetters: number) {
  let blank = '';
  let letters = 0;
  let tokens = 0;
  let isTold = false;
  return {
    add(part: WrittenPart): WrittenPart | undefined {
      const written = part.type === 'text-delta' ? part.text : part.call.input;
      letters += written.length;
      tokens += countTokens(written);
      if (part.type === 'tool-call') {
        isTold = true;
        return part;
      }
      if (isTold) return part.text === '' ? undefined : part;
      blank += part.text;
      if (saysNothing(blank)) return undefined;
      isTold = true;
      return { type: 'text-delta', text: blank };
    },
    isTold: () => isTold,
    isTooLong: () => letters > mostLetters,
    tokens: () => tokens,
    /** A sentence for what ended as it should and had nothing to tell. */
    whyEmpty(hasThought: boolean): string {
      if (blank.trim() !== '') return 'It wrote titles and marks alone.';
      return hasThought ? 'It thought, and ended without a word.' : 'It ended without a word.';
    },
  };
}
