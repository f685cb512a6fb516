/** Tests the check for people with Turnstile's API on loopback. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTurnstileHumanCheck } from '../../../../worker/adapters/turnstile/human-check.ts';
import { AppError } from '../../../../worker/core/errors.ts';
import { startTurnstile, type TurnstileServer } from '../../../support/accounts/start-turnstile.ts';

const secret = 'secret-of-turnstile';

async function open(given = secret) {
  const server: TurnstileServer = await startTurnstile(secret);
  onTestFinished(() => server.close());
  const check = createTurnstileHumanCheck({
    url: server.url,
    siteKey: 'site',
    secret: given,
    fetch,
    timeoutMs: 100,
  });
  server.tokens.add('good');
  const outcome = (token: string): Promise<string> =>
    check.verify(token, '192.0.2.1').then(
      () => 'accepted',
      (error: unknown) =>
        error instanceof AppError ? `${error.code}: ${error.message}` : `unexpected: ${String(error)}`,
    );
  return { server, check, outcome };
}

describe('the check for people', () => {
  it('accepts a token once, and sends the client’s address', async () => {
    const { server, check, outcome } = await open();
    expect(check.siteKey).toBe('site');
    expect(await outcome('good')).toBe('accepted');
    expect(server.calls).toEqual([{ secret, response: 'good', remoteip: '192.0.2.1' }]);
    expect(await outcome('good')).toMatch(/^human_check_refused: .*timeout-or-duplicate/);
  });

  it('refuses wrong, empty and very long tokens; the last two without a call', async () => {
    const { server, outcome } = await open();
    expect(await outcome('wrong')).toMatch(/^human_check_refused: .*invalid-input-response/);
    expect(await outcome('')).toMatch(/^human_check_refused: .*missing-input-response/);
    expect(await outcome('x'.repeat(2_049))).toMatch(/^human_check_refused/);
    expect(server.calls).toHaveLength(1);
  });

  it.each(['internal-error', 'silence', 'no-json'] as const)(
    'accepts nobody while Turnstile fails: %s',
    async (fault) => {
      const { server, outcome } = await open();
      server.fault = fault;
      expect(await outcome('good')).toMatch(/^human_check_unavailable/);
      server.fault = 'none';
      expect(await outcome('good')).toBe('accepted');
    },
  );

  it('reports a wrong secret as the operator’s problem, without the secret', async () => {
    const { outcome } = await open('another');
    expect(await outcome('good')).toMatch(/^human_check_unavailable: .*invalid-input-secret/);
    expect(await outcome('good')).not.toContain('another');
  });
});
