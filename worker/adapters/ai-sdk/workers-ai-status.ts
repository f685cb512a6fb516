/**
 * The status an error of Workers AI stands for. Its numbers are none of HTTP's
 * (https://developers.cloudflare.com/workers-ai/platform/errors/), not all of them are listed there, and some errors have none at all.
 */

import { statusOfWords } from './status-of-words.ts';

/**
 * Out of capacity (3040) is said of the vendor, not of whoever asks. Refusals of the account are told as refusals of the request: there is
 * no key that would be at fault. Unlisted but met: 3010, 5006 and 5021 (what was sent), 4006 (the allowance), 5035 (a model to be paid for).
 */
const statusOfNumber: Readonly<Record<string, number>> = {
  3003: 400,
  3006: 413,
  3007: 504,
  3008: 504,
  3010: 400,
  3023: 400,
  3036: 429,
  3039: 400,
  3040: 503,
  3041: 400,
  3042: 404,
  4006: 429,
  5004: 400,
  5005: 400,
  5006: 400,
  5007: 404,
  5016: 400,
  5018: 400,
  5019: 400,
  5021: 400,
  5035: 400,
};

/** @param code as it stands beside the message, where one does */
export function workersAiStatus(message: string, code?: unknown): number {
  // At its head: a number further on is one of tokens.
  const [, inWords = ''] = /^(?:[A-Za-z]{0,40}Error:\s+){0,4}(\d{4})\b/.exec(message) ?? [];
  const number = typeof code === 'number' ? String(code) : inWords;
  return statusOfNumber[number] ?? statusOfWords(message) ?? 503;
}
