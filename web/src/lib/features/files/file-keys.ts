/**
 * The shortcuts of a file page: Ctrl+G, or `g` then `l`, goes to a line; `g` then `o` shows the outline; F12 goes to the
 * definition, Shift+F12 to the references. Ctrl+F searches the file only if the code has the focus; otherwise the browser
 * handles it.
 */

type FileCommand = 'go-to-line' | 'find' | 'outline' | 'definition' | 'references';

interface FileKeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** A field or an overlay handles the key. */
  readonly taken: boolean;
  readonly inCode: boolean;
}

const secondKeyMs = 1500;

/** Recognizes key sequences. The returned function takes each press with its time in milliseconds. */
export function createFileKeys(): (press: FileKeyPress, now: number) => FileCommand | null {
  let gAt = -Infinity;
  return (press, now) => {
    const afterG = now - gAt < secondKeyMs;
    gAt = -Infinity;
    if (press.key === 'F12' && !press.altKey && !press.ctrlKey && !press.metaKey && !press.taken)
      return press.shiftKey ? 'references' : 'definition';
    if (press.altKey || press.shiftKey) return null;
    const key = press.key.toLowerCase();
    if (press.ctrlKey !== press.metaKey) {
      if (key === 'g' && press.ctrlKey && !press.taken) return 'go-to-line';
      return key === 'f' && press.inCode ? 'find' : null;
    }
    if (press.taken || press.ctrlKey) return null;
    if (key === 'g') gAt = now;
    if (!afterG) return null;
    return key === 'l' ? 'go-to-line' : key === 'o' ? 'outline' : null;
  };
}
