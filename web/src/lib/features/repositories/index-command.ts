/** The command that uploads a folder to this page's server, which indexes it. It contains the server's URL unless that is the default. */

/** The servers that the command line uses by default. */
const defaultOrigins: ReadonlySet<string> = new Set(['http://127.0.0.1:8787', 'http://localhost:8787']);

/** @param origin the origin of the page. Its characters are safe in a shell, except the brackets of an IPv6 address. */
export function indexCommand(origin: string, folder: string): string {
  const quotedOrigin = origin.includes('[') ? `'${origin}'` : origin;
  return `${defaultOrigins.has(origin) ? '' : `WHEREFORE_URL=${quotedOrigin} `}npx wherefore index ${folder}`;
}
