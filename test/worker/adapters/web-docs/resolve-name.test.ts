import { describe, expect, it } from 'vitest';
import { createNameResolver } from '../../../../worker/adapters/web-docs/resolve-name.ts';

const found = (type: number, data: string) => ({ Status: 0, Answer: [{ type, data }] });
const none = { Status: 0 };

/** A resolver that tells A and AAAA in turn, the last for ever. */
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
  it('tells the addresses of both families, and of no other record', async () => {
    const alias = {
      Status: 0,
      Answer: [{ type: 5, data: 'inner.acme.dev.' }, ...found(1, '1.2.3.4').Answer],
    };
    expect(await createResolver([alias], [found(28, '::1')]).resolve()).toEqual(['1.2.3.4', '::1']);
    expect(await createResolver([{ Status: 3 }], [{ Status: 3 }]).resolve()).toEqual([]);
  });

  it.each([{ Status: 2 }, { Status: 5 }, {}, 'no answer'])(
    'knows nothing of a name one family of which is not told: %j',
    async (untold) => {
      await expect(createResolver([untold], [found(28, '2606:4700::1')]).resolve()).rejects.toThrow(
        /resolver/,
      );
      await expect(createResolver([found(1, '1.2.3.4')], [untold]).resolve()).rejects.toThrow(/resolver/);
    },
  );

  it('asks again after half a minute, and believes what it is told then', async () => {
    const name = createResolver([found(1, '1.2.3.4'), found(1, '10.0.0.1')], [none]);
    expect(await name.resolve()).toEqual(['1.2.3.4']);
    expect(await name.resolve()).toEqual(['1.2.3.4']);
    name.pass(30_001);
    expect(await name.resolve()).toEqual(['10.0.0.1']);
  });
});
