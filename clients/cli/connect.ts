/** The server the environment names: `WHEREFORE_URL` and `WHEREFORE_KEY`. */

import { createClient } from '../../worker/contract/client.ts';
import type { Client } from '../../worker/contract/client.ts';
import { usageError } from './command-error.ts';
import type { CommandContext } from './command.ts';

/** Where `npm start` listens unless told otherwise. */
export const defaultUrl = 'http://127.0.0.1:8787';

/** Every call ends when Ctrl-C is pressed. @throws CommandError when the address is not an http address. */
export function connect({ environment, signal }: Pick<CommandContext, 'environment' | 'signal'>): Client {
  return createClient({
    baseUrl: serverUrl(environment),
    key: environment['WHEREFORE_KEY'],
    fetch: (input, init) => fetch(input, { ...init, signal: init?.signal ?? signal }),
  });
}

/** The server's address, without a trailing slash. */
export function serverUrl(environment: CommandContext['environment']): string {
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
