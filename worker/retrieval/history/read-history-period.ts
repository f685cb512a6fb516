/** Reads the period that a question limits itself to: dates, a span relative to the newest commit, or versions. */

import { anyDate, monthOfYear, readDate } from './read-date.ts';
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
    return toRelativePeriod(shift(reference, rolling[2] ?? '', -numberOf(rolling[1])), undefined);
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

function numberOf(word: string | undefined): number {
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
    ).exec(text) ??
    new RegExp(String.raw`\b(${monthOfYear})`, 'i').exec(text) ??
    [];
  const range = inside === undefined ? undefined : readDate(inside, reference);
  return range === undefined ? undefined : toDatePeriod(range.from, range.to);
}
