/** Reads the period that a question limits itself to: dates, a span relative to the newest commit, or versions. */

import type { HistoryQuestion } from './read-history-question.ts';

/** Milliseconds since 1970. `from` is inclusive, `to` exclusive; undefined is open. */
export interface DatePeriod {
  readonly kind: 'dates';
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Whether it counts from the newest commit of the version. */
  readonly isRelative: boolean;
}

/** The commits after version `from` up to and including version `to`. */
export interface VersionPeriod {
  readonly kind: 'versions';
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** `to` alone means the changes of that version, not everything before it. */
  readonly isSingle: boolean;
}

export type HistoryPeriod = DatePeriod | VersionPeriod;

interface DateRange {
  readonly from: number;
  readonly to: number;
}

const version = String.raw`["'\x60]?(v\d+(?:\.\d+){0,3}(?:[-.]?(?:a|alpha|b|beta|rc|pre|dev)[-.]?\d*)?|\d+\.\d+(?:\.\d+){0,2}(?:[-.]?(?:a|alpha|b|beta|rc|pre|dev)[-.]?\d*)?)["'\x60]?(?![\w]|\.\d)`;
const release = String.raw`(?:the\s+)?(?:(?:version|release|tag)s?\s+)?${version}`;
const since = String.raw`(?:since|after|following|starting (?:with|from|in|at)|newer than|later than)`;
const until = String.raw`(?:until|till|before|up to|prior to|older than|earlier than|by)`;
const within = String.raw`(?:in|during|within|of|for|at|with|shipped in|part of)`;

const versionPatterns: readonly (readonly [
  RegExp,
  (found: readonly string[]) => Omit<VersionPeriod, 'kind'>,
])[] = [
  [
    new RegExp(String.raw`\bbetween\s+${release}\s+(?:and|to|&)\s+${release}`, 'i'),
    ([from, to]) => ({ from, to, isSingle: false }),
  ],
  [
    new RegExp(
      String.raw`(?:\b(?:from|since|after)\s+)?${release}\s*(?:\.{2,3}|–|—|->|→|\s-\s|\b(?:to|until|till|through|up to|and before)\b)\s*${release}`,
      'i',
    ),
    ([from, to]) => ({ from, to, isSingle: false }),
  ],
  [
    new RegExp(String.raw`\b${since}\s+${release}`, 'i'),
    ([from]) => ({ from, to: undefined, isSingle: false }),
  ],
  [
    new RegExp(String.raw`\b${until}\s+${release}`, 'i'),
    ([to]) => ({ from: undefined, to, isSingle: false }),
  ],
  [
    new RegExp(String.raw`\b${within}\s+${release}`, 'i'),
    ([to]) => ({ from: undefined, to, isSingle: true }),
  ],
];

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
const anyDate = `(?:${date.replaceAll(/\(\?<\w+>/g, '(?:')})`;

const unit = '(days?|weeks?|months?|quarters?|years?)';
const rollingPattern = new RegExp(
  String.raw`\b(?:(?:in|over|during|within|for)\s+(?:the\s+)?(?:last|past|previous)|(?:the\s+)?past|(?:the\s+)?last(?=\s+(?:few|couple|\d|two|three|four|five|six|seven|eight|nine|ten|twelve)))\s+(?:(few|couple of|\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+)?${unit}\b`,
  'i',
);
const agoPattern = new RegExp(
  String.raw`\b(?:since|newer than)\s+(?:(a|an|one|\d{1,3}|two|three|four|five|six)\s+)${unit}\s+ago\b`,
  'i',
);
const calendarPattern = /\b(last|previous|this|current)\s+(week|month|quarter|year)\b/i;
const dayPattern = /\b(today|yesterday)\b/i;

/**
 * @param reference the time of the newest commit, which "last month" counts from: the index contains nothing newer
 * @returns undefined if the question names no period
 */
export function readHistoryPeriod(text: string, reference: number): HistoryPeriod | undefined {
  return readVersions(text) ?? readRelative(text, reference) ?? readDates(text, reference);
}

/** Whether a question may ask for commits in an order or a period; cheaper than binding it to the repository. */
export function mayAskForTimeline(text: string, question: HistoryQuestion): boolean {
  const { aspect, order, isAboutChanges, asksForList, asksForHistory, asksForReason } = question;
  if (asksForReason) return false;
  const isOrdered = order !== undefined || aspect === 'last' || aspect === 'introduced';
  if ((isOrdered && (asksForHistory || isAboutChanges)) || (asksForList && asksForHistory)) return true;
  return (asksForList || isAboutChanges) && readHistoryPeriod(text, 0) !== undefined;
}

function readVersions(text: string): VersionPeriod | undefined {
  for (const [pattern, toPeriod] of versionPatterns) {
    const found = pattern.exec(text);
    if (found !== null) return { kind: 'versions', ...toPeriod(found.slice(1)) };
  }
  return undefined;
}

