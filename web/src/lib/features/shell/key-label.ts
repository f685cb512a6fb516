/** The label of a key on a Mac or on another machine. `Mod` is Ctrl, or ⌘ on a Mac. `Alt` is ⌥ on a Mac. */
export function keyLabel(key: string, isMac: boolean): string {
  if (key === 'Alt') return isMac ? '⌥' : key;
  return key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key;
}
