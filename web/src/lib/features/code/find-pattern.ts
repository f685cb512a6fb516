/**
 * What a person looks for in a file as an expression to try on each line. A pattern that cannot be read is told, not
 * thrown: it is half typed most of the time.
 */
import type { FindOptions } from './find-messages.ts';

const wordLetter = String.raw`[\p{L}\p{N}_]`;

type FindPattern =
  | { readonly kind: 'pattern'; readonly pattern: RegExp }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unreadable'; readonly reason: string };

export function findPattern(options: FindOptions): FindPattern {
  if (options.text === '') return { kind: 'nothing' };
  const source = options.regex ? options.text : options.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const flags = options.matchCase ? 'gu' : 'giu';
  try {
    // Tried alone first: what is put around it must not make a broken pattern whole.
    const alone = new RegExp(source, flags);
    const [before, after] = [`(?<!${wordLetter})`, `(?!${wordLetter})`];
    const pattern = options.wholeWord ? new RegExp(`${before}(?:${source})${after}`, flags) : alone;
    return { kind: 'pattern', pattern };
  } catch (thrown) {
    return { kind: 'unreadable', reason: reasonOf(thrown) };
  }
}

/** `Invalid regular expression: /(/gu: Unterminated group` says it twice; the end is enough. */
function reasonOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.slice(message.lastIndexOf(': ') + 1).trim() || message;
}
