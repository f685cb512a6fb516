/**
 * Who sends a request. `identify` determines it once, before every route; `permissions.ts` states what each kind may do. In open mode there
 * is a single viewer, who owns everything.
 */

import type { UsageLimits } from './limits/measures.ts';

/** What an API key may be allowed to do. */
export const scopes = ['ask', 'search', 'read', 'index', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** The user, visitor or deployment that repositories, conversations and tokens belong to. */
export interface Owner {
  readonly id: string;
}

export type Viewer = LocalViewer | AnonymousViewer | UserViewer | KeyViewer | PublishableViewer;
export type ViewerKind = Viewer['kind'];

/** Everyone in open mode. */
interface LocalViewer extends Owner {
  readonly kind: 'local';
}

/** A request without a credential. The id is that of the visitor's cookie, or of the address block if there is none. */
interface AnonymousViewer extends Owner {
  readonly kind: 'anonymous';
  /** Names the address block whose limits apply; it does not contain the address. */
  readonly addressId: string;
}

/** A signed-in user. */
interface UserViewer extends Owner {
  readonly kind: 'user';
  readonly isAdmin: boolean;
}

/** An API key, which acts for its user: the id is the user's. */
interface KeyViewer extends Owner {
  readonly kind: 'key';
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  /** Ids of the repositories it may use; all of its user's if undefined. */
  readonly repositories: readonly string[] | undefined;
  /** Within those of its user. */
  readonly limits: UsageLimits;
}

/** A publishable key, which is visible in the source of a web page. Its id is not that of a user, so it owns nothing of its user's. */
interface PublishableViewer extends Owner {
  readonly kind: 'publishable';
  readonly keyId: string;
  /** Whose questions of publishable keys it uses; it has no other right of this user. */
  readonly userId: string;
  /** The id of its only repository. */
  readonly repository: string;
  /** Set by its owner. */
  readonly limits: UsageLimits;
}

export const openModeViewer: Viewer = { kind: 'local', id: 'local' };

/** The owner of the repositories that the deployment indexes for everyone. In open mode it is the viewer. */
export const deployment: Viewer = openModeViewer;

/** The viewer for work that the server does for an owner without a request: refreshes, pushes and checks of access. */
export function actFor({ id }: Owner): Viewer {
  return id === openModeViewer.id ? openModeViewer : { kind: 'user', id, isAdmin: false };
}
