/** What a click or a key on a word of the code does: it is chosen, or followed to where it is defined or referred to. */
import { splitLines } from '../code/split-lines.ts';
import { wordAtPoint, wordAtSelection } from '../code/word-at-point.ts';
import type { CodeNavigation } from './code-navigation.svelte.ts';
import type { Purpose } from './next-step.ts';

interface WordSteps {
  readonly onclick: (event: MouseEvent) => void;
  readonly followByKey: (purpose: Purpose) => void;
}

export function createWordSteps(of: {
  readonly navigation: CodeNavigation;
  /** What shows the code; undefined until it is on the page. */
  readonly code: () => HTMLElement | undefined;
  readonly text: () => string;
  /** The selected line, 1-based; null for none. */
  readonly line: () => number | null;
}): WordSteps {
  const { navigation } = of;
  return {
    /** A click on a name chooses it, with Ctrl it follows it; what was selected by drawing over it stays selected. */
    onclick(event) {
      const selected = getSelection();
      if (selected !== null && !selected.isCollapsed && /\s/.test(selected.toString())) return;
      const word = wordAtPoint(event);
      if (word === null) return;
      if (event.ctrlKey || event.metaKey) void navigation.follow(word, 'definition');
      else navigation.choose(word);
    },
    /** From the name last clicked, else from one of those on the line that is selected. */
    followByKey(purpose) {
      const code = of.code();
      const line = of.line();
      const word = navigation.now.word ?? (code === undefined ? null : wordAtSelection(code));
      if (word !== null) void navigation.follow(word, purpose);
      else if (line !== null) navigation.offerWords(line, splitLines(of.text())[line - 1] ?? '', purpose);
    },
  };
}
