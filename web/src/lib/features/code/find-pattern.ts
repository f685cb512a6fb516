/**
 * Compiles the options of the find bar to an expression that is tried on each line. Pure. An invalid pattern is a value, not an error,
 * since users see it while they type.
 */

export interface FindOptions {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly regex: boolean;
}

const wordCharacter = String.raw`[\p{L}\p{N}_]`;

type FindPattern =
  | { readonly kind: 'pattern'; readonly pattern: RegExp }
  | { readonly kind: 'empty' }
  | { readonly kind: 'invalid'; readonly reason: string };

export function compileFindPattern(options: FindOptions): FindPattern {
  if (options.text === '') return { kind: 'empty' };
  const source = options.regex ? options.text : options.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const flags = options.matchCase ? 'gu' : 'giu';
  try {
    // Compiled alone first, since the added group could make an invalid pattern valid.
    const alone = new RegExp(source, flags);
    const [before, after] = [`(?<!${wordCharacter})`, `(?!${wordCharacter})`];
    const pattern = options.wholeWord ? new RegExp(`${before}(?:${source})${after}`, flags) : alone;
    return { kind: 'pattern', pattern };
  } catch (thrown) {
    return { kind: 'invalid', reason: formatReason(thrown) };
  }
}

/** Keeps only the end of `Invalid regular expression: /(/gu: Unterminated group`. */
function formatReason(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.slice(message.lastIndexOf(': ') + 1).trim() || message;
}
