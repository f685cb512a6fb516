/**
 * Separates reasoning that a server leaves in the text: at the very beginning, between `<think>` and `</think>`. It becomes a `thinking` part.
 * Other text passes through at once, except for characters that may still become the tag. A later tag is ordinary text.
 */

import type { GeneratorPart } from '../../core/answers/generation.ts';

export interface ThinkingReader {
  add(text: string): readonly GeneratorPart[];
  /** Ends the reasoning; what follows is text. @returns text that was held back */
  end(): readonly GeneratorPart[];
}

const opening = '<think>';
const closing = '</think>';
/** White space held back before or after the tag. Longer runs are text. */
const maxBlanks = 1_000;

const thinking: GeneratorPart = { type: 'thinking' };

/** For models whose text never starts with reasoning. */
export const passThrough: ThinkingReader = { add: textParts, end: () => [] };

export function createThinkingReader(): ThinkingReader {
  let phase: 'begin' | 'thinking' | 'after' | 'text' = 'begin';
  let buffered = '';
  const release = (): readonly GeneratorPart[] => {
    const text = phase === 'after' ? buffered.replace(/^\s*\n/, '') : buffered;
    phase = 'text';
    buffered = '';
    return textParts(text);
  };
  const readAfterThinking = (): readonly GeneratorPart[] =>
    buffered.length < maxBlanks && buffered.trim() === '' ? [] : release();
  const readThinking = (): readonly GeneratorPart[] => {
    const end = buffered.indexOf(closing);
    phase = end < 0 ? 'thinking' : 'after';
    buffered = end < 0 ? buffered.slice(1 - closing.length) : buffered.slice(end + closing.length);
    return end < 0 ? [thinking] : [thinking, ...readAfterThinking()];
  };
  return {
    add(text) {
      if (phase === 'text') return textParts(text);
      buffered += text;
      if (phase === 'after') return readAfterThinking();
      if (phase === 'thinking') return readThinking();
      const begun = buffered.trimStart();
      if (opening.startsWith(begun) && begun !== opening && buffered.length < maxBlanks) return [];
      if (!begun.startsWith(opening)) return release();
      buffered = begun.slice(opening.length);
      return readThinking();
    },
    end() {
      if (phase === 'begin') return release();
      phase = 'text';
      buffered = '';
      return [];
    },
  };
}

function textParts(text: string): readonly GeneratorPart[] {
  return text === '' ? [] : [{ type: 'text-delta', text }];
}
