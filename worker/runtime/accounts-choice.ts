/** Parses the variables about accounts, mail and the check for people. Open mode ignores them. */

import { isServiceAddress } from './service-address.ts';
import type { VariableReader } from './variable-reader.ts';
import type { VariableName } from './variables.ts';

/** Contains secrets; separate from the settings, which are public. */
export interface AccountsChoice {
  readonly secret: string;
  readonly publicUrl: string;
  readonly adminEmail: string | undefined;
  /** Undefined: mails are written to the log. */
  readonly mail: { readonly url: string; readonly key: string; readonly from: string } | undefined;
  readonly github:
    { readonly clientId: string; readonly clientSecret: string; readonly url: string } | undefined;
  readonly turnstile: { readonly url: string; readonly siteKey: string; readonly secret: string } | undefined;
  readonly signInsPerMinute: number;
}

const minSecretLength = 32;

/**
 * @param publicUrl the parsed PUBLIC_URL; undefined if it is missing or invalid
 * @returns undefined in open mode
 */
export function readAccounts(
  read: VariableReader,
  mode: 'open' | 'hosted',
  { publicUrl, problems }: { readonly publicUrl: string | undefined; readonly problems: string[] },
): AccountsChoice | undefined {
  if (mode === 'open') return undefined;
  for (const name of ['AUTH_SECRET', 'PUBLIC_URL', 'TOKEN_KEYS', 'RECEIPT_KEYS'] as const)
    if (read.text(name) === '') problems.push(`${name} is not set; MODE=hosted needs it.`);
  const secret = read.text('AUTH_SECRET');
  if (secret !== '' && secret.length < minSecretLength)
    problems.push(
      `AUTH_SECRET has ${secret.length} characters; it must have at least ${minSecretLength} random ones.`,
    );
  if (publicUrl !== undefined && !isSecureOrigin(publicUrl))
    problems.push(
      `PUBLIC_URL is ${JSON.stringify(publicUrl)}; MODE=hosted needs https, because sessions are secure cookies.`,
    );
  return {
    secret,
    publicUrl: publicUrl ?? '',
    adminEmail: readAdminEmail(read, problems),
    mail: readMail(read, problems),
    github: readGitHub(read, problems),
    turnstile: readTurnstile(read, problems),
    signInsPerMinute: read.whole('SIGN_INS_PER_MINUTE', 1, 10_000),
  };
}

/** Browsers accept secure cookies from https and from the local machine. */
function isSecureOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function readAdminEmail(read: VariableReader, problems: string[]): string | undefined {
  const email = read.text('ADMIN_EMAIL').toLowerCase();
  if (email !== '' && !/^[^\s@,]+@[^\s@,]+$/.test(email))
    problems.push(`ADMIN_EMAIL is ${JSON.stringify(email)}; it must be one e-mail address.`);
  return email === '' ? undefined : email;
}

function readMail(read: VariableReader, problems: string[]): AccountsChoice['mail'] {
  const url = readAddress(read, 'MAIL_URL', problems);
  const from = read.text('MAIL_FROM');
  if (url === '') return undefined;
  requireAll(read, ['MAIL_URL', 'MAIL_KEY', 'MAIL_FROM'], problems);
  return { url, key: read.text('MAIL_KEY'), from };
}

function readGitHub(read: VariableReader, problems: string[]): AccountsChoice['github'] {
  const [clientId, clientSecret] = [read.text('GITHUB_CLIENT_ID'), read.text('GITHUB_CLIENT_SECRET')];
  if (clientId === '' && clientSecret === '') return undefined;
  requireAll(read, ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'], problems);
  return { clientId, clientSecret, url: readAddress(read, 'GITHUB_SIGN_IN_URL', problems) };
}

function readTurnstile(read: VariableReader, problems: string[]): AccountsChoice['turnstile'] {
  const [siteKey, secret] = [read.text('TURNSTILE_SITE_KEY'), read.text('TURNSTILE_SECRET')];
  if (siteKey === '' && secret === '') return undefined;
  requireAll(read, ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET'], problems);
  return { siteKey, secret, url: readAddress(read, 'TURNSTILE_URL', problems) };
}

/** Empty if it is not set. */
function readAddress(read: VariableReader, name: VariableName, problems: string[]): string {
  const url = read.text(name).replace(/\/+$/, '');
  if (url !== '' && !isServiceAddress(url, read.list('LOOPBACK_HOSTS')))
    problems.push(`${name} is ${JSON.stringify(url)}; it must be the https address of a host.`);
  return url;
}

/** Variables that need each other. */
function requireAll(read: VariableReader, names: readonly VariableName[], problems: string[]): void {
  const given = names.filter((name) => read.text(name) !== '');
  for (const name of names.filter((candidate) => !given.includes(candidate)))
    problems.push(`${name} is not set, but ${given.join(' and ')} is.`);
}
