/** Parses the variables about code hosts: addresses and secrets. */

import type { TokenKey } from '../adapters/d1/token-store.ts';
import { decodeBase64 } from '../core/text/base64url.ts';
import { isServiceAddress } from './service-address.ts';
import type { VariableReader } from './variable-reader.ts';

/** Separate from the settings, which are public. */
export interface HostingChoice {
  readonly apiUrl: string;
  /** Origins of archives, in addition to the API's own. */
  readonly archiveOrigins: readonly string[];
  readonly token: string | undefined;
  readonly webhookSecret: string | undefined;
  readonly tokenKeys: readonly TokenKey[];
}

const keyBytes = 32;

export function readHosting(read: VariableReader, problems: string[]): HostingChoice {
  const apiUrl = read.text('GITHUB_API_URL').replace(/\/+$/, '');
  const loopback = read.list('LOOPBACK_HOSTS');
  for (const host of loopback.filter((item) => !/^127\.0\.0\.1:\d{1,5}$/.test(item)))
    problems.push(`LOOPBACK_HOSTS contains ${JSON.stringify(host)}; each item must be 127.0.0.1:port.`);
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : undefined;
  const isOnLoopback = url?.protocol === 'http:' && loopback.includes(url.host);
  if (!isServiceAddress(apiUrl, loopback))
    problems.push(`GITHUB_API_URL is ${JSON.stringify(apiUrl)}; it must be the https address of a host.`);
  const origins = isOnLoopback
    ? loopback.map((host) => `http://${host}`)
    : [`https://codeload.${(url?.host ?? '').replace(/^api\./, '')}`];
  return {
    apiUrl,
    archiveOrigins: origins,
    token: emptyToUndefined(read.text('GITHUB_TOKEN')),
    webhookSecret: emptyToUndefined(read.text('WEBHOOK_SECRET')),
    tokenKeys: read.list('TOKEN_KEYS').flatMap((item, index) => readKey(item, index, problems)),
  };
}

/** A problem never contains the key. */
function readKey(item: string, index: number, problems: string[]): TokenKey[] {
  const [, version, base64] = /^([\w-]{1,20}):([A-Za-z0-9+/]+={0,2})$/.exec(item) ?? [];
  const bytes = base64 === undefined ? undefined : decodeBase64(base64);
  if (version !== undefined && bytes?.byteLength === keyBytes) return [{ version, bytes }];
  problems.push(`TOKEN_KEYS: item ${index + 1} is not a version, a colon and ${keyBytes} bytes in base64.`);
  return [];
}

function emptyToUndefined(text: string): string | undefined {
  return text === '' ? undefined : text;
}
