/**
 * Connects to the server. All settings come from the environment: the server (`WHEREFORE_URL`, `WHEREFORE_KEY`) and
 * the user's keys for model providers. Keys never appear in process lists or shell history.
 */

import { createClient, type Client } from '../../worker/contract/client.ts';
import { usageError } from './command-error.ts';
import type { CommandContext } from './command.ts';

/** Where `npm start` listens by default. */
export const defaultUrl = 'http://127.0.0.1:8787';

/** Ctrl-C aborts every call. @throws CommandError when the address is not an http address. */
export function connect({ environment, signal }: Pick<CommandContext, 'environment' | 'signal'>): Client {
  return createClient({
    baseUrl: serverUrl(environment),
    key: environment['WHEREFORE_KEY'],
    signal,
  });
}

/** The server's address without a trailing slash. */
export function serverUrl(environment: CommandContext['environment']): string {
  const configured = environment['WHEREFORE_URL'];
  if (configured === undefined || configured === '') return defaultUrl;
  const url = URL.parse(configured);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:'))
    return url.href.replace(/\/+$/, '');
  throw usageError(
    `WHEREFORE_URL is not an http address; found "${configured}".`,
    `Set it to the server's address, such as ${defaultUrl}.`,
  );
}

/**
 * Formats a command that works as printed, such as `npx wherefore ask acme/tool`. It sets `WHEREFORE_URL` unless the
 * server is the default, and quotes words for a POSIX shell.
 */
export function formatCommandLine(url: string, words: readonly string[]): string {
  const server = url === defaultUrl ? [] : [`WHEREFORE_URL=${quoteWord(url)}`];
  return [...server, 'npx wherefore', ...words.map(quoteWord)].join(' ');
}

/** Inside single quotes a POSIX shell takes everything literally except a single quote. */
function quoteWord(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Characters allowed in an HTTP header. For any other character, the error of `fetch` would print the whole key. */
const keyPattern = /^[\x21-\x7e]{1,500}$/;

/** The environment variable of a provider's key, such as `WHEREFORE_OPENAI_KEY`. */
export function modelKeyVariable(provider: string): string {
  return `WHEREFORE_${provider.toUpperCase().replaceAll('-', '_')}_KEY`;
}

/**
 * Reads the user's key for one provider; no other provider receives it. @throws CommandError when the key cannot be
 * sent
 */
export function readModelKey(
  provider: string,
  { environment }: Pick<CommandContext, 'environment'>,
): string | undefined {
  const name = modelKeyVariable(provider);
  const key = environment[name]?.trim();
  if (key === undefined || key === '') return undefined;
  if (keyPattern.test(key)) return key;
  throw usageError(
    `${name} is not a valid key (${key.length} characters): a key is 1 to 500 visible ASCII characters.`,
    'Copy the key exactly as the provider issued it.',
  );
}
