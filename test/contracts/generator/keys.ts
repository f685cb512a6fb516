/** Keys are sent only to their provider, and never appear in errors or logs. */

import { inspect } from 'node:util';
import { expect, it, vi } from 'vitest';
import { providerFaults } from '../../support/providers/provider-faults.ts';
import type { ProviderReply } from '../../support/providers/provider-script.ts';
import { deploymentKey, openWorlds, userKey, captureError, type GeneratorSubject } from './subject.ts';

export function keySuite(subject: GeneratorSubject): void {
  const world = openWorlds(subject);

  it('reports whether the deployment has a key', () => {
    expect(world.generator.hasKey).toBe(true);
    expect(subject.open(world.providers, undefined).hasKey).toBe(!subject.needsKey);
  });

  if (subject.takesKey)
    it('sends a user’s key instead of the deployment’s, only for that call', async () => {
      await world.ask({ key: userKey });
      await world.ask();
      expect(world.providers.calls.map(({ call }) => call.key)).toEqual([userKey, deploymentKey]);
      expect(JSON.stringify(world.providers.calls[0])).not.toContain(deploymentKey);
      expect(JSON.stringify(world.providers.calls[1])).not.toContain(userKey);
    });

  if (!subject.takesKey)
    it('rejects a user’s key without a call', async () => {
      expect(await captureError(world.ask({ key: userKey }))).toMatchObject({ code: 'model_key_refused' });
      expect(world.providers.calls).toEqual([]);
    });

  if (subject.needsKey)
    it('makes no call without a key', async () => {
      world.generator = subject.open(world.providers, undefined);
      expect(await captureError(world.ask())).toMatchObject({ code: 'model_key_refused' });
      await world.ask({ key: userKey });
      expect(world.providers.calls).toHaveLength(1);
    });

  it('does not reveal keys, even partially, or their account', async () => {
    const errors: string[] = [];
    for (const status of [400, 401, 403, 429, 503]) {
      const message = `Not with sk-proj-****f9wX, ${userKey.slice(0, 12)}… of organization org-AbC123dEf (ops@example.org).`;
      world.reply = { status, message };
      errors.push(
        inspect(await captureError(world.ask(subject.takesKey ? { key: userKey } : {})), { depth: 9 }),
      );
    }
    expect(errors.join('\n')).not.toMatch(/f9wX|AbC123|ops@/);
    if (subject.takesKey) expect(errors.join('\n')).not.toContain(userKey.slice(0, 12));
  });

  it('never reveals keys in errors or logs, whatever the provider sends', async () => {
    const written: string[] = [];
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
      vi.spyOn(console, method).mockImplementation(
        (...values) => void written.push(inspect(values, { depth: 9 })),
      );
    const echo = subject.takesKey ? `Not taken: ${userKey}, ${deploymentKey}.` : 'Not taken.';
    const replies: ProviderReply[] = [
      ...Object.values(providerFaults).filter((fault) => 'status' in fault),
      ...[400, 401, 403, 404, 429, 500, 503, 529].map((status) => ({ status, message: echo })),
      providerFaults['dropped before text'],
      providerFaults['malformed chunk first'],
      providerFaults['error first in the stream'],
      { steps: [{ malformed: true }] },
    ];
    const thrown: unknown[] = [];
    for (world.reply of replies)
      thrown.push(await captureError(world.ask(subject.takesKey ? { key: userKey } : {})));
    for (const key of [`${userKey}\n`, `${userKey} x`, `${userKey}é`, ''])
      thrown.push(await captureError(world.ask({ key })));
    world.listResult = { status: 401, message: echo };
    const signal = new AbortController().signal;
    thrown.push(
      await captureError(world.generator.models({ key: subject.takesKey ? userKey : undefined, signal })),
    );
    await world.providers.close();
    thrown.push(await captureError(world.ask(subject.takesKey ? { key: userKey } : {})));
    vi.restoreAllMocks();
    expect(thrown.filter((error) => error !== undefined).length).toBeGreaterThan(replies.length);
    const output = inspect([thrown, written], { depth: 12, showHidden: true, maxStringLength: null });
    for (const key of [userKey, deploymentKey]) expect(output).not.toContain(key);
    // The prompt must not appear either.
    expect(output).not.toContain('What opens the gate');
  });

  if (subject.takesKey)
    it('rejects keys that are not valid in a header, without a call', async () => {
      for (const key of ['a\nb', 'a b', 'ключ', '', 'x'.repeat(501)])
        expect(await captureError(world.ask({ key }))).toMatchObject({ code: 'model_key_refused' });
      expect(world.providers.calls).toEqual([]);
    });

  it('does not follow redirects of a provider', async () => {
    world.reply = { status: 307, headers: { location: 'http://127.0.0.1:9/' } };
    expect(await captureError(world.ask())).toMatchObject({ code: expect.stringMatching(/^model_/) });
    expect(world.providers.calls).toHaveLength(1);
  });

  it('does not request an address outside the models path', async () => {
    expect(await captureError(world.ask({ model: '../../v1/files' }))).toMatchObject({
      code: 'model_refused',
    });
    expect(world.providers.calls).toEqual([]);
  });
}
