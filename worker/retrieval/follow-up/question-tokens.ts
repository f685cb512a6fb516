/** Splits a question into words with their offsets. Code and quotations are one token each. */

export interface QuestionToken {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** `code`: a name, path or quotation, never an English word. `mark`: punctuation. */
  readonly kind: 'word' | 'code' | 'mark';
}

const pattern = /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|[\p{L}\p{N}_$@][\p{L}\p{N}_$@.:/#'’\-()]*|[^\s]/gu;
/** Punctuation at the end of a sentence or clause that belongs to no word. */
const trailingPunctuation = /[.:/#'’\-()]+$/;
const englishWord = /^\p{Lu}?[\p{Ll}]+(?:['’]\p{Ll}+)?(?:-\p{Ll}+)*$|^[AI]$/u;

export function tokenizeQuestion(text: string): readonly QuestionToken[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const raw = match[0];
    if (/^[`"“]./.test(raw)) return [createToken(raw, match.index, 'code')];
    if (!/^[\p{L}\p{N}_$@]/u.test(raw)) return [createToken(raw, match.index, 'mark')];
    const call = /\(\)[.:]*$/.exec(raw);
    const word = call === null ? raw.replace(trailingPunctuation, '') : raw.slice(0, call.index + 2);
    const rest = raw.slice(word.length);
    const first = createToken(word, match.index, englishWord.test(word) ? 'word' : 'code');
    return rest === '' ? [first] : [first, createToken(rest, match.index + word.length, 'mark')];
  });
}

function createToken(text: string, start: number, kind: QuestionToken['kind']): QuestionToken {
  return { text, lower: text.toLowerCase().replace('’', "'"), start, end: start + text.length, kind };
}

/** Returns the original text from the first to the last token, or an empty string if there are no tokens. */
export function joinTokenText(text: string, tokens: readonly QuestionToken[]): string {
  const first = tokens[0];
  const last = tokens.at(-1);
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.end);
}
