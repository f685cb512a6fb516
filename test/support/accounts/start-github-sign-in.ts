/**
 * GitHub's OAuth for web apps on loopback, as its documentation describes it (https://docs.github.com/en/apps/oauth-apps): the page that asks for
 * consent, the exchange of the code, and the two API routes about the user. It checks the client, the redirect address, the scopes and PKCE, and plays
 * faults.
 */

import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sendJson, startLoopbackServer, type LoopbackServer, type ReceivedCall } from './read-request.ts';

export interface GitHubPerson {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly emails: readonly { email: string; primary: boolean; verified: boolean }[];
}

/** What goes wrong; `none` by default. */
export type GitHubFault =
  | 'none'
  | 'denied'
  | 'wrong-state'
  | 'expired-code'
  | 'token-error'
  | 'token-silence'
  | 'user-error'
  | 'emails-error';

export interface GitHubSignInServer extends LoopbackServer {
  /** The person who consents. */
  person: GitHubPerson;
  fault: GitHubFault;
  /** `METHOD path` of each call. */
  readonly calls: readonly string[];
  /** Problems with requests of the client; a correct client causes none. */
  readonly violations: readonly string[];
}

export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

interface Grant {
  readonly challenge: string;
  readonly person: GitHubPerson;
  isUsed: boolean;
}

const allowedScopes = ['read:user', 'user:email'];

export async function startGitHubSignIn(
  client: OAuthClient,
  person: GitHubPerson,
): Promise<GitHubSignInServer> {
  const grants = new Map<string, Grant>();
  const people = new Map<string, GitHubPerson>();
  const calls: string[] = [];
  const violations: string[] = [];
  const state: { person: GitHubPerson; fault: GitHubFault } = { person, fault: 'none' };

  function authorize({ url }: ReceivedCall, response: ServerResponse): void {
    const query = url.searchParams;
    if (query.get('client_id') !== client.clientId) violations.push('client_id');
    if (query.get('redirect_uri') !== client.redirectUri) violations.push('redirect_uri');
    if ((query.get('scope') ?? '').split(' ').toSorted().join() !== allowedScopes.join())
      violations.push(`scope ${query.get('scope')}`);
    if (query.get('code_challenge_method') !== 'S256') violations.push('code_challenge_method');
    if ((query.get('state') ?? '').length < 20) violations.push('state');
    const target = new URL(client.redirectUri);
    const sentState = query.get('state') ?? '';
    target.searchParams.set('state', state.fault === 'wrong-state' ? 'f'.repeat(32) : sentState);
    if (state.fault === 'denied') {
      target.searchParams.set('error', 'access_denied');
      target.searchParams.set('error_description', 'The user has denied your application access.');
    } else {
      const code = randomBytes(10).toString('hex');
      const challenge = query.get('code_challenge') ?? '';
      grants.set(code, { challenge, person: state.person, isUsed: state.fault === 'expired-code' });
      target.searchParams.set('code', code);
    }
    response.writeHead(302, { location: target.href }).end();
  }

  function exchange({ headers, body }: ReceivedCall, response: ServerResponse): void {
    if (state.fault === 'token-error') return void response.writeHead(500).end('<html>Unicorn!</html>');
    if (state.fault === 'token-silence') return;
    const form = new URLSearchParams(body);
    if (headers.accept !== 'application/json') violations.push('accept');
    if (form.get('client_id') !== client.clientId || form.get('client_secret') !== client.clientSecret)
      return refuse(response, 'incorrect_client_credentials');
    if (form.get('redirect_uri') !== client.redirectUri) return refuse(response, 'redirect_uri_mismatch');
    const grant = grants.get(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant === undefined || grant.isUsed || grant.challenge !== challenge)
      return refuse(response, 'bad_verification_code');
    grant.isUsed = true;
    const token = `gho_${randomBytes(18).toString('hex')}`;
    people.set(token, grant.person);
    sendJson(response, { access_token: token, token_type: 'bearer', scope: allowedScopes.join(',') });
  }

  function readPerson({ headers, url }: ReceivedCall, response: ServerResponse): void {
    const caller = people.get((headers.authorization ?? '').replace('Bearer ', ''));
    if (headers['user-agent'] === undefined) violations.push('user-agent');
    if (caller === undefined) return sendJson(response, { message: 'Bad credentials' }, 401);
    const isProfile = url.pathname === '/user';
    if (state.fault === (isProfile ? 'user-error' : 'emails-error'))
      return sendJson(response, { message: 'Server Error' }, 502);
    const { emails, ...profile } = caller;
    sendJson(
      response,
      isProfile ? { ...profile, email: null, avatar_url: 'https://example.org/a.png' } : emails,
    );
  }

  const routes: Readonly<Record<string, (call: ReceivedCall, response: ServerResponse) => void>> = {
    'GET /login/oauth/authorize': authorize,
    'POST /login/oauth/access_token': exchange,
    'GET /user': readPerson,
    'GET /user/emails': readPerson,
  };
  const server = await startLoopbackServer((call, response) => {
    const route = `${call.method} ${call.url.pathname}`;
    calls.push(route);
    const answer = routes[route];
    if (answer === undefined) sendJson(response, { message: 'Not Found' }, 404);
    else answer(call, response);
  });
  return Object.assign(state, server, { calls, violations });
}

/** GitHub answers refused codes with status 200. */
function refuse(response: ServerResponse, error: string): void {
  sendJson(response, { error, error_description: 'The code passed is incorrect or expired.' });
}
