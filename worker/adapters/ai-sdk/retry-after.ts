/** How long a vendor asks to wait before it is called again, wherever it says so. */

import { at, listAt, stringAt } from './any-json.ts';

/** Longer is told as this. */
const longestMs = 7 * 86_400_000;

/**
 * From `retry-after-ms` (OpenAI), `retry-after` in seconds or as a date (RFC 9110), or Google's RetryInfo
 * (https://google.aip.dev/193). @returns undefined where none is there
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  body: unknown,
  now: number = Date.now(),
): number | undefined {
  const found =
    amount(headers['retry-after-ms']) ??
    scaled(amount(headers['retry-after'])) ??
    until(headers['retry-after'], now) ??
    scaled(retryInfo(body));
  return found === undefined ? undefined : Math.round(Math.min(longestMs, Math.max(0, found)));
}

function amount(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,12}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined;
}

function scaled(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1_000;
}

function until(text: string | undefined, now: number): number | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at - now;
}

/** `"retryDelay": "34.07s"`, in the error itself or in a list of one. */
function retryInfo(body: unknown): number | undefined {
  const error = at(body, 'error') ?? at(body, 0, 'error');
  for (const detail of listAt(error, 'details')) {
    const [, seconds] = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(stringAt(detail, 'retryDelay')) ?? [];
    if (seconds !== undefined) return Number(seconds);
  }
  return undefined;
}
