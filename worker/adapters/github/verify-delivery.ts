/** Verifies that GitHub signed a webhook delivery with the shared secret: HMAC-SHA-256 over the body, compared in constant time. */

import { verify } from '@octokit/webhooks-methods';

const signaturePattern = /^sha256=[0-9a-f]{64}$/;

/** @param signature the header `x-hub-signature-256` */
export async function verifyDelivery(
  secret: string,
  body: string,
  signature: string | undefined,
): Promise<boolean> {
  // For a malformed signature, the library would throw instead of returning false.
  if (signature === undefined || !signaturePattern.test(signature) || body === '') return false;
  return verify(secret, body, signature);
}
