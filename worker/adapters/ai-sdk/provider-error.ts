/**
 * Converts what a provider or the AI SDK throws to an `AppError`: a code, a sentence with the provider's message, and how long to wait.
 * Nothing else of the original error is stored. The provider's message about a rejected key is omitted, because it shows parts of the key.
 */

import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { valueAt, listAt, parseJson, stringAt } from './untyped-json.ts';
import { redactSecrets } from './redact-secrets.ts';
import { truncate } from '../../core/text/truncate.ts';

interface ProviderCall {
  /** Name of the called model or list, to start a sentence with. */
  readonly name: string;
  /** Whether the response had started, so that the error is a failure of the stream. */
  readonly hasBegun: boolean;
  readonly keys: readonly string[];
}

/** How many characters of the provider's message users see. */
const maxShownCharacters = 300;
/** How many characters of the provider's message are processed, to limit the time. */
const maxReadCharacters = 10_000;
const refusedKeyMessage = 'the API key is not accepted for this request. Check the key and its permissions.';

export function toProviderError(thrown: unknown, call: ProviderCall): AppError {
  if (thrown instanceof AppError) return thrown;
  const { name, hasBegun, keys } = call;
  if (JSONParseError.isInstance(thrown) || TypeValidationError.isInstance(thrown))
    return brokenStreamError(name, 'a part of the answer is not valid.');
  if (APICallError.isInstance(thrown) && thrown.statusCode !== undefined) {
    const { statusCode, responseBody = '', responseHeaders = {} } = thrown;
    // If an answer is interrupted after its headers, the error has the status of the headers.
    if (statusCode < 300) return brokenStreamError(name, 'the answer was interrupted or is not valid.');
    return refusedResponse({ name, keys, status: statusCode, body: responseBody, headers: responseHeaders });
  }
  const reported = readStreamError(thrown);
  if (reported !== undefined) {
    const status = reported.status ?? statusForKind(reported.kind) ?? 500;
    return refusedResponse({ name, keys, status, body: reported.message, headers: {} });
  }
  if (hasBegun) return brokenStreamError(name, 'the answer was interrupted.');
  return new AppError('model_unavailable', `${name} cannot be reached.`);
}

interface RefusedResponse {
  readonly name: string;
  readonly keys: readonly string[];
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function refusedResponse({ name, keys, status, body, headers }: RefusedResponse): AppError {
  const json = parseJson(body);
  const code = errorCode(status, body);
  const reason =
    code === 'model_key_refused' ? refusedKeyMessage : shownMessage(findMessage(json) ?? body, keys);
  const wait =
    code === 'model_limited' || code === 'model_unavailable' ? retryAfterMs(headers, json) : undefined;
  const details = { status, ...(wait !== undefined && { retryAfterMs: wait }) };
  return new AppError(code, `${name} answered ${status}${reason === '' ? '.' : `: ${reason}`}`, { details });
}

function errorCode(status: number, body: string): ErrorCode {
  if (status === 429) return 'model_limited';
  // Google rejects an invalid key with 400: https://ai.google.dev/gemini-api/docs/troubleshooting
  if (status === 401 || status === 403 || (status === 400 && body.includes('API_KEY_INVALID')))
    return 'model_key_refused';
  return status === 408 || status === 409 || status === 425 || status >= 500
    ? 'model_unavailable'
    : 'model_refused';
}

interface StreamError {
  readonly message: string;
  readonly status: number | undefined;
  readonly kind: string;
}

/** Reads an error that the provider sent within its stream. The SDK passes it on as an object that is not an `Error`. */
function readStreamError(thrown: unknown): StreamError | undefined {
  if (thrown instanceof Error || typeof thrown !== 'object' || thrown === null) return undefined;
  const message = stringAt(thrown, 'message');
  const code = valueAt(thrown, 'code');
  const reported = [valueAt(thrown, 'statusCode'), code].find(
    (value) => typeof value === 'number' && value >= 400 && value < 600,
  );
  const kind = `${stringAt(thrown, 'type')} ${typeof code === 'string' ? code : ''}`;
  return { message, status: typeof reported === 'number' ? reported : undefined, kind };
}

function statusForKind(kind: string): number | undefined {
  if (/rate_limit|quota|too_many|tokens_exceeded/.test(kind)) return 429;
  if (/authentication|api_key/.test(kind)) return 401;
  if (/permission/.test(kind)) return 403;
  return /invalid_request|context_length|not_found/.test(kind) ? 400 : undefined;
}

export function brokenStreamError(name: string, reason: string): AppError {
  return new AppError('model_stream_broken', `${name}: ${reason}`);
}

function findMessage(json: unknown): string | undefined {
  const candidates = [
    stringAt(json, 'error', 'message'),
    stringAt(json, 0, 'error', 'message'),
    stringAt(json, 'error'),
    stringAt(json, 'message'),
    stringAt(json, 'detail'),
  ];
  return candidates.find((candidate) => candidate !== '');
}

/** Returns the message without secrets, on one line and shortened. */
function shownMessage(message: string, keys: readonly string[]): string {
  const line = redactSecrets(message.slice(0, maxReadCharacters), keys)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return truncate(line, maxShownCharacters + 1);
}

/** Upper limit of a reported wait. */
const maxWaitMs = 7 * 86_400_000;

/**
 * Milliseconds to wait, from `retry-after-ms` (OpenAI), `retry-after` in seconds or as a date (RFC 9110), or Google's RetryInfo
 * (https://google.aip.dev/193). @returns undefined when the response has none of them
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  body: unknown,
  now: number = Date.now(),
): number | undefined {
  const waitMs =
    parseAmount(headers['retry-after-ms']) ??
    secondsToMs(parseAmount(headers['retry-after'])) ??
    msUntilDate(headers['retry-after'], now) ??
    secondsToMs(readRetryInfo(body));
  return waitMs === undefined ? undefined : Math.round(Math.min(maxWaitMs, Math.max(0, waitMs)));
}

function parseAmount(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,12}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined;
}

function secondsToMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1_000;
}

function msUntilDate(text: string | undefined, now: number): number | undefined {
  const timestamp = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(timestamp) ? undefined : timestamp - now;
}

/** Reads `"retryDelay": "34.07s"` from an error, or from the first error of a list. */
function readRetryInfo(body: unknown): number | undefined {
  const error = valueAt(body, 'error') ?? valueAt(body, 0, 'error');
  for (const detail of listAt(error, 'details')) {
    const [, seconds] = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(stringAt(detail, 'retryDelay')) ?? [];
    if (seconds !== undefined) return Number(seconds);
  }
  return undefined;
}
