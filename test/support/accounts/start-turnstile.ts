/** Turnstile's `siteverify` on loopback: it accepts each token once, as documented, and plays the documented error codes. */

import { sendJson, startLoopbackServer, type LoopbackServer } from './read-request.ts';

export type TurnstileFault = 'none' | 'internal-error' | 'silence' | 'no-json';

export interface TurnstileServer extends LoopbackServer {
  fault: TurnstileFault;
  /** Tokens that a page has received, and nobody has used. */
  readonly tokens: Set<string>;
  readonly calls: readonly Readonly<Record<string, unknown>>[];
}

export async function startTurnstile(secret: string): Promise<TurnstileServer> {
  const calls: Record<string, unknown>[] = [];
  const used = new Set<string>();
  const state = { fault: 'none' as TurnstileFault, tokens: new Set<string>() };
  const server = await startLoopbackServer(({ method, body }, response) => {
    if (state.fault === 'silence') return;
    if (state.fault === 'no-json') return void response.writeHead(502).end('<html>Bad gateway</html>');
    const fail = (code: string): void => sendJson(response, { success: false, 'error-codes': [code] });
    if (method !== 'POST') return fail('bad-request');
    if (state.fault === 'internal-error') return fail('internal-error');
    const call = JSON.parse(body) as Record<string, unknown>;
    calls.push(call);
    if (call['secret'] !== secret) return fail('invalid-input-secret');
    const token = String(call['response'] ?? '');
    if (used.has(token)) return fail('timeout-or-duplicate');
    if (!state.tokens.delete(token)) return fail('invalid-input-response');
    used.add(token);
    sendJson(response, { success: true, 'error-codes': [], challenge_ts: new Date().toISOString() });
  });
  return Object.assign(state, server, { calls });
}
