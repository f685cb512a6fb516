/** The variables about hosts of code, read and checked: where they are asked, and the secrets they are asked with. */

import type { TokenKey } from '../adapters/d1/token-store.ts';
import type { VariableReader } from './config.ts';

/** Kept apart from the settings, which anyone may read. */
export interface HostingChoice {
  readonly apiUrl: string;
  /** Besides the interface's own origin, where archives may lie. */
  readonly archiveOrigins: readonly string[];
  readonly token: string | undefined;
  readonly webhookSecret: string | undefined;
  readonly tokenKeys: readonly TokenKey[];
}

const keyBytes = 32;

export function readHosting(read: VariableReader, problems: string[]): HostingChoice {
  const apiUrl = read.text('GITHUB_API_URL').replace(/\/+$/, '');
  const loopback = read.list('LOOPBACK_HOSTS');
  for (const host of loopback.filter((one) => !/^127\.0\.0\.1:\d{1,5}$/.test(one)))
    problems.push(`LOOPBACK_HOSTS holds ${JSON.stringify(host)}; each of its items must be 127.0.0.1:port.`);
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : undefined;
  const isOnLoopback = url?.protocol === 'http:' && loopback.includes(url.host);
  if (!isOnLoopback && (url?.protocol !== 'https:' || isInside(url.hostname)))
    problems.push(`GITHUB_API_URL is ${JSON.stringify(apiUrl)}; it must be the https address of a host.`);
  const origins = isOnLoopback
    ? loopback.map((host) => `http://${host}`)
    : [`https://codeload.${(url?.host ?? '').replace(/^api\./, '')}`];
  return {
    apiUrl,
    archiveOrigins: origins,
    token: orNone(read.text('GITHUB_TOKEN')),
    webhookSecret: orNone(read.text('WEBHOOK_SECRET')),
    tokenKeys: read.list('TOKEN_KEYS').flatMap((item, at) => readKey(item, at, problems)),
  };
}

/** Names and addresses of this machine and of what is near it; a server over there is reached by a name of its own. */
function isInside(hostname: string): boolean {
  return hostname === 'localhost' || /^[\d.]+$|^\[/.test(hostname);
}

/** What is wrong is told without the key. */
function readKey(item: string, at: number, problems: string[]): TokenKey[] {
  const [, version, base64] = /^([\w-]{1,20}):([A-Za-z0-9+/]+={0,2})$/.exec(item) ?? [];
  const bytes = base64 === undefined ? undefined : decoded(base64);
  if (version !== undefined && bytes?.byteLength === keyBytes) return [{ version, bytes }];
  problems.push(`TOKEN_KEYS: item ${at + 1} is not a version, a colon and ${keyBytes} bytes in base64.`);
  return [];
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function orNone(text: string): string | undefined {
  return text === '' ? undefined : text;
}
