/** The server the environment names: `WHEREFORE_URL` and `WHEREFORE_KEY`. */

import { createClient } from '../../worker/contract/client.ts';
import type { Client } from '../../worker/contract/client.ts';
import { usageError } from './command-error.ts';

const defaultUrl = 'http://127.0.0.1:8787';

/** @throws CommandError when the address is not an http address. */
export function connect(environment: Readonly<Record<string, string | undefined>>): Client {
  return createClient({ baseUrl: serverUrl(environment), key: environment['WHEREFORE_KEY'] });
}

/** The server's address, without a trailing slash. */
export function serverUrl(environment: Readonly<Record<string, string | undefined>>): string {
  const given = environment['WHEREFORE_URL'];
  if (given === undefined || given === '') return defaultUrl;
  const url = URL.parse(given);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:'))
    return url.href.replace(/\/+$/, '');
  throw usageError(
    `WHEREFORE_URL is not an http address; found "${given}".`,
    `Set it to the server's address, such as ${defaultUrl}.`,
  );
}
