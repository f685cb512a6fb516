/** The command that indexes a folder into the server this page is of, named where it is not the usual one. Pure. */

/** The command line asks it where nothing is said. */
const usual: ReadonlySet<string> = new Set(['http://127.0.0.1:8787', 'http://localhost:8787']);

/** @param origin of the page; a browser writes it in characters safe in a shell, but for the brackets of an IPv6 address */
export function indexCommand(origin: string, folder: string): string {
  const named = origin.includes('[') ? `'${origin}'` : origin;
  return `${usual.has(origin) ? '' : `WHEREFORE_URL=${named} `}npx wherefore index ${folder}`;
}
