/** One row for every route of the API: the class of its expected results, and the smallest valid request. */

import type { ErrorCode } from '../../../../worker/core/errors.ts';
import type { GeneralClass, RepositoryClass } from './expectations.ts';

/** What a request needs of the set-up. */
export interface Place {
  /** Of the newest version; any text if the repository is unknown. */
  readonly version: string;
  /** A turn of Anna's conversation; any text if there is none. */
  readonly turn: string;
  /** The conversation, or the token of a link to it. */
  readonly conversation: string;
  readonly token: string;
  /** The id of a repository that everyone may read. */
  readonly popular: string;
}

interface Row {
  /** Replaces the parameters in the path other than the repository's id. */
  readonly path?: (place: Place) => Readonly<Record<string, string>>;
  readonly query?: (place: Place) => Readonly<Record<string, string>>;
  readonly body?: (place: Place) => unknown;
  /** Problems that only an allowed request gets. */
  readonly allowedProblems?: readonly ErrorCode[];
}
export interface RepositoryRow extends Row {
  readonly repository: RepositoryClass;
}
export interface GeneralRow extends Row {
  readonly general: GeneralClass;
}

const question = 'Where is `joinChunks` defined?';
const commit = 'a'.repeat(40);
const read: RepositoryRow = { repository: 'read' };
const talk = ({ conversation }: Place) => ({ conversation });
const talkTurn = ({ conversation, turn }: Place) => ({ conversation, turn });
/** The history of a repository from a host comes from there. */
const hostHistory = ['invalid_request'] as const;
const ofVersion = ({ version }: Place) => ({ version });

