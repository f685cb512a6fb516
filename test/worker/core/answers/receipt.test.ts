import { beforeAll, describe, expect, it } from 'vitest';
import { computeKeyId, type Receipt, findSignatureProblem } from '../../../../worker/core/answers/receipt.ts';
import { readReceipt } from '../../../../worker/core/answers/read-receipt.ts';
import { boatBody, signed, testSigner } from '../../../support/receipts.ts';

let receipt: Receipt;
beforeAll(async () => {
  receipt = await signed(await boatBody());
});
const copy = (): Receipt => structuredClone(receipt);

it('names a key as RFC 8037 does in its appendix A.3', async () => {
  expect(await computeKeyId('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).toBe(
    'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  );
});

it('holds of a receipt as it was signed, however its JSON is laid out', async () => {
  expect(await findSignatureProblem(receipt)).toBeUndefined();
  const turned = Object.fromEntries(Object.entries(receipt).toReversed());
  const again = readReceipt(JSON.parse(JSON.stringify(turned, undefined, 3)));
  expect(typeof again === 'string' ? again : await findSignatureProblem(again)).toBeUndefined();
});

interface Edit {
  readonly path: readonly string[];
  readonly to: unknown;
}

/** Every value within, changed by one character: one taken away, put in, or in place of another. */
function* edits(value: unknown, path: readonly string[] = []): Generator<Edit> {
  if (typeof value === 'string') {
    for (let at = 0; at <= value.length; at++) {
      const [before, after] = [value.slice(0, at), value.slice(at + 1)];
      if (at < value.length) yield { path, to: before + after };
      for (const letter of ['A', '0', '_', ' ', String.fromCharCode(value.charCodeAt(at) ^ 1)])
        if (letter !== value[at]) yield { path, to: before + letter + after };
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* edits(member, [...path, name]);
    yield { path: [...path, Array.isArray(value) ? String(value.length) : 'more'], to: 'x' };
  } else {
    const others = typeof value === 'number' ? [value + 1, value * 10 + 1, -1 - value] : [value !== true, 0];
    for (const to of others) yield { path, to };
  }
}

function edited(json: string, { path, to }: Edit): unknown {
  const value: unknown = JSON.parse(json);
  let holder = value as Record<string, unknown>;
  for (const name of path.slice(0, -1)) holder = holder[name] as Record<string, unknown>;
  holder[path.at(-1) ?? ''] = to;
  return value;
}

describe('a change', () => {
  it('of any single character of any value is refused', async () => {
    const all = [...edits(receipt)];
    expect(all.length).toBeGreaterThan(3_000);
    const held: Edit[] = [];
    const json = JSON.stringify(receipt);
    for (const edit of all) {
      const read = readReceipt(edited(json, edit));
      if (typeof read !== 'string' && (await findSignatureProblem(read)) === undefined) held.push(edit);
    }
    expect(held).toEqual([]);
  });

  it('of the key, with its own name, is one of the signature', async () => {
    const other = (await signed(await boatBody({ id: 'r-2' }))).signature;
    expect(await findSignatureProblem({ ...receipt, signature: other })).toContain(
      'something in it was changed',
    );
  });

  it('that leaves the bytes but not the spelling of a signature is one', async () => {
    const { value } = receipt.signature;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet[alphabet.indexOf(value.at(-1) ?? '') + 1] ?? '';
    const spelt = { ...receipt.signature, value: value.slice(0, -1) + last };
    expect(await findSignatureProblem({ ...receipt, signature: spelt })).toContain('64 bytes in base64url');
  });
});

const wrong = (change: (one: Record<string, unknown>) => void): unknown => {
  const one = copy() as unknown as Record<string, unknown>;
  change(one);
  return one;
};

it('reads no receipt of another shape', () => {
  expect(readReceipt(receipt)).toBe(receipt);
  expect(readReceipt(wrong((one) => (one['format'] = 'wherefore-receipt/2')))).toContain(
    '"wherefore-receipt/2"',
  );
  expect(readReceipt(wrong((one) => delete one['claims']))).toContain('`claims`');
  expect(readReceipt(wrong((one) => (one['spans'] = [{ ...receipt.spans[0], path: 1 }])))).toContain(
    '`spans[0].path`',
  );
  expect(readReceipt(wrong((one) => (one['textHash'] = 'f00')))).toContain('`textHash`');
  for (const other of [null, 'text', 1, [], {}]) expect(readReceipt(other)).toContain('Its format is');
});

it('is made by a key that is told', async () => {
  const [key] = await testSigner.publicKeys();
  expect(key).toMatchObject({ kid: receipt.signature.keyId, x: receipt.signature.publicKey });
});
