/**
 * Finds names and code of a claim in a text: word for word, apart from white space and punctuation, shortened with an ellipsis, in another
 * spelling, or by the last part of a qualified name. A text that contains only some of the words does not contain the code.
 */

import { hasEnoughTokens, occurInOrder, splitAtEllipsis } from './shortened-text.ts';
import { createTextMatcher } from './text-matcher.ts';
import { codeSequence, endOfSequence, spellingSequence } from './word-sequences.ts';

export interface CodeFinder {
  /** Returns what was found: the code itself or its part that the text contains, such as `run` for `app.run()`. */
  find(code: string): string | undefined;
}

/** A longer piece of code must be in the text word for word. */
const maxReducedLength = 2_000;
/** The last part of a longer name says nothing on its own. */
const maxQualifiedLength = 200;
const maxArguments = 12;
/** `gin.Context.ClientIP(c)`, `Rack::Head#call`, `.route`, `&mut`, `\App\Run`. */
const qualified =
  /^[\s.#&*@$\\:]*((?:[\p{L}_$][\p{L}\p{N}_$]*(?:\(\))?(?:\?\.|\.|::|->|#|\\))*)\$?([\p{L}_$][\p{L}\p{N}_$]*[?!]?)(?:\(([\s\S]*)\))?[!?;,]?\s*$/u;
/** The last part of an address or file name says nothing on its own. */
const wholeOnly =
  /^www\.|:\/\/|@[\w-]+\.\w|^[\w./-]+\.(?:[cm]?[jt]sx?|py|go|rs|rb|php|java|kt|cs?|cpp|hpp?|json|ya?ml|toml|md|rst|txt|html?|css|sh|sql|svelte|vue|cfg|ini|lock|xml)$/;
/** A whole line of code is quoted, and not a way to name something. */
const statement = /[;{,]\s*$/;
/** A type, or a name of several words. A plain word such as `app` may be any variable. */
const distinctive = /^\p{Lu}|\p{Ll}\p{Lu}|\w_\w/u;
const separator = /(?:\(\))?(?:\?\.|\.|::|->|#|\\)/;
/** The beginning of a name before an ellipsis. Two characters begin a name in 33 % of all spans, and three in 18 %. */
const beginning = /[\p{L}\p{N}_]{3}$/u;
const openEnd = /(?:…|\.{3})[^\p{L}\p{N}_]*$/u;

/** @param isQualifier whether a type or module may qualify names of the text, such as the class around it */
export function createCodeFinder(text: string, isQualifier: (name: string) => boolean): CodeFinder {
  const { containsWhole, containsParts } = createWordFinder(text);
  let spelling: string | undefined;
  const containsSpelling = (code: string): boolean =>
    /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+$/u.test(code) &&
    (spelling ??= spellingSequence(text)).includes(spellingSequence(code));
  const containsArgument = (argument: string): boolean =>
    argument.trim() === '' || find(argument) !== undefined;

  const find = (code: string): string | undefined => {
    if (containsWhole(code) || containsSpelling(code)) return code;
    if (code.length > maxReducedLength) return undefined;
    const parts = splitAtEllipsis(code);
    if (parts !== undefined) return containsParts(parts, !openEnd.test(code)) ? code : undefined;
    return findLastPart(code);
  };
  const findLastPart = (code: string): string | undefined => {
    const isQuoted = wholeOnly.test(code) || statement.test(code);
    const [, before = '', last, inner] = isQuoted ? [] : (qualified.exec(code) ?? []);
    if (last === undefined || before.length + last.length > maxQualifiedLength) return undefined;
    const found = [last, ...singulars(last)].find(containsWhole);
    if (found === undefined) return undefined;
    // A call within a call is quoted from the text, with its own variables.
    const isQuotedCall = inner?.includes('(') === true;
    const qualifiers = before
      .split(separator)
      .filter((name) => distinctive.test(name) || (isQuotedCall && /\p{L}/u.test(name)));
    if (!qualifiers.every((name) => containsWhole(name) || isQualifier(name))) return undefined;
    const given = inner === undefined ? [] : splitArguments(inner);
    return given.length <= maxArguments && given.every(containsArgument) ? found : undefined;
  };
  return { find };
}

/** Finds code as whole words, and code that was shortened with an ellipsis. */
function createWordFinder(text: string) {
  const matcher = createTextMatcher(text);
  let sequence: string | undefined;
  const readSequence = (): string => (sequence ??= codeSequence(text));
  const containsWhole = (code: string): boolean => {
    if (matcher.containsCode(code)) return true;
    if (code.length > maxReducedLength) return false;
    const words = codeSequence(code);
    return words !== '' && readSequence().includes(words);
  };
  const containsParts = (parts: readonly string[], endsWithWord: boolean): boolean => {
    const [only = ''] = parts;
    if (parts.length === 1) return containsWhole(only) || (!endsWithWord && containsBeginning(text, only));
    if (!hasEnoughTokens(parts)) return false;
    const findEnd = (words: string, from: number, isLast: boolean): number => {
      const isBeginning = !(isLast && endsWithWord) && beginning.test(words.trimEnd());
      return endOfSequence(readSequence(), isBeginning ? words.trimEnd() : words, from);
    };
    return matcher.containsInOrder(parts) || occurInOrder(parts.map(codeSequence), findEnd);
  };
  return { containsWhole, containsParts };
}

function containsBeginning(text: string, piece: string): boolean {
  if (!beginning.test(piece)) return false;
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1))
    if (!/[\p{L}\p{N}_]/u.test(text[at - 1] ?? '')) return true;
  return false;
}

/** Returns `Handler` for `Handlers`. */
function singulars(name: string): readonly string[] {
  if (name.length < 4 || !/[^s]s$/.test(name)) return [];
  return [name.slice(0, -1), ...(name.endsWith('es') ? [name.slice(0, -2)] : [])];
}

/** Splits at commas outside brackets and quotation marks. */
function splitArguments(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  let mark: string | undefined;
  for (const character of text) {
    if (mark !== undefined) mark = character === mark ? undefined : mark;
    else if (/["'`]/.test(character)) mark = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0 && mark === undefined) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}
