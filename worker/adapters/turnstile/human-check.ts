/** Verifies tokens with Turnstile's `siteverify` (https://developers.cloudflare.com/turnstile/get-started/server-side-validation/). */

import { AppError } from '../../core/errors.ts';
import type { HumanCheck } from '../../ports/identity/human-check.ts';

const timeoutMs = 5_000;
/** Cloudflare's limit for a token. */
const maxTokenLength = 2_048;
/** Error codes that a new token does not solve: the operator must act, or the service fails. */
const ourErrors = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error']);

export interface TurnstileOptions {
  readonly url: string;
  readonly siteKey: string;
  readonly secret: string;
  readonly fetch: typeof fetch;
  /** Default: five seconds. */
  readonly timeoutMs?: number;
}

export function createTurnstileHumanCheck(options: TurnstileOptions): HumanCheck {
  return {
    siteKey: options.siteKey,
    async verify(token, address) {
      if (token === '' || token.length > maxTokenLength)
        throw refused(token === '' ? 'missing-input-response' : 'invalid-input-response');
      const { isSuccess, errorCodes } = readOutcome(await requestOutcome(options, token, address));
      if (isSuccess) return;
      const ours = errorCodes.find((code) => ourErrors.has(code));
      if (ours !== undefined) throw unavailable(`Turnstile answered ${JSON.stringify(ours)}.`);
      throw refused(errorCodes[0] ?? 'unknown');
    },
  };
}

async function requestOutcome(
  options: TurnstileOptions,
  token: string,
  address: string | undefined,
): Promise<unknown> {
  const response = await options
    .fetch(options.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        secret: options.secret,
        response: token,
        ...(address && { remoteip: address }),
      }),
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
    })
    .catch((cause: unknown) => {
      throw unavailable(
        `Turnstile did not answer: ${cause instanceof Error ? cause.name : 'unknown error'}.`,
      );
    });
  try {
    return await response.json();
  } catch {
    throw unavailable(`Turnstile answered ${response.status} without JSON.`);
  }
}

function readOutcome(outcome: unknown): { isSuccess: boolean; errorCodes: readonly string[] } {
  if (typeof outcome !== 'object' || outcome === null || !('success' in outcome))
    throw unavailable('Turnstile answered without an outcome.');
  const codes: unknown = 'error-codes' in outcome ? outcome['error-codes'] : [];
  return {
    isSuccess: outcome.success === true,
    errorCodes: Array.isArray(codes) ? codes.filter((code): code is string => typeof code === 'string') : [],
  };
}

function refused(reason: string): AppError {
  return new AppError('human_check_refused', `The check that you are a person failed: ${reason}.`, {
    details: { reason },
  });
}

function unavailable(message: string): AppError {
  return new AppError('human_check_unavailable', message);
}
