/** Handles clicks and keys on the words of the code, which select a word or follow it to its definition or references. */
import { splitLines } from '../code/split-lines.ts';
import { wordAtPoint, wordAtSelection } from '../code/word-at.ts';
import type { CodeNavigation } from './code-navigation.svelte.ts';
import type { Purpose } from './choose-navigation.ts';

interface WordHandlers {
  readonly onclick: (event: MouseEvent) => void;
  readonly followByKey: (purpose: Purpose) => void;
}

export function createWordHandlers(view: {
  readonly navigation: CodeNavigation;
  /** The element with the code; undefined until it is mounted. */
  readonly code: () => HTMLElement | undefined;
  readonly text: () => string;
  /** The selected line, 1-based; null for none. */
  readonly line: () => number | null;
}): WordHandlers {
  const { navigation } = view;
  return {
    /** A click selects a name, and a click with Ctrl follows it. Text that the user selected by dragging stays selected. */
    onclick(event) {
      const selection = getSelection();
      if (selection !== null && !selection.isCollapsed && /\s/.test(selection.toString())) return;
      const word = wordAtPoint(event);
      if (word === null) return;
      if (event.ctrlKey || event.metaKey) void navigation.follow(word, 'definition');
      else navigation.choose(word);
    },
    /** Follows the name that was clicked last, or offers the names on the selected line. */
    followByKey(purpose) {
      const code = view.code();
      const line = view.line();
      const word = navigation.state.word ?? (code === undefined ? null : wordAtSelection(code));
      if (word !== null) void navigation.follow(word, purpose);
      else if (line !== null) navigation.offerWords(line, splitLines(view.text())[line - 1] ?? '', purpose);
    },
  };
}
