/** Reads a date, month, quarter, season or year as a range of time. */

interface DateRange {
  /** Milliseconds since 1970; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const firstLetters = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const year = String.raw`((?:19|20)\d{2})(?![\d.]|-\d{4})`;
/** Every form of a date, the most specific first. A form without a year is completed with that of the reference. */
const date = [
  String.raw`(?<iso>(?:19|20)\d{2}[-/]\d{1,2}(?:[-/]\d{1,2})?)(?!\d)`,
  String.raw`(?<dayMonth>\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:${monthNames})\.?,?\s+(?:19|20)\d{2})`,
  String.raw`(?<monthDay>(?:${monthNames})\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+(?:19|20)\d{2})`,
  String.raw`(?<month>(?:${monthNames})\.?,?\s+(?:of\s+)?(?:19|20)\d{2})`,
  String.raw`(?<quarter>q[1-4]\s*(?:of\s+)?(?:19|20)\d{2}|(?:19|20)\d{2}[-\s]?q[1-4]|(?:first|second|third|fourth) quarter of (?:19|20)\d{2})`,
  String.raw`(?<half>(?:(?:first|second) half of|h[12]|early|mid|late|the (?:beginning|start|end) of)[-\s]*(?:19|20)\d{2})`,
  String.raw`(?<season>(?:spring|summer|autumn|fall)\s+(?:of\s+)?(?:19|20)\d{2})`,
  String.raw`(?<year>(?:the year\s+)?(?:19|20)\d{2}(?![\d.\w]))`,
  String.raw`(?<bareMonth>(?:${monthNames})(?![\w]))`,
].join('|');
/** The source of a pattern for any of these forms, without groups. */
export const anyDate = `(?:${date.replaceAll(/\(\?<\w+>/g, '(?:')})`;

/** The source of a pattern for a month of a year, which is a date in any place of a sentence, without groups. */
export const monthOfYear = String.raw`(?:${monthNames})\.?,?\s+(?:of\s+)?(?:19|20)\d{2}`;

/**
 * @param reference the time that completes a month without a year: its newest occurrence before
 * @param other another date, whose year completes a date without one
 */
export function readDate(text: string, reference: number, other = ''): DateRange | undefined {
  const groups = new RegExp(`^(?:${date})`, 'i').exec(text.trim())?.groups;
  if (groups === undefined) return undefined;
  const [, yearText] = new RegExp(year).exec(text) ?? new RegExp(year).exec(other) ?? [];
  if (groups['iso'] !== undefined) return readIso(groups['iso']);
  const monthIndex = firstLetters.indexOf(
    (new RegExp(monthNames, 'i').exec(text)?.[0] ?? '').slice(0, 3).toLowerCase(),
  );
  if (groups['bareMonth'] !== undefined) {
    const [ownYear, ownMonth] = [new Date(reference).getUTCFullYear(), new Date(reference).getUTCMonth()];
    const completed =
      yearText === undefined ? (monthIndex > ownMonth ? ownYear - 1 : ownYear) : Number(yearText);
    return months(completed, monthIndex, 1);
  }
  if (yearText === undefined) return undefined;
  const y = Number(yearText);
  if (groups['dayMonth'] !== undefined || groups['monthDay'] !== undefined) {
    const day = Number(/\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(text)?.[1]);
    return { from: Date.UTC(y, monthIndex, day), to: Date.UTC(y, monthIndex, day + 1) };
  }
  if (groups['month'] !== undefined) return months(y, monthIndex, 1);
  return readPartOfYear(text.toLowerCase(), y);
}

function readPartOfYear(text: string, y: number): DateRange {
  const quarters = ['first quarter', 'second quarter', 'third quarter', 'fourth quarter'];
  const quarter = /q([1-4])/.exec(text)?.[1];
  const named = quarters.findIndex((one) => text.includes(one));
  if (quarter !== undefined || named >= 0)
    return months(y, 3 * (quarter === undefined ? named : Number(quarter) - 1), 3);
  if (/first half|h1/.test(text)) return months(y, 0, 6);
  if (/second half|h2/.test(text)) return months(y, 6, 6);
  if (/early|beginning|start/.test(text)) return months(y, 0, 4);
  if (text.includes('mid')) return months(y, 4, 4);
  if (/late|end/.test(text)) return months(y, 8, 4);
  if (text.includes('spring')) return months(y, 2, 3);
  if (text.includes('summer')) return months(y, 5, 3);
  return /autumn|fall/.test(text) ? months(y, 8, 3) : months(y, 0, 12);
}

function readIso(text: string): DateRange {
  const [y = 0, m = 1, d] = text.split(/[-/]/).map(Number);
  if (d === undefined) return months(y, m - 1, 1);
  return { from: Date.UTC(y, m - 1, d), to: Date.UTC(y, m - 1, d + 1) };
}

function months(y: number, m: number, count: number): DateRange {
  return { from: Date.UTC(y, m), to: Date.UTC(y, m + count) };
}
