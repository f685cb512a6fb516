/**
 * Determines who sent a request, once, before every route. The most explicit credential decides: an API key, then a session cookie, then
 * none. A credential that is not valid is an error, and never falls back to another one.
 */

import { AppError } from '../../core/errors.ts';
import { decideAction, neededScope, type Action } from '../../core/permissions.ts';
import { openModeViewer, type Viewer } from '../../core/viewer.ts';
import type { Credentials, Identities } from '../../flows/identity/identities.ts';
import { readClientAddress } from './client-address.ts';

interface IdentifiedRequest {
  readonly raw: Request;
  header(name: string): string | undefined;
}

interface AccessConfig {
  readonly mode: 'open' | 'hosted';
  readonly proxySecret: string | undefined;
}

/** The prefix makes browsers accept it only over HTTPS, for the whole host and no other. */
export const visitorCookie = '__Host-visitor';

/** @throws AppError `key_refused` | `identity_missing` */
export async function identify(
  request: IdentifiedRequest,
  { mode, proxySecret }: AccessConfig,
  identities: Identities | undefined,
): Promise<Viewer> {
  if (mode === 'open') return openModeViewer;
  if (identities === undefined)
    throw new AppError(
      'identity_missing',
      'MODE is "hosted", but no identity provider is configured: every caller would own everything.',
    );
  return identities.identify({
    headers: request.raw.headers,
    bearer: readBearer(request.header('authorization')),
    origin: request.header('origin'),
    address: readClientAddress(request, { proxySecret }),
    visitor: readCookie(request.header('cookie'), visitorCookie),
  });
}

/** The visitor that the browser was before its user signed in; undefined if it was none. */
export async function identifyVisitor(
  request: IdentifiedRequest,
  { proxySecret }: AccessConfig,
  identities: Identities | undefined,
): Promise<Viewer | undefined> {
  const visitor = readCookie(request.header('cookie'), visitorCookie);
  if (identities === undefined || visitor === undefined) return undefined;
  return identities.identifyVisitor({ address: readClientAddress(request, { proxySecret }), visitor });
}

/** @throws AppError `key_refused` for another scheme, which would otherwise be ignored */
function readBearer(authorization: string | undefined): Credentials['bearer'] {
  if (authorization === undefined) return undefined;
  const bearer = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1];
  if (bearer !== undefined) return bearer;
  throw new AppError('key_refused', 'The Authorization header is not `Bearer`, a space and an API key.');
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** @throws AppError `sign_in_required` | `scope_missing` | `not_allowed` */
export function guardAction(viewer: Viewer, action: Action): void {
  const decision = decideAction(viewer, action);
  if (decision.isAllowed) return;
  switch (decision.reason) {
    case 'sign_in':
      throw new AppError('sign_in_required', 'The request has neither a session nor an API key.');
    case 'scope': {
      const scope = neededScope[action];
      throw new AppError('scope_missing', `The API key does not have the scope \`${scope}\`.`, {
        details: { scope, scopes: viewer.kind === 'key' ? viewer.scopes : [] },
      });
    }
    case 'never':
      throw new AppError('not_allowed', `A viewer of the kind \`${viewer.kind}\` may not do this.`);
  }
}
