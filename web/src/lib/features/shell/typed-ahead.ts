/** Collects the text that the user types between the shortcut of the palette and the moment when the palette can take it. */

type TypedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

let text = '';
let isCollecting = false;

export const typedAhead = {
  begin(initialText = ''): void {
    isCollecting = true;
    text = initialText;
  },

  /** @returns whether the key was collected, so that nothing else may handle it */
  collect({ key, ctrlKey, metaKey, altKey }: TypedKey): boolean {
    if (!isCollecting || ctrlKey || metaKey || altKey) return false;
    if (key === 'Backspace') text = text.slice(0, -1);
    else if (key.length === 1) text += key;
    // The best entry is unknown until the palette is open.
    else return key === 'Enter';
    return true;
  },

  /** Ends collecting and returns the text. Call it when the palette's box has the focus, so that no key is lost in between. */
  take(): string {
    isCollecting = false;
    const taken = text;
    text = '';
    return taken;
  },
};
