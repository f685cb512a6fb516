/** Which command of the shell a key stands for, if any. Keys without a modifier are left to whoever is typing. */

type ShellCommand = 'palette' | 'sidebar' | 'shortcuts' | 'new-chat';

interface KeyPress {
  readonly key: string;
  /** The key by its place. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** The key goes to a field, or to something open over the page. */
  readonly taken: boolean;
}

export function shellCommandOf(press: KeyPress): ShellCommand | null {
  if (press.altKey) return isNewChat(press) ? 'new-chat' : null;
  if (press.ctrlKey !== press.metaKey && !press.shiftKey) {
    const key = press.key.toLowerCase();
    return key === 'k' ? 'palette' : key === 'b' ? 'sidebar' : null;
  }
  return press.key === '?' && !press.ctrlKey && !press.metaKey && !press.taken ? 'shortcuts' : null;
}

/** Where Alt and N are the accent of ñ, as on a Mac, they stay that while somebody types. */
function isNewChat({ key, code, ctrlKey, metaKey, shiftKey, taken }: KeyPress): boolean {
  if (ctrlKey || metaKey || shiftKey) return false;
  return key.toLowerCase() === 'n' || (key === 'Dead' && code === 'KeyN' && !taken);
}
