/** Sends mail through Resend's `POST /emails` (https://resend.com/docs/api-reference/emails/send-email), or a server that is compatible with it. */

import { AppError } from '../../core/errors.ts';
import type { Mailer } from '../../ports/identity/mailer.ts';

const timeoutMs = 10_000;
/** Maximum characters of an error response that the operator sees. */
const maxShownCharacters = 300;

export interface ResendMailerOptions {
  /** Base address of the API, without a trailing slash and without `/emails`. */
  readonly url: string;
  readonly key: string;
  /** The sender, such as `Wherefore <no-reply@example.org>`. */
  readonly from: string;
  readonly fetch: typeof fetch;
  /** Default: ten seconds. */
  readonly timeoutMs?: number;
}

export function createResendMailer(options: ResendMailerOptions): Mailer {
  return {
    async send({ to, subject, text, html }) {
      const response = await post(options, { from: options.from, to: [to], subject, text, html });
      if (!response.ok) throw await toResponseError(response, options.key);
      await response.body?.cancel();
    },
  };
}

async function post(options: ResendMailerOptions, mail: Record<string, unknown>): Promise<Response> {
  const { url, key, fetch } = options;
  return fetch(`${url}/emails`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      // A repeated request with the same key sends one mail.
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(mail),
    redirect: 'manual',
    signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
  }).catch((cause: unknown) => {
    throw new AppError(
      'mail_unavailable',
      withoutKey(`The mail server did not answer: ${String(cause)}`, key),
    );
  });
}

/** Rate limits, timeouts and server errors are retryable. */
async function toResponseError(response: Response, key: string): Promise<AppError> {
  const { status } = response;
  const body = await response.text().catch(() => '');
  const isRetryable = status === 408 || status === 429 || status >= 500;
  const message = `The mail server answered ${status}: ${body.slice(0, maxShownCharacters)}`;
  return new AppError(isRetryable ? 'mail_unavailable' : 'mail_refused', withoutKey(message, key), {
    details: { status },
  });
}

function withoutKey(message: string, key: string): string {
  return key === '' ? message : message.replaceAll(key, '[key]');
}
