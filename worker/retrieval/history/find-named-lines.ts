/**
 * Finds the lines of a definition that contain another name of the question, as in "since when does `serve` call
 * `listen`".
 */

import { splitLines } from '../../core/text/decode-text.ts';

export interface NamedPlace {
  /** With dots between its segments: `Router.route`. */
  readonly qualifiedName: string;
  /** Of the line that bears its name and of the first line of `text`, from 1. */
  readonly nameLine: number;
  readonly startLine: number;
  readonly text: string;
}

/** What parts two names that have nothing to do with each other. */
const parting = /[,.;:?!()]|\b(?:and|or|nor|but|before|after|than|then|besides?|unlike)\b/i;
const mostBetween = 60;

/** Of the names of a question those that it says in one breath with the place. */
export function findAssociatedNames(
  question: string,
  { qualifiedName }: Pick<NamedPlace, 'qualifiedName'>,
  names: readonly string[],
): readonly string[] {
  const segments = qualifiedName.split('.');
  const own = placeOf(question, segments.at(-1) ?? '');
  if (own === undefined) return [];
  return names.flatMap((written) => {
    const name = written.split('.').at(-1) ?? written;
    const other = segments.includes(name) ? undefined : placeOf(question, name);
    if (other === undefined) return [];
    const [first, second] = own.from < other.from ? [own, other] : [other, own];
    // Of a dotted name what stands before its last segment parts nothing.
    const between = question.slice(first.to, second.from).replace(/[\w$.]*$/, '');
    return between.length > mostBetween || parting.test(between.replace(/^\(\)/, '')) ? [] : [name];
  });
}

/** Numbers of the lines within the place that hold any of the names, but the line that bears its own. */
export function findLinesNaming(place: NamedPlace, names: readonly string[]): readonly number[] {
  return splitLines(place.text).flatMap((line, index) => {
    const number = place.startLine + index;
    const holds = number !== place.nameLine && names.some((name) => placeOf(line, name) !== undefined);
    return holds ? [number] : [];
  });
}

/** Where a text has a name as a whole word. */
function placeOf(text: string, name: string): { readonly from: number; readonly to: number } | undefined {
  let from = name === '' ? -1 : text.indexOf(name);
  while (from >= 0 && (isPart(text[from - 1]) || isPart(text[from + name.length])))
    from = text.indexOf(name, from + 1);
  return from < 0 ? undefined : { from, to: from + name.length };
}

function isPart(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}_$]/u.test(letter);
}
