/**
 * Paths as git prints them in patches: those with quotes, backslashes or control characters in quotes, as in C. Inside they are
 * strings of bytes (`latin1`), so that a name that is no UTF-8 stays what it is; outside they are text.
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

/** @param printed as bytes; with the tab git puts behind names that hold a space. */
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

/** The path of `diff --git a/<path> b/<path>`, where both are the same; undefined where they are not. */
export function pathOfHeader(names: string): string | undefined {
  const middle = (names.length - 1) / 2;
  const [left, right] = [names.slice(0, middle), names.slice(middle + 1)].map(unquotePath);
  const path = left?.slice(2);
  return path !== undefined && path !== '' && path === right?.slice(2) ? path : undefined;
}

/** Bytes to text; what is no UTF-8 becomes the replacement character. */
export function pathText(path: string): string {
  return Buffer.from(path, 'latin1').toString();
}

export function pathBytes(path: string): string {
  return Buffer.from(path).toString('latin1');
}
