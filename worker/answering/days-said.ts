/** Days that a claim tells, however it writes them. */

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const day = /\b(\d{4})-(\d{2})-(\d{2})\b/g;
const spokenDay =
  /\b(?:(\d{1,2})(?:st|nd|rd|th)? (?:of )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*,? (\d{4})|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))\b/gi;
const spokenYear = /\b(?:in|of|since|during) ((?:19|20)\d{2})\b(?!-)/g;

/** @returns each as it is written, with the beginning of `2026-03-02` that it tells */
export function daysSaid(prose: string): readonly (readonly [text: string, beginning: string])[] {
  return [
    ...Array.from(prose.matchAll(day), ([text]) => [text, text] as const),
    ...Array.from(prose.matchAll(spokenDay), (match) => [match[0], isoOf(match)] as const),
    ...Array.from(prose.matchAll(spokenYear), ([text, year = '']) => [text, `${year}-`] as const),
  ];
}

const two = (number: string | number): string => String(number).padStart(2, '0');

function isoOf([, dayFirst, monthThen, yearThen, monthFirst, dayThen, yearLast]: RegExpMatchArray): string {
  const month = months.indexOf((monthThen ?? monthFirst ?? '').slice(0, 3).toLowerCase()) + 1;
  return `${yearThen ?? yearLast ?? ''}-${two(month)}-${two(dayFirst ?? dayThen ?? '')}`;
}
