import { beforeEach, describe, expect, it } from 'vitest';
import { createD1ReceiptKeyStore } from '../../../../worker/adapters/d1/receipt-key-store.ts';
import { createReceiptSigner } from '../../../../worker/adapters/web-crypto/receipt-signer.ts';
import { toHex } from '../../../../worker/core/text/hash.ts';
import { fromBase64Url } from '../../../../worker/core/text/base64url.ts';
import { findSignatureProblem } from '../../../../worker/core/answers/receipt.ts';
import type { ReceiptKeyStore } from '../../../../worker/ports/receipt-signer.ts';
import { emptyCatalog } from '../../../support/workbench/d1.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';
import { createBoatBody, signReceipt } from '../../../support/samples/receipts.ts';

let store: ReceiptKeyStore;
beforeEach(async () => {
  store = createD1ReceiptKeyStore(await emptyCatalog(), createManualClock());
});

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
/** RFC 8032, section 7.1, tests 1 and 3. */
const first = {
  secret: fromHex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'),
  publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  message: fromHex(''),
  signature:
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
};
const third = {
  secret: fromHex('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7'),
  publicKey: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
  message: fromHex('af82'),
  signature:
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
};

describe.each([first, third])(
  'the key of RFC 8032 $publicKey',
  ({ secret, publicKey, message, signature }) => {
    it('signs as in the RFC', async () => {
      const made = await createReceiptSigner([secret], store).sign(message);
      expect(toHex(fromBase64Url(made.value) ?? new Uint8Array())).toBe(signature);
      expect(toHex(fromBase64Url(made.publicKey) ?? new Uint8Array())).toBe(publicKey);
    });
  },
);

it('generates a key on first use, and every other isolate uses it', async () => {
  const signers = [1, 2, 3].map(() => createReceiptSigner([], store));
  const keys = await Promise.all(signers.map((signer) => signer.publicKeys()));
  expect(keys[0]).toHaveLength(1);
  expect(keys[1]).toEqual(keys[0]);
  expect(keys[2]).toEqual(keys[0]);
  const [later] = await createReceiptSigner([], store).publicKeys();
  expect(later).toEqual(keys[0]?.[0]);
  expect(later).toMatchObject({ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' });
  expect(await findSignatureProblem(await signReceipt(await createBoatBody(), signers[1]))).toBeUndefined();
});

it('signs with the first configured key, and publishes earlier keys, including a generated one', async () => {
  const [made] = await createReceiptSigner([], store).publicKeys();
  const old = createReceiptSigner([first.secret], store);
  const rotated = createReceiptSigner([third.secret, first.secret], store);
  const kids = (await rotated.publicKeys()).map(({ kid }) => kid);
  expect(kids).toHaveLength(3);
  expect(kids[0]).toBe((await rotated.sign(first.message)).keyId);
  expect(kids[1]).toBe((await old.sign(first.message)).keyId);
  expect(kids[2]).toBe(made?.kid);
});

it('generates no key when one is configured', async () => {
  await createReceiptSigner([first.secret], store).publicKeys();
  expect(await store.read()).toBeUndefined();
});

it('reads its key again after a failure', async () => {
  let isDown = true;
  const failing: ReceiptKeyStore = {
    ...store,
    read: () => (isDown ? Promise.reject(new Error('down')) : store.read()),
  };
  const signer = createReceiptSigner([], failing);
  await expect(signer.sign(first.message)).rejects.toThrow('down');
  isDown = false;
  expect((await signer.sign(first.message)).algorithm).toBe('Ed25519');
});

it('does not wait for a key that another request is loading, because that request may be canceled', async () => {
  let reads = 0;
  const read = (): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    reads += 1;
    return reads === 1 ? new Promise(() => undefined) : store.read();
  };
  const signer = createReceiptSigner([], { ...store, read });
  void signer.publicKeys();
  expect(await findSignatureProblem(await signReceipt(await createBoatBody(), signer))).toBeUndefined();
});
