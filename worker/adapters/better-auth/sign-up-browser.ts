/**
 * Binds the link that confirms an address to the browser that signed up. Otherwise someone could sign up with the address of another person,
 * and the account would open with the stranger's password as soon as that person, or a mail scanner, opens the link.
 */

import { fromBase64Url } from '../../core/text/base64url.ts';
import { keyedHash } from '../../core/text/keyed-hash.ts';
import { readCookie } from './read-cookie.ts';

const cookieName = '__Host-wherefore.sign_up';
const maxAgeSeconds = 3_600;

/** Adds the cookie to the response of a sign-up. The response has the same form whether or not the address already has an account. */
export async function rememberSignUp(response: Response, secret: string): Promise<Response> {
  const body: unknown = await response.clone().json();
  const userId = readField(readField(body, 'user'), 'id');
  if (typeof userId !== 'string') return response;
  const value = await keyedHash(secret, 'sign-up', userId);
  const headers = new Headers(response.headers);
  headers.append(
    'set-cookie',
    `${cookieName}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; Secure; SameSite=Lax`,
  );
  return new Response(response.body, { status: response.status, headers });
}

/** Whether the request has the cookie of the sign-up that the token belongs to. The signature of the token is checked elsewhere. */
export async function isSignUpBrowser(request: Request, secret: string): Promise<boolean> {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const userId = readField(readPayload(token), 'userId');
  const value = readCookie(request.headers, cookieName);
  if (typeof userId !== 'string' || value === undefined) return false;
  return value === (await keyedHash(secret, 'sign-up', userId));
}

/** The claims of a JSON web token; undefined for other text. */
function readPayload(token: string): unknown {
  const bytes = fromBase64Url(token.split('.')[1] ?? '');
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function readField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
