/** Formats counts, times, sizes and commits for people. The locale is fixed, so that pages and tests agree. */

const countFormat = new Intl.NumberFormat('en');
const relativeTimeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const timeUnits: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `1,234`. */
export function formatCount(value: number): string {
  return countFormat.format(value);
}

/** `1,234 files`, `1 file`. The default plural is the word plus an s. */
export function formatCountOf(value: number, word: string, plural = `${word}s`): string {
  return `${formatCount(value)} ${value === 1 ? word : plural}`;
}

/** `850 ms`, `1.4 s`, `42 s`, `3 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  const remainder = Math.round(seconds) % 60;
  return remainder === 0 ? `${minutes} min` : `${minutes} min ${remainder} s`;
}

/** `312 bytes`, `4.2 kB`, `18 MB`; decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return formatCountOf(bytes, 'byte');
  for (const [unit, size] of [
    ['kB', 1e3],
    ['MB', 1e6],
  ] as const) {
    const value = bytes / size;
    if (value < 1000) return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
  }
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** `just now`, `5 minutes ago`, `yesterday`. */
export function formatRelativeTime(iso: string, now = Date.now()): string {
  const seconds = Math.round((now - Date.parse(iso)) / 1000);
  if (Number.isNaN(seconds)) return iso;
  for (const [unit, unitSeconds] of timeUnits) {
    if (seconds >= unitSeconds) return relativeTimeFormat.format(-Math.floor(seconds / unitSeconds), unit);
  }
  return 'just now';
}

/** `2024-03-09`: the date as the server wrote it, so that a citation and its record agree in every time zone. */
export function formatDay(iso: string): string {
  return iso.slice(0, 10);
}

/** The date and time of this browser, such as `2026-11-28 14:05`. */
export function formatMinute(iso: string): string {
  const time = new Date(iso);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace('T', ' ');
}

/** The first seven characters of a commit id, or of the hash in the id of an upload without a commit (`tree-<hash>`). */
export function shortCommit(commit: string): string {
  return commit.startsWith('tree-') ? `tree-${commit.slice(5, 12)}` : commit.slice(0, 7);
}
