/**
 * What a key on the page of a file stands for: Ctrl+G, or `g` and then `l`, asks for a line, `g` and then `o` shows the outline,
 * F12 goes to a definition, with shift to what refers to it. Ctrl+F is the page's own only where the code has focus; elsewhere it
 * stays the browser's.
 */

type FileCommand = 'go-to-line' | 'find' | 'outline' | 'definition' | 'references';

interface FileKeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** It goes to a field, or to something open over the page. */
  readonly taken: boolean;
  readonly inCode: boolean;
}

const secondKeyMs = 1500;

/** Keys one after the other: what is returned takes each press, and when it came, in milliseconds. */
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
