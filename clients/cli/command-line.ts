/** A command to type next, which works as printed: it names the server where that is not the usual one, and is quoted. */

import { defaultUrl } from './connect.ts';

/** `npx wherefore ask acme/tool`, for a shell; words made of safe characters stand bare. */
export function commandLine(url: string, words: readonly string[]): string {
  const server = url === defaultUrl ? [] : [`WHEREFORE_URL=${quoted(url)}`];
  return [...server, 'npx wherefore', ...words.map(quoted)].join(' ');
}

/** In single quotes a POSIX shell reads everything as it stands, except a single quote. */
function quoted(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
