/**
 * Parses paths as git prints them in patches: C-style quoted if they contain quotes, backslashes or control
 * characters. Paths are byte strings (`latin1`) internally, which preserves names that are not UTF-8.
 */

const escapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
};

/** @param printed a byte string; git appends a tab to names with a space */
export function unquotePath(printed: string): string {
  const path = printed.endsWith('\t') ? printed.slice(0, -1) : printed;
  if (!path.startsWith('"') || !path.endsWith('"')) return path;
  return path
    .slice(1, -1)
    .replace(/\\(?:([0-7]{3})|(.))/gs, (_, octal: string | undefined, letter: string | undefined) =>
      octal === undefined
        ? (escapes[letter ?? ''] ?? letter ?? '')
        : String.fromCharCode(Number.parseInt(octal, 8)),
    );
}

/** Returns the path in `diff --git a/<path> b/<path>` if both sides are equal, else undefined. */
export function parseHeaderPath(names: string): string | undefined {
  const middle = (names.length - 1) / 2;
  const [left, right] = [names.slice(0, middle), names.slice(middle + 1)].map(unquotePath);
  const path = left?.slice(2);
  return path !== undefined && path !== '' && path === right?.slice(2) ? path : undefined;
}

/** Converts a byte string to text. Invalid UTF-8 becomes the replacement character. */
export function fromByteString(path: string): string {
  return Buffer.from(path, 'latin1').toString();
}

/** Converts text to a byte string. */
export function toByteString(path: string): string {
  return Buffer.from(path).toString('latin1');
}
