/** Handles clicks and keys on the names of the code, which select a name or follow it to its definition or references. */
import { wordAtPoint, wordAtSelection } from '../code/word-at.ts';
import type { LineRange } from '../code/line-range.ts';
import type { CodeNavigation } from './code-navigation.svelte.ts';
import type { Purpose, WordOnLine } from './choose-navigation.ts';

interface WordHandlers {
  readonly onclick: (event: MouseEvent) => void;
  readonly followByKey: (purpose: Purpose) => void;
}

/** The maximum number of names offered at once. */
const maxWords = 40;

export function createWordHandlers(view: {
  readonly navigation: CodeNavigation;
  /** The element with the code; undefined until it is mounted. */
  readonly code: () => HTMLElement | undefined;
  readonly namesOnLine: (line: number, max: number) => readonly string[];
  /** The selected line, else the lines in view. */
  readonly lines: () => LineRange;
}): WordHandlers {
  const { navigation } = view;

  /** Each name once, with the first line that contains it. */
  function listNames({ startLine, endLine }: LineRange): readonly WordOnLine[] {
    const lineByName = new Map<string, number>();
    for (let line = startLine; line <= endLine && lineByName.size < maxWords; line += 1)
      for (const name of view.namesOnLine(line, maxWords))
        if (!lineByName.has(name)) lineByName.set(name, line);
    return [...lineByName].slice(0, maxWords).map(([name, line]) => ({ name, line }));
  }

  return {
    /** A click selects a name, and a click with Ctrl follows it. Text that the user selected by dragging stays selected. */
    onclick(event) {
      const selection = getSelection();
      if (selection !== null && !selection.isCollapsed && /\s/.test(selection.toString())) return;
      if (event.target instanceof Element && event.target.closest('.number')) return;
      const word = wordAtPoint(event);
      if (word !== null && (event.ctrlKey || event.metaKey)) void navigation.follow(word, 'definition');
      else navigation.choose(word);
    },
    /** Follows the name that was clicked last, or offers the names on the selected line, or in view. */
    followByKey(purpose) {
      const code = view.code();
      const word = navigation.state.word ?? (code === undefined ? null : wordAtSelection(code));
      if (word !== null) void navigation.follow(word, purpose);
      else navigation.offerWords(listNames(view.lines()), purpose);
    },
  };
}
