/** Defines the kinds of token that the app colors. The colors are in `tokens.css`, so that light and dark themes need no second pass. */

/** A kind is encoded as its index. The CSS classes are `tok-<kind>`. */
export const tokenKinds = [
  'plain',
  'comment',
  'keyword',
  'string',
  'constant',
  'function',
  'type',
  'markup',
  'deleted',
] as const;

export type TokenKind = (typeof tokenKinds)[number];

/** The index of the kind that a theme color encodes; 0, which is plain, for any other color. */
export function decodeTokenKind(color: string | undefined): number {
  const kind = color === undefined ? 0 : Number.parseInt(color.slice(1, 7), 16) - 1;
  return kind > 0 && kind < tokenKinds.length ? kind : 0;
}
