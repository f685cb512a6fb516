/**
 * Signs receipts with WebCrypto. The first configured key signs; without one, a key is generated and stored on first use. The imported key
 * is cached, but not the promise that imports it: a promise of a canceled request would never settle for other requests.
 */

import { toBase64Url } from '../../core/text/base64url.ts';
import { computeKeyId } from '../../core/answers/receipt.ts';
import type { PublicKey, ReceiptKeyStore, ReceiptSigner } from '../../ports/receipt-signer.ts';

interface SigningKey {
  readonly privateKey: CryptoKey;
  readonly publicKey: PublicKey;
}

/** The PKCS #8 bytes before the 32 bytes of an Ed25519 secret (RFC 8410, section 7). */
const pkcs8Prefix = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];
const secretBytes = 32;

/** @param secrets 32 bytes each: the first one signs; the others signed earlier receipts */
export function createReceiptSigner(
  secrets: readonly Uint8Array<ArrayBuffer>[],
  store: ReceiptKeyStore,
): ReceiptSigner {
  let cachedKey: SigningKey | undefined;

  /** Concurrent first requests may each load the key; the store returns the same key to all of them. */
  const getSigningKey = async (): Promise<SigningKey> => (cachedKey ??= await loadSigningKey());

  async function loadSigningKey(): Promise<SigningKey> {
    const [configuredSecret] = secrets;
    if (configuredSecret !== undefined) return importKey(configuredSecret);
    const storedSecret = await store.read();
    return importKey(
      storedSecret ?? (await store.storeIfAbsent(crypto.getRandomValues(new Uint8Array(secretBytes)))),
    );
  }

  return {
    async sign(bytes) {
      const { privateKey, publicKey } = await getSigningKey();
      const value = new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, bytes));
      return {
        algorithm: 'Ed25519',
        keyId: publicKey.kid,
        publicKey: publicKey.x,
        value: toBase64Url(value),
      };
    },
    async publicKeys() {
      const { publicKey } = await getSigningKey();
      // A key generated before any was configured has signed receipts too.
      const storedSecret = secrets.length === 0 ? undefined : await store.read();
      const earlierSecrets = [...secrets.slice(1), ...(storedSecret === undefined ? [] : [storedSecret])];
      const allKeys = [
        publicKey,
        ...(await Promise.all(earlierSecrets.map(importKey))).map((key) => key.publicKey),
      ];
      return allKeys.filter(({ kid }, index) => allKeys.findIndex((key) => key.kid === kid) === index);
    },
  };
}

async function importKey(secret: Uint8Array<ArrayBuffer>): Promise<SigningKey> {
  const pkcs8 = Uint8Array.from([...pkcs8Prefix, ...secret]);
  // Deriving the public key needs an extractable key; the key that signs is not extractable.
  const extractableKey = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign']);
  const { x = '' } = (await crypto.subtle.exportKey('jwk', extractableKey)) as JsonWebKey;
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
  return {
    privateKey,
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid: await computeKeyId(x), use: 'sig', alg: 'EdDSA' },
  };
}
