/**
 * Separates reasoning that a server leaves in the text: at the very beginning, between `<think>` and `</think>`. It becomes a `thinking` part.
 * Other text passes through at once, except for characters that may still become the tag. A later tag is ordinary text.
 */

import type { GeneratorEvent } from '../../core/answers/generation.ts';

export interface ThinkingReader {
  add(text: string): readonly GeneratorEvent[];
  /** Ends the reasoning; later input is text. @returns the text that was buffered */
  end(): readonly GeneratorEvent[];
}

const opening = '<think>';
const closing = '</think>';
/** Maximum whitespace buffered before or after the tag. A longer run is text. */
const maxWhitespace = 1_000;

const thinking: GeneratorEvent = { type: 'thinking' };

/** For models whose text never starts with reasoning. */
export const passThrough: ThinkingReader = { add: textParts, end: () => [] };

export function createThinkingReader(): ThinkingReader {
  let phase: 'begin' | 'thinking' | 'after' | 'text' = 'begin';
  let buffered = '';
  const release = (): readonly GeneratorEvent[] => {
    const text = phase === 'after' ? buffered.replace(/^\s*\n/, '') : buffered;
    phase = 'text';
    buffered = '';
    return textParts(text);
  };
  const readAfterThinking = (): readonly GeneratorEvent[] =>
    buffered.length < maxWhitespace && buffered.trim() === '' ? [] : release();
  const readThinking = (): readonly GeneratorEvent[] => {
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
      const trimmed = buffered.trimStart();
      if (opening.startsWith(trimmed) && trimmed !== opening && buffered.length < maxWhitespace) return [];
      if (!trimmed.startsWith(opening)) return release();
      buffered = trimmed.slice(opening.length);
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

function textParts(text: string): readonly GeneratorEvent[] {
  return text === '' ? [] : [{ type: 'text-delta', text }];
}
