/**
 * Steps over brackets and strings in source text of any language, as far as that can be done without its grammar. Each takes time
 * in the length of the text given.
 */

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/**
 * The offset after the bracket that closes the one at `at`; -1 when none does. Angle brackets count only where the one at
 * `at` is one: elsewhere they compare.
 */
export function skipBalanced(text: string, at: number): number {
  const expected: string[] = [];
  const isAngled = text[at] === '<';
  for (let i = at; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '"' || char === "'" || char === '`') {
      i = skipString(text, i, char);
      continue;
    }
    // The heads of arrows close nothing.
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

/** Offset of the quote that closes the string begun at `at`; `at` itself where it begins none, as in `don't` and `&'a`. */
function skipString(text: string, at: number, quote: string): number {
  for (let i = at + 1; i < text.length; i++) {
    const char = text[i];
    if (char === '\\') i += 1;
    else if (char === quote) return i;
    else if (char === '\n' && quote !== '`') return at;
  }
  return at;
}

/** The parts between separators that stand outside brackets, trimmed. */
export function splitOutside(text: string, separator: string): string[] {
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
      // One that is never closed would be looked for again and again.
      if (end === -1) isBalanced = false;
      else i = end - 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim());
}
