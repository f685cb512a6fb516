/**
 * What a model thinks, where its server leaves it in the text: at the very beginning, between `<think>` and `</think>`. It is told as
 * `thinking`. Text that begins otherwise is given on at once, but for the letters that may still become the tag; a tag further on is text.
 */

import type { GeneratorPart } from '../../core/generation.ts';

export interface ThoughtReader {
  add(text: string): readonly GeneratorPart[];
  /** Once nothing more is thought: what follows is text. @returns what was held back */
  end(): readonly GeneratorPart[];
}

const opening = '<think>';
const closing = '</think>';
/** Blanks that are held, before the tag or after it; with more of them they are text. */
const mostBlanks = 1_000;

const thinking: GeneratorPart = { type: 'thinking' };

/** Where a text never begins with what was thought. */
export const thoughtless: ThoughtReader = { add: textParts, end: () => [] };

export function createThoughtReader(): ThoughtReader {
  let phase: 'begin' | 'thought' | 'after' | 'text' = 'begin';
  let held = '';
  const release = (): readonly GeneratorPart[] => {
    const text = phase === 'after' ? held.replace(/^\s*\n/, '') : held;
    phase = 'text';
    held = '';
    return textParts(text);
  };
  const afterThought = (): readonly GeneratorPart[] =>
    held.length < mostBlanks && held.trim() === '' ? [] : release();
  const inThought = (): readonly GeneratorPart[] => {
    const end = held.indexOf(closing);
    phase = end < 0 ? 'thought' : 'after';
    held = end < 0 ? held.slice(1 - closing.length) : held.slice(end + closing.length);
    return end < 0 ? [thinking] : [thinking, ...afterThought()];
  };
  return {
    add(text) {
      if (phase === 'text') return textParts(text);
      held += text;
      if (phase === 'after') return afterThought();
      if (phase === 'thought') return inThought();
      const begun = held.trimStart();
      if (opening.startsWith(begun) && begun !== opening && held.length < mostBlanks) return [];
      if (!begun.startsWith(opening)) return release();
      held = begun.slice(opening.length);
      return inThought();
    },
    end() {
      if (phase === 'begin') return release();
      phase = 'text';
      held = '';
      return [];
    },
  };
}

function textParts(text: string): readonly GeneratorPart[] {
  return text === '' ? [] : [{ type: 'text-delta', text }];
}
