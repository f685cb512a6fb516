/** HMAC-SHA-256 of a text with the deployment's secret, as base64url. The purpose keeps hashes for different uses apart. */

import { toBase64Url } from './base64url.ts';

export async function keyedHash(secret: string, purpose: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(`${purpose}\n${text}`));
  return toBase64Url(new Uint8Array(signature));
}
