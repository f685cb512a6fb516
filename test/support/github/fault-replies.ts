/** Creates the replies that replace or damage the real reply when a fault strikes. Slow and dropped replies are made in `send.ts`. */

import type { Fault } from './faults.ts';
import { json, redirect, type Reply } from './reply.ts';

/** @returns undefined if the fault does not replace the real reply */
export function faultReply(fault: Fault, url: string): Reply | undefined {
  if (fault.kind === 'bad-gateway') return json({ message: 'Server Error' }, {}, 502);
  if (fault.kind === 'server-error')
    return {
      status: 500,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: Buffer.from(
        '<!DOCTYPE html><html><title>Unicorn!</title><p>This page is taking too long.</html>',
      ),
    };
  if (fault.kind === 'redirect-loop') return redirect(url);
  if (fault.kind === 'primary-limit') {
    const body = {
      message: 'API rate limit exceeded for user ID 1.',
      documentation_url: limitsPage,
      status: '403',
    };
    return json(body, spentBudgetHeaders('core', fault.resetInSeconds), 403);
  }
  if (fault.kind === 'graphql-limit') {
    const type = fault.type ?? 'RATE_LIMITED';
    const code = type === 'RATE_LIMIT' ? { code: 'graphql_rate_limit' } : {};
    const error = { type, ...code, message: 'API rate limit already exceeded for user ID 1.' };
    return json({ errors: [error] }, spentBudgetHeaders('graphql', fault.resetInSeconds));
  }
  if (fault.kind === 'secondary-limit') {
    const status = fault.status ?? 403;
    const body = {
      message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
      documentation_url: `${limitsPage}#about-secondary-rate-limits`,
      status: String(status),
    };
    return json(body, { 'retry-after': String(fault.retryAfterSeconds ?? 1) }, status);
  }
  return undefined;
}

/** Applies a fault to the real reply: truncates its JSON, or replaces a field by null. */
export function applyFault(fault: Fault | undefined, reply: Reply): Reply {
  if (!(reply.body instanceof Uint8Array)) return reply;
  if (fault?.kind === 'malformed-json')
    return { ...reply, body: reply.body.subarray(0, Math.max(1, reply.body.length >> 1)) };
  if (fault?.kind !== 'graphql-partial') return reply;
  const body: unknown = JSON.parse(Buffer.from(reply.body).toString('utf8'));
  const path = fault.path.split('.');
  const data =
    typeof body === 'object' && body !== null && 'data' in body ? removeField(body.data, path) : null;
  const message =
    'Something went wrong while executing your query. This may be the result of a timeout, or it could be a GitHub bug.';
  return { ...json({ data, errors: [{ path, message }] }), headers: reply.headers };
}

function removeField(value: unknown, [field, ...rest]: readonly string[]): unknown {
  if (field === undefined || typeof value !== 'object' || value === null) return null;
  return { ...value, [field]: removeField(Reflect.get(value, field), rest) };
}

const limitsPage = 'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api';

function spentBudgetHeaders(resource: string, resetInSeconds = 60): Record<string, string> {
  return {
    'x-ratelimit-limit': '5000',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-used': '5000',
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + resetInSeconds),
    'x-ratelimit-resource': resource,
  };
}
