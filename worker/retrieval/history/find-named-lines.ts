/**
 * Finds the lines of a definition that contain another name of the question, as in "since when does `serve` call
 * `listen`".
 */

import { splitLines } from '../../core/text/decode-text.ts';

export interface DefinitionLines {
  /** Segments are joined by dots: `Router.route`. */
  readonly qualifiedName: string;
  /** Line numbers from 1: the line with the name, and the first line of `text`. */
  readonly nameLine: number;
  readonly startLine: number;
  readonly text: string;
}

/** Words and punctuation that separate unrelated names. */
const separators = /[,.;:?!()]|\b(?:and|or|nor|but|before|after|than|then|besides?|unlike)\b/i;
const maxGap = 60;

/** Returns the names that the question mentions close to the definition, without a separator in between. */
export function findAssociatedNames(
  question: string,
  { qualifiedName }: Pick<DefinitionLines, 'qualifiedName'>,
  names: readonly string[],
): readonly string[] {
  const segments = qualifiedName.split('.');
  const ownPosition = findWholeWord(question, segments.at(-1) ?? '');
  if (ownPosition === undefined) return [];
  return names.flatMap((written) => {
    const name = written.split('.').at(-1) ?? written;
    const other = segments.includes(name) ? undefined : findWholeWord(question, name);
    if (other === undefined) return [];
    const [first, second] = ownPosition.from < other.from ? [ownPosition, other] : [other, ownPosition];
    // The leading segments of a dotted name are not separators.
    const between = question.slice(first.to, second.from).replace(/[\w$.]*$/, '');
    return between.length > maxGap || separators.test(between.replace(/^\(\)/, '')) ? [] : [name];
  });
}

/** Returns the numbers of the lines that contain any of the names, except the line with the definition's own name. */
export function findLinesMentioning(place: DefinitionLines, names: readonly string[]): readonly number[] {
  return splitLines(place.text).flatMap((line, index) => {
    const number = place.startLine + index;
    const containsName =
      number !== place.nameLine && names.some((name) => findWholeWord(line, name) !== undefined);
    return containsName ? [number] : [];
  });
}

/** Finds a name as a whole word. */
function findWholeWord(
  text: string,
  name: string,
): { readonly from: number; readonly to: number } | undefined {
  let from = name === '' ? -1 : text.indexOf(name);
  while (from >= 0 && (isNamePart(text[from - 1]) || isNamePart(text[from + name.length])))
    from = text.indexOf(name, from + 1);
  return from < 0 ? undefined : { from, to: from + name.length };
}

function isNamePart(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}_$]/u.test(letter);
}
