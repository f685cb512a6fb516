/**
 * Receipts signed by WebCrypto. The first key given signs; where none is given, one is made at first use and kept. A key that is ready stays:
 * signing then asks nothing of anyone. What is kept is the key, not its fetching: a request that is gone would leave others waiting for ever.
 */

import { toBase64Url } from '../../core/text/base64url.ts';
import { computeKeyId } from '../../core/answers/receipt.ts';
import type { PublicKey, ReceiptKeyStore, ReceiptSigner } from '../../ports/receipt-signer.ts';

interface SigningKey {
  readonly own: CryptoKey;
  readonly told: PublicKey;
}

/** What stands before the 32 bytes of an Ed25519 secret in PKCS #8 (RFC 8410, section 7). */
const pkcs8Head = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];
const secretBytes = 32;

/** @param secrets of 32 bytes each: the first signs, the others signed before */
export function createReceiptSigner(
  secrets: readonly Uint8Array<ArrayBuffer>[],
  store: ReceiptKeyStore,
): ReceiptSigner {
  let ready: SigningKey | undefined;

  /** Two that come first may both fetch it: the store gives both the same. */
  const signing = async (): Promise<SigningKey> => (ready ??= await signingKey());

  async function signingKey(): Promise<SigningKey> {
    const [given] = secrets;
    if (given !== undefined) return keyOf(given);
    const kept = await store.read();
    return keyOf(kept ?? (await store.keep(crypto.getRandomValues(new Uint8Array(secretBytes)))));
  }

  return {
    async sign(bytes) {
      const { own, told } = await signing();
      const value = new Uint8Array(await crypto.subtle.sign('Ed25519', own, bytes));
      return { algorithm: 'Ed25519', keyId: told.kid, publicKey: told.x, value: toBase64Url(value) };
    },
    async publicKeys() {
      const { told } = await signing();
      // One made here before any was given signed receipts too.
      const kept = secrets.length === 0 ? undefined : await store.read();
      const before = [...secrets.slice(1), ...(kept === undefined ? [] : [kept])];
      const all = [told, ...(await Promise.all(before.map(keyOf))).map((key) => key.told)];
      return all.filter(({ kid }, at) => all.findIndex((one) => one.kid === kid) === at);
    },
  };
}

async function keyOf(secret: Uint8Array<ArrayBuffer>): Promise<SigningKey> {
  const form = Uint8Array.from([...pkcs8Head, ...secret]);
  // To be told its public half it has to be written out once; what signs cannot be.
  const open = await crypto.subtle.importKey('pkcs8', form, 'Ed25519', true, ['sign']);
  const { x = '' } = (await crypto.subtle.exportKey('jwk', open)) as JsonWebKey;
  const own = await crypto.subtle.importKey('pkcs8', form, 'Ed25519', false, ['sign']);
  return {
    own,
    told: { kty: 'OKP', crv: 'Ed25519', x, kid: await computeKeyId(x), use: 'sig', alg: 'EdDSA' },
  };
}
