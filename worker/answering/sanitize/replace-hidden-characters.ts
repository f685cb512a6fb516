/**
 * Normalizes line endings and replaces invisible and direction-changing characters with a visible mark. The result
 * does not depend on how the stream is cut.
 */

interface HiddenCharacterReplacer {
  add(delta: string): string;
  end(): string;
}

const replacement = '\uFFFD';
const hidden = /(?![\t\n])\p{Cc}|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]|\p{Cs}/gu;

export function createHiddenCharacterReplacer(): HiddenCharacterReplacer {
  /** A carriage return or half a surrogate pair, which the next delta may complete. */
  let pending = '';
  return {
    add(delta) {
      const text = pending + delta;
      pending = /[\r\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : '';
      return replaceHidden(text.slice(0, text.length - pending.length));
    },
    end() {
      const text = pending;
      pending = '';
      return replaceHidden(text);
    },
  };
}

function replaceHidden(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(hidden, replacement);
}
