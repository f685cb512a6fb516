/**
 * The keys the app answers to, as the sheet lists them; the pages that answer list theirs here. Modifiers are written as
 * `Mod` where it is Ctrl, and ⌘ on a Mac.
 */

export interface Shortcut {
  /** Keys pressed together, or one after the other where a `then` stands between. */
  readonly keys: readonly string[];
  readonly does: string;
}

export interface ShortcutGroup {
  readonly where: string;
  readonly shortcuts: readonly Shortcut[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    where: 'Everywhere',
    shortcuts: [
      { keys: ['Mod', 'K'], does: 'Go to anything, or ask' },
      { keys: ['Mod', 'B'], does: 'Show or hide the sidebar' },
      { keys: ['?'], does: 'Show these shortcuts' },
      { keys: ['Esc'], does: 'Close what is open over the page' },
    ],
  },
];

/** How a key is written on this kind of machine. */
export function nameKey(key: string, mac: boolean): string {
  return key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : key;
}
