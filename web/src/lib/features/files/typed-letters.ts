/** Letters typed one soon after another, as a list one types into takes them: a pause begins anew. */

const pauseMs = 700;

interface TypedLetters {
  /** Takes a key and returns what is typed by now; empty for a key that is no letter, which ends what was typed. */
  readonly add: (key: string, now?: number) => string;
  /** A space belongs to what is typed, if something is. */
  readonly isTyping: (now?: number) => boolean;
}

export function createTypedLetters(): TypedLetters {
  let typed = '';
  let last = -Infinity;
  const isTyping = (now = performance.now()): boolean => typed !== '' && now - last < pauseMs;
  return {
    isTyping,
    add(key, now = performance.now()) {
      if ([...key].length !== 1) {
        if (key !== 'Shift') typed = '';
        return '';
      }
      typed = isTyping(now) ? typed + key : key;
      last = now;
      return typed;
    },
  };
}
