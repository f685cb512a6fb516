/**
 * The keyboard shortcuts that the shortcut sheet lists. `Mod` is Ctrl, or ⌘ on a Mac. `Alt` is ⌥ on a Mac.
 */

interface Shortcut {
  /** Keys pressed together, or one after the other if `then` separates them. */
  readonly keys: readonly string[];
  readonly action: string;
}

interface ShortcutGroup {
  /** Where the shortcuts work. */
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['Mod', 'K'], action: 'Search or ask' },
      { keys: ['Alt', 'N'], action: 'New chat' },
      { keys: ['Mod', 'B'], action: 'Show or hide the sidebar' },
      { keys: ['?'], action: 'Show these shortcuts' },
      { keys: ['Esc'], action: 'Close the overlay' },
    ],
  },
  {
    title: 'Ask',
    shortcuts: [
      { keys: ['/'], action: 'Write a question' },
      { keys: ['Enter'], action: 'Send the question' },
      { keys: ['Shift', 'Enter'], action: 'New line' },
      { keys: ['↑'], action: 'Repeat the last question, if the box is empty' },
      { keys: ['Esc'], action: 'Stop the answer, or close the source' },
    ],
  },
  {
    title: 'Search',
    shortcuts: [
      { keys: ['/'], action: 'Focus the search box' },
      { keys: ['↓'], action: 'Go from the box to the first result' },
      { keys: ['Esc'], action: 'Leave the box; the search stays' },
      { keys: ['j'], action: 'Next result' },
      { keys: ['k'], action: 'Previous result' },
      { keys: ['Enter'], action: 'Open the result at its best line' },
      { keys: ['o'], action: 'Open the result in a new tab' },
    ],
  },
  {
    title: 'A file',
    shortcuts: [
      { keys: ['Mod', 'F'], action: 'Find in the focused code' },
      { keys: ['g', 'then', 'l'], action: 'Go to a line' },
      { keys: ['g', 'then', 'o'], action: 'Show or hide the outline' },
      { keys: ['F12'], action: 'Go to the definition of the selected name, or choose one' },
      { keys: ['Shift', 'F12'], action: 'Find references' },
    ],
  },
  {
    title: 'The graph',
    shortcuts: [
      { keys: ['/'], action: 'Focus the box for a symbol or file' },
      { keys: ['Enter'], action: 'Expand or collapse the node; in the table, focus on it' },
      { keys: ['f'], action: 'Focus on the node' },
      { keys: ['o'], action: 'Open its code' },
    ],
  },
];
