import { beforeAll, describe, expect, it } from 'vitest';
import { computeKeyId, type Receipt, findSignatureProblem } from '../../../../worker/core/answers/receipt.ts';
import { readReceipt } from '../../../../worker/core/answers/read-receipt.ts';
import { createBoatBody, signReceipt, testSigner } from '../../../support/samples/receipts.ts';

let receipt: Receipt;
beforeAll(async () => {
  receipt = await signReceipt(await createBoatBody());
});
const copy = (): Receipt => structuredClone(receipt);

it('computes the key id of RFC 8037, appendix A.3', async () => {
  expect(await computeKeyId('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).toBe(
    'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  );
});

it('accepts a signed receipt whatever the layout of its JSON', async () => {
  expect(await findSignatureProblem(receipt)).toBeUndefined();
  const reversed = Object.fromEntries(Object.entries(receipt).toReversed());
  const again = readReceipt(JSON.parse(JSON.stringify(reversed, undefined, 3)));
  expect(typeof again === 'string' ? again : await findSignatureProblem(again)).toBeUndefined();
});

interface Edit {
  readonly path: readonly string[];
  readonly to: unknown;
}

/** Every edit of one character (deleted, inserted or replaced) in every value. */
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

function applyEdit(json: string, { path, to }: Edit): unknown {
  const value: unknown = JSON.parse(json);
  let holder = value as Record<string, unknown>;
  for (const name of path.slice(0, -1)) holder = holder[name] as Record<string, unknown>;
  holder[path.at(-1) ?? ''] = to;
  return value;
}

describe('findSignatureProblem', () => {
  it('detects an edit of any single character in any value', async () => {
    const all = [...edits(receipt)];
    expect(all.length).toBeGreaterThan(3_000);
    const undetected: Edit[] = [];
    const json = JSON.stringify(receipt);
    for (const edit of all) {
      const read = readReceipt(applyEdit(json, edit));
      if (typeof read !== 'string' && (await findSignatureProblem(read)) === undefined) undetected.push(edit);
    }
    expect(undetected).toEqual([]);
  });

  it('rejects another receipt’s signature', async () => {
    const other = (await signReceipt(await createBoatBody({ id: 'r-2' }))).signature;
    expect(await findSignatureProblem({ ...receipt, signature: other })).toContain(
      'was changed after it was signed',
    );
  });

  it('rejects a non-canonical encoding of the same signature bytes', async () => {
    const { value } = receipt.signature;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet[alphabet.indexOf(value.at(-1) ?? '') + 1] ?? '';
    const reencoded = { ...receipt.signature, value: value.slice(0, -1) + last };
    expect(await findSignatureProblem({ ...receipt, signature: reencoded })).toContain(
      '64 bytes in base64url',
    );
  });
});

const changeReceipt = (change: (draft: Record<string, unknown>) => void): unknown => {
  const draft = copy() as unknown as Record<string, unknown>;
  change(draft);
  return draft;
};

it('rejects JSON that does not have the shape of a receipt', () => {
  expect(readReceipt(receipt)).toBe(receipt);
  expect(readReceipt(changeReceipt((draft) => (draft['format'] = 'wherefore-receipt/2')))).toContain(
    '"wherefore-receipt/2"',
  );
  expect(readReceipt(changeReceipt((draft) => delete draft['claims']))).toContain('`claims`');
  expect(
    readReceipt(changeReceipt((draft) => (draft['spans'] = [{ ...receipt.spans[0], path: 1 }]))),
  ).toContain('`spans[0].path`');
  expect(readReceipt(changeReceipt((draft) => (draft['textHash'] = 'f00')))).toContain('`textHash`');
  for (const other of [null, 'text', 1, [], {}]) expect(readReceipt(other)).toContain('The format is');
});

it('is signed with a published key', async () => {
  const [key] = await testSigner.publicKeys();
  expect(key).toMatchObject({ kid: receipt.signature.keyId, x: receipt.signature.publicKey });
});
