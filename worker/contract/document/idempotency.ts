/** How operations treat an `Idempotency-Key`, and what the document says about it. */

import type { ErrorCode } from '../../core/errors.ts';

/**
 * - `replay`: the same request gets the first response again;
 * - `json`: the same, if the response is JSON and not a stream;
 * - `secret`: the response contains a secret, so a repeated request gets the id of what was created;
 * - `none`: the response is a stream, so a key is refused.
 */
export const idempotencies = ['replay', 'json', 'secret', 'none'] as const;
export type Idempotency = (typeof idempotencies)[number];

export function idempotencyErrors(idempotency: Idempotency | undefined): readonly ErrorCode[] {
  if (idempotency === undefined) return [];
  if (idempotency === 'none') return ['invalid_request'];
  const secret = idempotency === 'secret' ? (['already_created'] as const) : [];
  return ['invalid_request', 'idempotency_key_reused', 'request_in_progress', ...secret];
}

const effects = {
  replay: 'The same request with the same key returns the first response for 24 hours.',
  json: 'With `Accept: application/json`, the same request with the same key returns the first response for 24 hours. Streams do not support it.',
  secret:
    'The same request with the same key creates nothing for 24 hours. It gets 409 `already_created` with the id, because the secret is not stored.',
} as const satisfies Record<Exclude<Idempotency, 'none'>, string>;

/** The parameter of the document; undefined if the operation supports none. */
export function idempotencyParameter(idempotency: unknown) {
  const known = idempotencies.find((name) => name === idempotency);
  if (known === undefined || known === 'none') return undefined;
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `1 to 255 visible ASCII characters that you choose, such as a UUID. ${effects[known]}`,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  } as const;
}

/** The header of a response that is not the first one. */
export const replayedHeader = {
  'Idempotency-Replayed': {
    description: '`true` if this is the stored response of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const;
