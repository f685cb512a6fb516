/** Maps a key press to a command of the shell. A key without a modifier has no effect while a field or an overlay handles keys. */

type ShellCommand = 'palette' | 'sidebar' | 'shortcuts' | 'new-chat';

interface KeyPress {
  readonly key: string;
  /** The physical key. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** A field or an overlay handles the key. */
  readonly isHandled: boolean;
}

export function readShellCommand(press: KeyPress): ShellCommand | null {
  if (press.altKey) return startsNewChat(press) ? 'new-chat' : null;
  if (press.ctrlKey !== press.metaKey && !press.shiftKey) {
    const key = press.key.toLowerCase();
    return key === 'k' ? 'palette' : key === 'b' ? 'sidebar' : null;
  }
  return press.key === '?' && !press.ctrlKey && !press.metaKey && !press.isHandled ? 'shortcuts' : null;
}

/** On a Mac, Alt+N types the accent of ñ, so it does not start a chat while the user types. */
function startsNewChat({ key, code, ctrlKey, metaKey, shiftKey, isHandled }: KeyPress): boolean {
  if (ctrlKey || metaKey || shiftKey) return false;
  return key.toLowerCase() === 'n' || (key === 'Dead' && code === 'KeyN' && !isHandled);
}
