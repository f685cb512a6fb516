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
  readonly isTaken: boolean;
  /** The code has the focus. */
  readonly isInCode: boolean;
}

const secondKeyMs = 1500;

/** @param code the element that contains the code of the file */
export function readKeyPress(event: KeyboardEvent, code: HTMLElement | undefined): FileKeyPress {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const target = event.target instanceof Element ? event.target : null;
  const owner = target?.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="tree"]');
  const isInCode = target !== null && code?.contains(target) === true;
  return { key, ctrlKey, metaKey, altKey, shiftKey, isTaken: owner !== null, isInCode };
}

/** Recognizes key sequences. Call the returned function with each key press and its time in milliseconds. */
export function createFileKeys(): (press: FileKeyPress, now: number) => FileCommand | null {
  let gPressedAt = -Infinity;
  return (press, now) => {
    const followsG = now - gPressedAt < secondKeyMs;
    gPressedAt = -Infinity;
    if (press.key === 'F12' && !press.altKey && !press.ctrlKey && !press.metaKey && !press.isTaken)
      return press.shiftKey ? 'references' : 'definition';
    if (press.altKey || press.shiftKey) return null;
    const key = press.key.toLowerCase();
    if (press.ctrlKey !== press.metaKey) {
      if (key === 'g' && press.ctrlKey && !press.isTaken) return 'go-to-line';
      return key === 'f' && press.isInCode ? 'find' : null;
    }
    if (press.isTaken || press.ctrlKey) return null;
    if (key === 'g') gPressedAt = now;
    if (!followsG) return null;
    return key === 'l' ? 'go-to-line' : key === 'o' ? 'outline' : null;
  };
}