export const repositoryRows: Readonly<Record<string, RepositoryRow>> = {
  'GET /v1/repositories/{id}': read,
  'GET /v1/repositories/{id}/events': read,
  'DELETE /v1/repositories/{id}': { repository: 'index' },
  'PATCH /v1/repositories/{id}': { repository: 'index', body: () => ({ visibility: 'private' }) },
  'POST /v1/repositories/{id}/retry': { repository: 'index', allowedProblems: ['nothing_to_retry'] },
  'POST /v1/repositories/{id}/refresh': {
    repository: 'index',
    // An upload has no host.
    allowedProblems: ['invalid_request', 'refresh_too_soon'],
  },
  'GET /v1/repositories/{id}/coverage': read,
  'GET /v1/repositories/{id}/files': read,
  'GET /v1/repositories/{id}/files/{path}': { ...read, path: () => ({ path: 'src/join.ts' }) },
  'GET /v1/repositories/{id}/symbols': { ...read, query: () => ({ name: 'joinChunks' }) },
  // No repository here comes from a site.
  'GET /v1/repositories/{id}/crawl': { ...read, allowedProblems: ['version_not_found'] },
  'GET /v1/repositories/{id}/graph': read,
  'GET /v1/repositories/{id}/graph/{query}': {
    ...read,
    path: () => ({ query: 'callers' }),
    query: () => ({ symbol: 'joinChunks' }),
  },
  'GET /v1/repositories/{id}/map': read,
  'GET /v1/repositories/{id}/definition': {
    ...read,
    query: () => ({ path: 'src/join.ts', line: '2', name: 'joinChunks' }),
  },
  'GET /v1/repositories/{id}/lists/{list}': { ...read, path: () => ({ list: 'definitions' }) },
  'GET /v1/repositories/{id}/overview': read,
  'GET /v1/repositories/{id}/starters': read,
  'GET /v1/repositories/{id}/versions': read,
  'GET /v1/repositories/{id}/versions/{version}': { ...read, path: ofVersion },
  'POST /v1/repositories/{id}/versions/{version}/repair': {
    repository: 'index',
    path: ofVersion,
  },
  'DELETE /v1/repositories/{id}/versions/{version}': {
    repository: 'index',
    path: ofVersion,
    allowedProblems: ['last_version'],
  },
  'GET /v1/repositories/{id}/compare': { ...read, query: ({ version }) => ({ from: version }) },
  'GET /v1/repositories/{id}/discussions': read,
  'GET /v1/repositories/{id}/discussions/{number}': {
    ...read,
    path: () => ({ number: '1' }),
    allowedProblems: ['discussion_not_found'],
  },
  'GET /v1/repositories/{id}/timeline': read,
  'GET /v1/repositories/{id}/commits/{commit}': {
    ...read,
    path: () => ({ commit }),
    allowedProblems: ['commit_not_found'],
  },
  'GET /v1/repositories/{id}/commits/{commit}/diff': {
    ...read,
    path: () => ({ commit }),
    allowedProblems: ['commit_not_found'],
  },
  'GET /v1/repositories/{id}/history/state': read,
  'POST /v1/repositories/{id}/history': { ...read, body: () => ({ question: 'Why does it join?' }) },
  'POST /v1/repositories/{id}/history/wanted': {
    repository: 'index',
    query: ofVersion,
    body: () => ({ commits: [commit] }),
    allowedProblems: hostHistory,
  },
  'POST /v1/repositories/{id}/history/commits': {
    repository: 'index',
    query: ofVersion,
    body: () => ({ commits: [] }),
    allowedProblems: hostHistory,
  },
  'POST /v1/repositories/{id}/history/origins': {
    repository: 'index',
    query: ofVersion,
    body: () => ({ commits: [], files: [] }),
    allowedProblems: hostHistory,
  },
  'POST /v1/repositories/{id}/history/end': {
    repository: 'index',
    query: ofVersion,
    body: () => ({ tip: commit, since: null, tags: [], notes: [] }),
    // The tip is not among the imported commits.
    allowedProblems: hostHistory,
  },
  'POST /v1/repositories/{id}/drift': {
    ...read,
    body: () => ({
      citations: [{ id: '1', kind: 'code', path: 'src/join.ts', startLine: 1, endLine: 1, text: 'x' }],
    }),
  },
  'POST /v1/repositories/{id}/search': { repository: 'search', body: () => ({ query: 'joinChunks' }) },
  'POST /v1/repositories/{id}/grep': { repository: 'search', body: () => ({ pattern: 'joinChunks' }) },
  'POST /v1/repositories/{id}/context': { repository: 'search', body: () => ({ question }) },
  'POST /v1/repositories/{id}/answers': { repository: 'ask', body: () => ({ question }) },
  'POST /v1/repositories/{id}/chat': {
    repository: 'ask',
    body: () => ({
      id: crypto.randomUUID(),
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
    }),
  },
  'GET /v1/repositories/{id}/chat/{conversation}/stream': { repository: 'conversation', path: talk },
  'GET /v1/repositories/{id}/conversations/{conversation}': { repository: 'conversation', path: talk },
  'DELETE /v1/repositories/{id}/conversations/{conversation}': { repository: 'conversation', path: talk },
  'PATCH /v1/repositories/{id}/conversations/{conversation}': {
    repository: 'account-conversation',
    path: talk,
    body: () => ({ bookmarked: true }),
  },
  'GET /v1/repositories/{id}/conversations/{conversation}/turns/{turn}/events': {
    repository: 'conversation',
    path: talkTurn,
  },
  'POST /v1/repositories/{id}/conversations/{conversation}/stop': { repository: 'conversation', path: talk },
  'GET /v1/repositories/{id}/conversations/{conversation}/drift': { repository: 'conversation', path: talk },
  'GET /v1/repositories/{id}/conversations/{conversation}/turns/{turn}/receipt': {
    repository: 'conversation',
    path: talkTurn,
  },
  'POST /v1/repositories/{id}/conversations/{conversation}/shares': {
    repository: 'account-conversation',
    path: talk,
    body: () => ({}),
  },
  'POST /v1/repositories/{id}/feedback': {
    repository: 'conversation',
    body: ({ conversation, turn }) => ({ conversation, turn, rating: 'up' }),
  },
  'GET /v1/repositories/{id}/feedback': { repository: 'account-owner' },
  'GET /v1/repositories/{id}/visitor-questions': { repository: 'account-owner' },
  'GET /v1/shared/{token}': { repository: 'shared', path: ({ token }) => ({ token }) },
};

const open: GeneralRow = { general: 'open', allowedProblems: ['accounts_disabled'] };
const account = (body: unknown): GeneralRow => ({ ...open, body: () => body });
const email = 'ann@example.org';
const ownKey = { general: 'key' as const, path: () => ({ id: 'spare-key' }) };

