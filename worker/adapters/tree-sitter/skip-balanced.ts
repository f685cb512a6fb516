/** Skips brackets and strings in source text of any language, approximately, because it does not use a grammar. Runs in linear time. */

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/**
 * Returns the offset after the bracket that closes the one at `start`; -1 if there is none. Angle brackets are matched only if one is at `start`;
 * otherwise they are comparisons.
 */
export function skipBalanced(text: string, start: number): number {
  const expected: string[] = [];
  const isAngled = text[start] === '<';
  for (let i = start; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '"' || char === "'" || char === '`') {
      i = skipString(text, i, char);
      continue;
    }
    // The `>` of an arrow closes nothing.
    if ((char === '=' || char === '-') && text[i + 1] === '>') i += 1;
    else if (char === expected.at(-1)) {
      expected.pop();
      if (expected.length === 0) return i + 1;
    } else if (char !== '<' || isAngled) {
      const closer = closers[char];
      if (closer !== undefined) expected.push(closer);
    }
  }
  return -1;
}

/** Returns the offset of the quote that closes the string at `start`; `start` itself if it opens no string, as in `don't` and `&'a`. */
function skipString(text: string, start: number, quote: string): number {
  for (let i = start + 1; i < text.length; i++) {
    const char = text[i];
    if (char === '\\') i += 1;
    else if (char === quote) return i;
    else if (char === '\n' && quote !== '`') return start;
  }
  return start;
}

/** Splits text at separators outside brackets, and trims the parts. */
export function splitOutsideBrackets(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isBalanced = true;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === separator) {
      parts.push(text.slice(start, i));
      start = i + 1;
    } else if (isBalanced && Object.hasOwn(closers, char)) {
      const end = skipBalanced(text, i);
      // After an unclosed bracket, stops looking for closing brackets, which would take quadratic time.
      if (end === -1) isBalanced = false;
      else i = end - 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim());
}
