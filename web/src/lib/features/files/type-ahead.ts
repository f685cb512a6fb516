/** Collects characters typed in quick succession for type-ahead in a list. A pause starts a new text. */

const pauseMs = 700;

interface TypeAhead {
  /** Adds a key and returns the typed text. A key that types no character returns an empty string and, except Shift, ends the text. */
  readonly add: (key: string, now?: number) => string;
  /** While this is true, a space is part of the typed text. */
  readonly isTyping: (now?: number) => boolean;
}

export function createTypeAhead(): TypeAhead {
  let typedText = '';
  let lastTypedAt = -Infinity;
  const isTyping = (now = performance.now()): boolean => typedText !== '' && now - lastTypedAt < pauseMs;
  return {
    isTyping,
    add(key, now = performance.now()) {
      if ([...key].length !== 1) {
        if (key !== 'Shift') typedText = '';
        return '';
      }
      typedText = isTyping(now) ? typedText + key : key;
      lastTypedAt = now;
      return typedText;
    },
  };
}
