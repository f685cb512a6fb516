/** Tracks the text of one model call: buffers it until the first word, counts its tokens, and enforces its maximum length. */

import { isTitle } from '../../answering/claim-text/is-title.ts';
import type { ToolCall } from '../../core/answers/generation.ts';
import { countTokens } from '../../core/text/tokens.ts';

export type WrittenPart =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'tool-call'; readonly call: ToolCall };

/** Matches text of only markup and citations. The last citation may be incomplete. */
const onlyMarkup =
  /^(?:\s|\[chunk:[\w-]{0,40}\]|[#>*_.~|:;,!?…–—-]|\[(?:c(?:h(?:u(?:n(?:k(?::[\w-]{0,40})?)?)?)?)?)?$)*$/;
/** Maximum length of a beginning that is buffered. */
const maxBeginning = 400;

/** Whether the text contains only titles, markup and citations, so that another model can still be asked. */
function isOnlyMarkup(text: string): boolean {
  if (text.length > maxBeginning) return false;
  const untitled = text.replaceAll(/^[ \t]*#{1,6}[ \t][^\n]*/gm, (line) =>
    isTitle(line.trim()) ? '' : line,
  );
  return onlyMarkup.test(untitled);
}

/** Emits text from its first word on. A call that wrote only whitespace and markup has no output. */
export function createWrittenText(maxLength: number) {
  let buffered = '';
  let length = 0;
  let tokens = 0;
  let hasOutput = false;
  return {
    add(part: WrittenPart): WrittenPart | undefined {
      const written = part.type === 'text-delta' ? part.text : part.call.input;
      length += written.length;
      tokens += countTokens(written);
      if (part.type === 'tool-call') {
        hasOutput = true;
        return part;
      }
      if (hasOutput) return part.text === '' ? undefined : part;
      buffered += part.text;
      if (isOnlyMarkup(buffered)) return undefined;
      hasOutput = true;
      return { type: 'text-delta', text: buffered };
    },
    hasOutput: () => hasOutput,
    isTooLong: () => length > maxLength,
    tokens: () => tokens,
    /** Explains a call that ended normally without output. */
    whyEmpty(hasThought: boolean): string {
      if (buffered.trim() !== '') return 'It wrote only titles and markup.';
      return hasThought ? 'It thought and wrote nothing.' : 'It wrote nothing.';
    },
  };
}
