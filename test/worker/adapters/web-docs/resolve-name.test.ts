import { describe, expect, it } from 'vitest';
import { createNameResolver } from '../../../../worker/adapters/web-docs/resolve-name.ts';

const createAnswer = (type: number, data: string) => ({ Status: 0, Answer: [{ type, data }] });
const none = { Status: 0 };

/** Creates a resolver that returns scripted A and AAAA responses in order, and repeats the last one. */
function createResolver(A: readonly unknown[], AAAA: readonly unknown[]) {
  const addresses = { A: [...A], AAAA: [...AAAA] };
  let now = 0;
  const resolve = createNameResolver(
    async (input) => {
      const type = String(input).endsWith('type=A') ? 'A' : 'AAAA';
      const [next] = addresses[type].length > 1 ? addresses[type].splice(0, 1) : addresses[type];
      return Response.json(next);
    },
    () => now,
  );
  return {
    resolve: () => resolve('docs.acme.dev', AbortSignal.timeout(5_000)),
    pass: (ms: number) => void (now += ms),
  };
}

describe('createNameResolver', () => {
  it('returns the addresses of both families, and no other records', async () => {
    const alias = {
      Status: 0,
      Answer: [{ type: 5, data: 'inner.acme.dev.' }, ...createAnswer(1, '1.2.3.4').Answer],
    };
    expect(await createResolver([alias], [createAnswer(28, '::1')]).resolve()).toEqual(['1.2.3.4', '::1']);
    expect(await createResolver([{ Status: 3 }], [{ Status: 3 }]).resolve()).toEqual([]);
  });

  it.each([{ Status: 2 }, { Status: 5 }, {}, 'no answer'])(
    'rejects a name when one address family fails to resolve: %j',
    async (failure) => {
      await expect(createResolver([failure], [createAnswer(28, '2606:4700::1')]).resolve()).rejects.toThrow(
        /resolver/,
      );
      await expect(createResolver([createAnswer(1, '1.2.3.4')], [failure]).resolve()).rejects.toThrow(
        /resolver/,
      );
    },
  );

  it('resolves a name again after half a minute, and uses the new addresses', async () => {
    const name = createResolver([createAnswer(1, '1.2.3.4'), createAnswer(1, '10.0.0.1')], [none]);
    expect(await name.resolve()).toEqual(['1.2.3.4']);
    expect(await name.resolve()).toEqual(['1.2.3.4']);
    name.pass(30_001);
    expect(await name.resolve()).toEqual(['10.0.0.1']);
  });
});
