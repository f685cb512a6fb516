/**
 * Normalizes line endings and replaces invisible and direction-changing characters with a visible mark. The result
 * does not depend on how the stream is cut.
 */

interface LetterCleaner {
  add(delta: string): string;
  end(): string;
}

const shown = '\uFFFD';
const hidden = /(?![\t\n])\p{Cc}|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]|\p{Cs}/gu;

export function createHiddenCharacterReplacer(): LetterCleaner {
  /** A carriage return or half a character, which the next delta may complete. */
  let held = '';
  return {
    add(delta) {
      const text = held + delta;
      held = /[\r\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : '';
      return cleaned(text.slice(0, text.length - held.length));
    },
    end() {
      const text = held;
      held = '';
      return cleaned(text);
    },
  };
}

function cleaned(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(hidden, shown);
}
