/** The command that indexes a folder into this page's server. It names the server unless it is the default. Pure. */

/** The servers that the command line uses by default. */
const defaultOrigins: ReadonlySet<string> = new Set(['http://127.0.0.1:8787', 'http://localhost:8787']);

/** @param origin of the page. Its characters are safe in a shell, except the brackets of an IPv6 address. */
export function indexCommand(origin: string, folder: string): string {
  const named = origin.includes('[') ? `'${origin}'` : origin;
  return `${defaultOrigins.has(origin) ? '' : `WHEREFORE_URL=${named} `}npx wherefore index ${folder}`;
}
