/**
 * What a vendor, or the AI SDK beneath, throws, as an error of ours: its code, a sentence with what the vendor said, how long it asks to
 * wait. Nothing else of what was thrown is kept. Of why a key is refused the vendor's words are not told: they show parts of it.
 */

import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { at, stringAt } from './any-json.ts';
import { hideSecrets } from './hide-secrets.ts';
import { retryAfterMs } from './retry-after.ts';

interface CalledVendor {
  /** What was called, as a sentence begins. */
  readonly name: string;
  /** Whether it had begun to answer: then what fails is its stream. */
  readonly hasBegun: boolean;
  readonly keys: readonly string[];
}

/** Of what it says. */
const toldCharacters = 300;
/** Read of it, so that nothing takes long. */
const readCharacters = 10_000;
const keyWords = 'the key it was called with is not accepted for this.';

export function vendorError(thrown: unknown, called: CalledVendor): AppError {
  if (thrown instanceof AppError) return thrown;
  const { name, hasBegun, keys } = called;
  if (JSONParseError.isInstance(thrown) || TypeValidationError.isInstance(thrown))
    return broken(name, 'a part of its answer cannot be read.');
  if (APICallError.isInstance(thrown) && thrown.statusCode !== undefined) {
    const { statusCode, responseBody = '', responseHeaders = {} } = thrown;
    // What breaks off after its head comes with the status of that head.
    if (statusCode < 300) return broken(name, 'its answer broke off or cannot be read.');
    return refusal({ name, keys, status: statusCode, body: responseBody, headers: responseHeaders });
  }
  const told = streamError(thrown);
  if (told !== undefined) {
    const status = told.status ?? statusOfKind(told.kind) ?? 500;
    return refusal({ name, keys, status, body: told.message, headers: {} });
  }
  if (hasBegun) return broken(name, 'its answer broke off.');
  return new AppError('model_unavailable', `${name} cannot be reached.`);
}

export interface Refused {
  readonly name: string;
  readonly keys: readonly string[];
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function refusal({ name, keys, status, body, headers }: Refused): AppError {
  const json = parsed(body);
  const code = codeOf(status, body);
  const words = code === 'model_key_refused' ? keyWords : told(messageIn(json) ?? body, keys);
  const wait =
    code === 'model_limited' || code === 'model_unavailable' ? retryAfterMs(headers, json) : undefined;
  const details = { status, ...(wait !== undefined && { retryAfterMs: wait }) };
  return new AppError(code, `${name} answered ${status}${words === '' ? '.' : `: ${words}`}`, { details });
}

function codeOf(status: number, body: string): ErrorCode {
  if (status === 429) return 'model_limited';
  // Google refuses a key that is none with 400: https://ai.google.dev/gemini-api/docs/troubleshooting
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

/** An error that a vendor sent within its stream, as the SDK hands it on: an object that is no `Error`. */
function streamError(thrown: unknown): StreamError | undefined {
  if (thrown instanceof Error || typeof thrown !== 'object' || thrown === null) return undefined;
  const message = stringAt(thrown, 'message');
  const code = at(thrown, 'code');
  const told = [at(thrown, 'statusCode'), code].find(
    (one) => typeof one === 'number' && one >= 400 && one < 600,
  );
  const kind = `${stringAt(thrown, 'type')} ${typeof code === 'string' ? code : ''}`;
  return { message, status: typeof told === 'number' ? told : undefined, kind };
}

function statusOfKind(kind: string): number | undefined {
  if (/rate_limit|quota|too_many|tokens_exceeded/.test(kind)) return 429;
  if (/authentication|api_key/.test(kind)) return 401;
  if (/permission/.test(kind)) return 403;
  return /invalid_request|context_length|not_found/.test(kind) ? 400 : undefined;
}

export function broken(name: string, what: string): AppError {
  return new AppError('model_stream_broken', `${name}: ${what}`);
}

function messageIn(json: unknown): string | undefined {
  const candidates = [
    stringAt(json, 'error', 'message'),
    stringAt(json, 0, 'error', 'message'),
    stringAt(json, 'error'),
    stringAt(json, 'message'),
    stringAt(json, 'detail'),
  ];
  return candidates.find((one) => one !== '');
}

/** Without secrets, on one line, and no longer than is worth reading. */
function told(words: string, keys: readonly string[]): string {
  const line = hideSecrets(words.slice(0, readCharacters), keys)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length > toldCharacters ? `${line.slice(0, toldCharacters)}…` : line;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
