/** Whether a delivery was signed with the secret shared with GitHub: HMAC-SHA-256 over the body, compared in constant time. */

import { verify } from '@octokit/webhooks-methods';

/** @param signature of the header `x-hub-signature-256` */
export async function verifyDelivery(
  secret: string,
  body: string,
  signature: string | undefined,
): Promise<boolean> {
  if (signature === undefined || signature === '' || body === '') return false;
  return verify(secret, body, signature);
}
