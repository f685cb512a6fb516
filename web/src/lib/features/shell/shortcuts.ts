/**
 * All keyboard shortcuts, as the shortcut sheet lists them. `Mod` is Ctrl, or ⌘ on a Mac; `Alt` is ⌥ on a Mac.
 */

interface Shortcut {
  /** Keys pressed together, or one after the other if `then` separates them. */
  readonly keys: readonly string[];
  readonly does: string;
}

interface ShortcutGroup {
  readonly where: string;
  readonly shortcuts: readonly Shortcut[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    where: 'Everywhere',
    shortcuts: [
      { keys: ['Mod', 'K'], does: 'Search or ask' },
      { keys: ['Alt', 'N'], does: 'New chat' },
      { keys: ['Mod', 'B'], does: 'Show or hide the sidebar' },
      { keys: ['?'], does: 'Show these shortcuts' },
      { keys: ['Esc'], does: 'Close the overlay' },
    ],
  },
  {
    where: 'Ask',
    shortcuts: [
      { keys: ['/'], does: 'Write a question' },
      { keys: ['Enter'], does: 'Send the question' },
      { keys: ['Shift', 'Enter'], does: 'New line' },
      { keys: ['↑'], does: 'Repeat the last question, if the box is empty' },
      { keys: ['Esc'], does: 'Stop the answer, or close the source' },
    ],
  },
  {
    where: 'Search',
    shortcuts: [
      { keys: ['/'], does: 'Focus the search box' },
      { keys: ['j'], does: 'Next result' },
      { keys: ['k'], does: 'Previous result' },
      { keys: ['o'], does: 'Open the result in a new tab' },
    ],
  },
  {
    where: 'A file',
    shortcuts: [
      { keys: ['Mod', 'F'], does: 'Find in the focused code' },
      { keys: ['g', 'then', 'l'], does: 'Go to a line' },
      { keys: ['g', 'then', 'o'], does: 'Show or hide the outline' },
      { keys: ['F12'], does: 'Go to the definition of the selected name' },
      { keys: ['Shift', 'F12'], does: 'Find references' },
    ],
  },
  {
    where: 'The graph',
    shortcuts: [
      { keys: ['/'], does: 'Focus the box for a symbol or file' },
      { keys: ['Enter'], does: 'Expand or collapse a node; in the table, focus on it' },
      { keys: ['f'], does: 'Focus on the node' },
      { keys: ['o'], does: 'Open its code' },
    ],
  },
];

/** The label of a key on this kind of machine. */
export function nameKey(key: string, mac: boolean): string {
  if (key === 'Alt') return mac ? '⌥' : key;
  return key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : key;
}
