/**
 * Sign-in with GitHub (https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps), without access to repositories.
 * Only an address that GitHub has verified counts.
 */

import type { GenericOAuthConfig, GenericOAuthUserInfo } from 'better-auth/plugins/generic-oauth';
import { AppError } from '../../core/errors.ts';
import type { GitHubClient } from './accounts-options.ts';

const timeoutMs = 10_000;

interface GitHubSignInOptions extends GitHubClient {
  /** Receives an address that GitHub has verified, before the account is created or linked. */
  readonly onVerifiedAddress: (email: string) => Promise<void>;
}

type Tokens = Awaited<ReturnType<NonNullable<GenericOAuthConfig['getToken']>>>;

export function createGitHubSignIn(options: GitHubSignInOptions): GenericOAuthConfig<'github'> {
  return {
    providerId: 'github',
    name: 'GitHub',
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    authorizationUrl: `${options.url}/login/oauth/authorize`,
    tokenUrl: `${options.url}/login/oauth/access_token`,
    scopes: ['read:user', 'user:email'],
    pkce: true,
    getToken: (grant) => exchangeCode(options, grant),
    getUserInfo: ({ accessToken }) => readUser(options, accessToken),
  };
}

/** @throws AppError `host_unavailable` if GitHub rejects the code or does not answer */
async function exchangeCode(
  options: GitHubSignInOptions,
  {
    code,
    redirectURI,
    codeVerifier,
  }: { code: string; redirectURI: string; codeVerifier?: string | undefined },
): Promise<Tokens> {
  const answer = await requestJson(options, `${options.url}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: options.clientId,
      client_secret: options.clientSecret,
      code,
      redirect_uri: redirectURI,
      grant_type: 'authorization_code',
      ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
    }).toString(),
  });
  // GitHub answers 200 with `error` if the code is wrong, expired or used.
  const accessToken = readText(answer, 'access_token');
  if (accessToken === undefined)
    throw unavailable(`GitHub rejected the code: ${readText(answer, 'error') ?? 'no token'}.`);
  return { accessToken, tokenType: 'bearer' };
}

/** Undefined fields fail the sign-in: null without a profile, no `email` without a verified address. */
async function readUser(
  options: GitHubSignInOptions,
  accessToken: string | undefined,
): Promise<GenericOAuthUserInfo | null> {
  if (accessToken === undefined) return null;
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${accessToken}`,
    'user-agent': 'Wherefore',
  };
  try {
    const [profile, emails] = await Promise.all([
      requestJson(options, `${options.apiUrl}/user`, { headers }),
      requestJson(options, `${options.apiUrl}/user/emails`, { headers }),
    ]);
    const id = readField(profile, 'id');
    if (typeof id !== 'number') return null;
    const email = chooseVerified(emails);
    if (email !== undefined) await options.onVerifiedAddress(email);
    const name = readText(profile, 'name') ?? readText(profile, 'login') ?? '';
    return { id: String(id), name, email: email ?? null, emailVerified: email !== undefined };
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'host_unavailable') return null;
    throw thrown;
  }
}

/** The primary address if it is verified, otherwise the first verified one. */
function chooseVerified(emails: unknown): string | undefined {
  const verified = (Array.isArray(emails) ? (emails as readonly unknown[]) : []).filter(
    (entry) => readField(entry, 'verified') === true,
  );
  const chosen = verified.find((entry) => readField(entry, 'primary') === true) ?? verified[0];
  return readText(chosen, 'email')?.toLowerCase();
}

async function requestJson(
  { fetch }: GitHubSignInOptions,
  url: string,
  request: RequestInit,
): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...request, redirect: 'manual', signal });
    if (!response.ok) throw unavailable(`GitHub answered ${response.status}.`);
    return await response.json();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw unavailable(`GitHub did not answer: ${cause instanceof Error ? cause.name : 'unknown error'}.`);
  }
}

function readField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function readText(value: unknown, name: string): string | undefined {
  const field = readField(value, name);
  return typeof field === 'string' && field !== '' ? field : undefined;
}

function unavailable(message: string): AppError {
  return new AppError('host_unavailable', message);
}
