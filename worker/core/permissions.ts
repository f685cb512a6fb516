/**
 * The table of permissions: which kind of viewer may do what, and with which repositories. Every route states its action in the contract,
 * and every read of a repository asks `isReadable`. A viewer never learns that a repository exists which it may not read.
 */

import { deployment, type Scope, type Viewer, type ViewerKind } from './viewer.ts';

/**
 * - `open`: facts about the deployment, and routes that check a credential of their own;
 * - `read`: repositories, files, the graph and history;
 * - `search`: search and passages for a question;
 * - `ask`: questions, and the viewer's own conversations;
 * - `index`: to add, update, publish and remove repositories;
 * - `account`: keys, tokens, shares, preferences and everything else of a user.
 */
export const actions = ['open', 'read', 'search', 'ask', 'index', 'account'] as const;
export type Action = (typeof actions)[number];

/** The repositories that an action extends to: all that the viewer may read, only its own, or none, which refuses the action itself. */
type Reach = 'readable' | 'own' | 'none';
type Reaches = Readonly<Record<Action, Reach>>;

const ofUser: Reaches = {
  open: 'readable',
  read: 'readable',
  search: 'readable',
  ask: 'readable',
  index: 'own',
  account: 'own',
};
const ofVisitor: Reaches = { ...ofUser, index: 'none', account: 'none' };

const reach: Readonly<Record<ViewerKind, Reaches>> = {
  local: ofUser,
  user: ofUser,
  key: ofUser,
  anonymous: ofVisitor,
  publishable: { ...ofVisitor, search: 'none' },
};

/** The scope that a key needs for an action; `open` needs none. */
export const neededScope: Readonly<Record<Action, Scope | undefined>> = {
  open: undefined,
  read: 'read',
  search: 'search',
  ask: 'ask',
  index: 'index',
  account: 'admin',
};

/** What is decided of a request before its repository is known. */
export type ActionDecision =
  | { readonly isAllowed: true }
  /** `sign_in`: a signed-in user or a key may; `scope`: the key lacks it; `never`: no viewer of this kind may. */
  | { readonly isAllowed: false; readonly reason: 'sign_in' | 'scope' | 'never' };

export function decideAction(viewer: Viewer, action: Action): ActionDecision {
  if (reach[viewer.kind][action] === 'none')
    return { isAllowed: false, reason: viewer.kind === 'anonymous' ? 'sign_in' : 'never' };
  if (viewer.kind === 'key') {
    const scope = neededScope[action];
    if (scope !== undefined && !viewer.scopes.includes(scope)) return { isAllowed: false, reason: 'scope' };
  }
  return { isAllowed: true };
}

/** What the table needs to know about a repository. */
export interface GuardedRepository {
  readonly id: string;
  readonly owner: string;
  readonly visibility: 'private' | 'public';
}

export type RepositoryDecision = 'allowed' | 'not found' | 'not the owner';

/** Whether a viewer whose action is allowed may use this repository for it. */
export function decideRepository(
  viewer: Viewer,
  action: Action,
  repository: GuardedRepository,
): RepositoryDecision {
  if (!isReadable(viewer, repository)) return 'not found';
  const needsOwner = reach[viewer.kind][action] === 'own';
  return needsOwner && !isOwner(viewer, repository) ? 'not the owner' : 'allowed';
}

/** Admins manage the repositories that the deployment indexes for everyone. */
function isOwner(viewer: Viewer, { owner }: GuardedRepository): boolean {
  return owner === viewer.id || (viewer.kind === 'user' && viewer.isAdmin && owner === deployment.id);
}

/** Whether the viewer may know that the repository exists. */
export function isReadable(viewer: Viewer, { id, owner, visibility }: GuardedRepository): boolean {
  switch (viewer.kind) {
    case 'publishable':
      return visibility === 'public' && id === viewer.repository;
    case 'anonymous':
      return visibility === 'public';
    case 'key':
      if (viewer.repositories?.includes(id) === false) return false;
      return owner === viewer.id || visibility === 'public';
    case 'local':
    case 'user':
      return owner === viewer.id || visibility === 'public';
  }
}
