/**
 * The keys the app answers to, as the sheet lists them; the pages that answer list theirs here. Modifiers are written as
 * `Mod` where it is Ctrl, and ⌘ on a Mac, and as `Alt` where a Mac has ⌥.
 */

interface Shortcut {
  /** Keys pressed together, or one after the other where a `then` stands between. */
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
      { keys: ['Mod', 'K'], does: 'Go to anything, or ask' },
      { keys: ['Alt', 'N'], does: 'New chat' },
      { keys: ['Mod', 'B'], does: 'Show or hide the sidebar' },
      { keys: ['?'], does: 'Show these shortcuts' },
      { keys: ['Esc'], does: 'Close what is open over the page' },
    ],
  },
  {
    where: 'Ask',
    shortcuts: [
      { keys: ['/'], does: 'Write a question' },
      { keys: ['Enter'], does: 'Send it' },
      { keys: ['Shift', 'Enter'], does: 'Break the line' },
      { keys: ['↑'], does: 'Take the last question again, in an empty box' },
      { keys: ['Esc'], does: 'Stop the answer, or close the source' },
    ],
  },
  {
    where: 'Search',
    shortcuts: [
      { keys: ['/'], does: 'Write what to search for' },
      { keys: ['j'], does: 'Next result' },
      { keys: ['k'], does: 'Result before' },
      { keys: ['o'], does: 'Open the result in a new tab' },
    ],
  },
  {
    where: 'A file',
    shortcuts: [
      { keys: ['Mod', 'F'], does: 'Find in the code that has the focus' },
      { keys: ['g', 'then', 'l'], does: 'Go to a line' },
      { keys: ['g', 'then', 'o'], does: 'Show or hide the outline' },
      { keys: ['F12'], does: 'Go to the definition of the name chosen, or of one on the line' },
      { keys: ['Shift', 'F12'], does: 'Find what refers to it' },
    ],
  },
  {
    where: 'The graph',
    shortcuts: [
      { keys: ['/'], does: 'Write what it is to be about' },
      { keys: ['Enter'], does: 'Expand a node of the picture, or fold it; in the table, focus on it' },
      { keys: ['f'], does: 'Focus on the node' },
      { keys: ['o'], does: 'Open its code' },
    ],
  },
];

/** How a key is written on this kind of machine. */
export function nameKey(key: string, mac: boolean): string {
  if (key === 'Alt') return mac ? '⌥' : key;
  return key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : key;
}
