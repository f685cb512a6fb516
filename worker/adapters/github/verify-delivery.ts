/** Whether a delivery was signed with the secret shared with GitHub: HMAC-SHA-256 over the body, compared in constant time. */

import { verify } from '@octokit/webhooks-methods';

const form = /^sha256=[0-9a-f]{64}$/;

/** @param signature of the header `x-hub-signature-256` */
export async function verifyDelivery(
  secret: string,
  body: string,
  signature: string | undefined,
): Promise<boolean> {
  // Of another form it is nobody's, and the library would fail instead of saying so.
  if (signature === undefined || !form.test(signature) || body === '') return false;
  return verify(secret, body, signature);
}