export const generalRows: Readonly<Record<string, GeneralRow>> = {
  'GET /v1/health': open,
  'GET /v1/models': open,
  'GET /v1/receipt-keys': open,
  'GET /v1/usage': open,
  'GET /v1/me': open,
  'POST /v1/webhooks/github': { ...open, body: () => ({}), allowedProblems: ['route_not_found'] },
  'GET /v1/auth/methods': open,
  'POST /v1/auth/sign-up/email': account({ name: 'Ann', email, password: 'long enough' }),
  'GET /v1/auth/verify-email': { ...open, query: () => ({ token: 'x' }) },
  'POST /v1/auth/send-verification-email': account({ email }),
  'POST /v1/auth/sign-in/email': account({ email, password: 'long enough' }),
  'POST /v1/auth/email-otp/send-verification-otp': account({ email, type: 'sign-in' }),
  'POST /v1/auth/sign-in/email-otp': account({ email, otp: '123456' }),
  'POST /v1/auth/sign-in/social': account({ provider: 'github' }),
  'GET /v1/auth/callback/github': open,
  'POST /v1/auth/request-password-reset': account({ email }),
  'POST /v1/auth/reset-password': account({ token: 'x', newPassword: 'long enough' }),
  'POST /v1/auth/change-password': account({ currentPassword: 'long enough', newPassword: 'longer still' }),
  'POST /v1/auth/update-user': account({ name: 'Ann' }),
  'GET /v1/auth/get-session': open,
  'GET /v1/auth/list-sessions': open,
  'POST /v1/auth/revoke-session': account({ token: 'x' }),
  'POST /v1/auth/revoke-other-sessions': account({}),
  'POST /v1/auth/revoke-sessions': account({}),
  'POST /v1/auth/sign-out': account({}),
  'GET /v1/repositories': { general: 'read' },
  'GET /v1/example': { general: 'read' },
  'POST /v1/search': { general: 'search', body: () => ({ query: 'joinChunks' }) },
  'POST /v1/repositories': {
    general: 'index',
    body: () => ({ source: 'acme/added' }),
    allowedProblems: ['refresh_too_soon'],
  },
  'GET /v1/sources': { general: 'index', query: () => ({ source: 'acme/seen' }) },
  'POST /v1/live/answers': {
    general: 'index',
    body: () => ({ source: 'acme/live', question }),
  },
  'POST /v1/live/search': {
    general: 'index',
    body: () => ({ source: 'acme/live', query: 'joinChunks' }),
  },
  'GET /v1/tokens': { general: 'account' },
  'PUT /v1/tokens/{host}': {
    general: 'token',
    path: () => ({ host: 'github' }),
    body: () => ({ token: 'not-a-real-token' }),
  },
  'DELETE /v1/tokens/{host}': { general: 'token', path: () => ({ host: 'github' }) },
  'GET /v1/preferences': { general: 'account' },
  'PUT /v1/preferences': {
    general: 'account',
    body: () => ({ theme: 'dark', model: null }),
  },
  'GET /v1/conversations': { general: 'account' },
  'POST /v1/conversations/adopt': { general: 'account' },
  'GET /v1/shares': { general: 'account' },
  'GET /v1/keys': { general: 'account', allowedProblems: ['no_accounts'] },
  'POST /v1/keys': {
    general: 'account',
    body: ({ popular }) => ({ name: 'made', scopes: ['admin'], repositories: [popular] }),
    allowedProblems: ['no_accounts'],
  },
  'GET /v1/account': { general: 'session' },
  // The address of somebody else, so that the account remains.
  'DELETE /v1/account': {
    general: 'session',
    body: () => ({ confirm: 'nobody@wherefore.test' }),
    allowedProblems: ['invalid_request'],
  },
  'PATCH /v1/keys/{id}': { ...ownKey, body: () => ({ name: 'renamed' }) },
  'GET /v1/keys/{id}/usage': ownKey,
  'POST /v1/keys/{id}/rotate': { ...ownKey, body: () => ({}) },
  'DELETE /v1/keys/{id}': ownKey,
  'DELETE /v1/shares/{share}': { general: 'own', path: () => ({ share: 'spare-share' }) },
};