function toDatePeriod(from: number | undefined, to: number | undefined): DatePeriod {
  return { kind: 'dates', from, to, isRelative: false };
}

function toRelativePeriod(from: number, to: number | undefined): DatePeriod {
  return { kind: 'dates', from, to, isRelative: true };
}

function readRelative(text: string, reference: number): DatePeriod | undefined {
  const [, day] = dayPattern.exec(text) ?? [];
  if (day !== undefined) {
    const start = startOfUnit('day', reference, day.toLowerCase() === 'today' ? 0 : -1);
    return toRelativePeriod(start, startOfUnit('day', start, 1));
  }
  const rolling = rollingPattern.exec(text) ?? agoPattern.exec(text);
  if (rolling !== null)
    return toRelativePeriod(shift(reference, rolling[2] ?? '', -countOf(rolling[1])), undefined);
  const [, which = '', calendarUnit] = calendarPattern.exec(text) ?? [];
  if (calendarUnit === undefined) return undefined;
  const offset = /^(?:last|previous)$/i.test(which) ? -1 : 0;
  const start = startOfUnit(calendarUnit.toLowerCase(), reference, offset);
  return toRelativePeriod(start, startOfUnit(calendarUnit.toLowerCase(), reference, offset + 1));
}

const counts: Readonly<Record<string, number>> = {
  few: 3,
  'couple of': 2,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
};

function countOf(word: string | undefined): number {
  if (word === undefined) return 1;
  return counts[word.toLowerCase()] ?? (Number(word) || 1);
}

function shift(time: number, unitName: string, count: number): number {
  const at = new Date(time);
  if (/^day/i.test(unitName)) at.setUTCDate(at.getUTCDate() + count);
  else if (/^week/i.test(unitName)) at.setUTCDate(at.getUTCDate() + 7 * count);
  else if (/^quarter/i.test(unitName)) at.setUTCMonth(at.getUTCMonth() + 3 * count);
  else if (/^month/i.test(unitName)) at.setUTCMonth(at.getUTCMonth() + count);
  else at.setUTCFullYear(at.getUTCFullYear() + count);
  return at.getTime();
}

/** Returns the start of the calendar unit that contains the time, moved by a number of units. */
function startOfUnit(unitName: string, time: number, offset: number): number {
  const at = new Date(time);
  const [y, m, d] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (unitName === 'day') return Date.UTC(y, m, d + offset);
  if (unitName === 'week') return Date.UTC(y, m, d - ((at.getUTCDay() + 6) % 7) + 7 * offset);
  if (unitName === 'month') return Date.UTC(y, m + offset);
  if (unitName === 'quarter') return Date.UTC(y, m - (m % 3) + 3 * offset);
  return Date.UTC(y + offset, 0);
}

function readDates(text: string, reference: number): DatePeriod | undefined {
  const [, first, second] =
    new RegExp(
      String.raw`\b(?:between|from)\s+(${anyDate})\s+(?:and|to|until|till|through|up to|-|–)\s+(${anyDate})`,
      'i',
    ).exec(text) ??
    new RegExp(String.raw`\b(${anyDate})\s*(?:-|–|—|to|until|through)\s*(${anyDate})`, 'i').exec(text) ??
    [];
  if (first !== undefined && second !== undefined) {
    const [from, to] = [readDate(first, reference, second), readDate(second, reference)];
    if (from !== undefined && to !== undefined) return toDatePeriod(from.from, to.to);
  }
  const [, from] =
    new RegExp(String.raw`\b(?:since|from|starting (?:in|with|from))\s+(?:the\s+)?(${anyDate})`, 'i').exec(
      text,
    ) ?? [];
  const start = from === undefined ? undefined : readDate(from, reference);
  if (start !== undefined) return toDatePeriod(start.from, undefined);
  const [, after] =
    new RegExp(String.raw`\b(?:after|later than|newer than)\s+(?:the\s+)?(${anyDate})`, 'i').exec(text) ?? [];
  const afterRange = after === undefined ? undefined : readDate(after, reference);
  if (afterRange !== undefined) return toDatePeriod(afterRange.to, undefined);
  const [, before] =
    new RegExp(
      String.raw`\b(?:before|until|till|prior to|up to|older than|by)\s+(?:the\s+)?(${anyDate})`,
      'i',
    ).exec(text) ?? [];
  const beforeRange = before === undefined ? undefined : readDate(before, reference);
  if (beforeRange !== undefined) return toDatePeriod(undefined, beforeRange.from);
  const [, inside] =
    new RegExp(
      String.raw`\b(?:in|during|within|of|for|over|throughout|on|back in|around)\s+(?:the\s+)?(${anyDate})`,
      'i',
    ).exec(text) ?? [];
  const range = inside === undefined ? undefined : readDate(inside, reference);
  return range === undefined ? undefined : toDatePeriod(range.from, range.to);
}

/** @param other another date, whose year completes a date without one */
function readDate(text: string, reference: number, other = ''): DateRange | undefined {
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
