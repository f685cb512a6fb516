/** The signature of a receipt, checked by nothing but what stands in the receipt; whose key it is, is another question. */

import { fromBase64Url, toBase64Url } from './base64url.ts';
import { signedBytes, type ReceiptSignature } from './receipt.ts';

/** RFC 7638 of an Ed25519 key (RFC 8037): the hash of its required members, in order. @param publicKey base64url */
export async function keyIdOf(publicKey: string): Promise<string> {
  const members = `{"crv":"Ed25519","kty":"OKP","x":"${publicKey}"}`;
  return toBase64Url(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(members))),
  );
}

const [keyBytes, signatureBytes] = [32, 64];

/** @returns undefined where it holds, else why it does not, a sentence */
export async function whyUnsigned({
  signature,
  ...body
}: {
  readonly signature: ReceiptSignature;
}): Promise<string | undefined> {
  const { algorithm, keyId, publicKey, value, ...more } = signature;
  if (algorithm !== 'Ed25519') return `It is signed with ${JSON.stringify(algorithm)}, not Ed25519.`;
  if (Object.keys(more).length > 0) return 'The signature holds more than a signature.';
  const [key, bytes] = [fromBase64Url(publicKey), fromBase64Url(value)];
  if (key?.byteLength !== keyBytes) return `The public key is not ${keyBytes} bytes in base64url.`;
  if (bytes?.byteLength !== signatureBytes)
    return `The signature is not ${signatureBytes} bytes in base64url.`;
  if ((await keyIdOf(publicKey)) !== keyId) return 'The key’s id is not that of the public key beside it.';
  try {
    const verifier = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
    const holds = await crypto.subtle.verify('Ed25519', verifier, bytes, signedBytes(body));
    return holds ? undefined : 'The receipt is not what was signed: something in it was changed.';
  } catch {
    return 'The signature cannot be checked: its key, or the receipt, is none.';
  }
}
