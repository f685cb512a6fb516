/** Identities and accounts for tests of routes: the bearer is the name of a user, and nobody without one. */

import { actFor, type Viewer } from '../../../worker/core/viewer.ts';
import type { Identities } from '../../../worker/flows/identity/identities.ts';
import type { Accounts } from '../../../worker/ports/identity/accounts.ts';

export const visitor: Viewer = { kind: 'anonymous', id: 'visitor:1', addressId: 'address:1' };

export const namedIdentities: Identities = {
  identifyVisitor: () => Promise.resolve(visitor),
  identify: ({ bearer }) => Promise.resolve(bearer === undefined ? visitor : actFor({ id: bearer })),
};

/** Accounts with names as ids, whose session is the bearer of `namedIdentities`. */
export function storedAccounts(names: readonly string[]): Accounts & { left(): readonly string[] } {
  const stored = new Set(names);
  const deleted = new Set<string>();
  return {
    left: () => [...stored],
    offeredMethods: ['password', 'code'],
    handle: () => Promise.resolve(new Response(null, { status: 501 })),
    find(headers) {
      const id = headers.get('authorization')?.replace(/^Bearer /, '');
      if (id === undefined || !stored.has(id)) return Promise.resolve(undefined);
      return Promise.resolve({ id, name: id, email: `${id}@example.org`, isAdmin: false });
    },
    listSignInMethods: () => Promise.resolve(['password']),
    exists: (id) => Promise.resolve(stored.has(id)),
    deleteAccount: (id) => {
      deleted.add(id);
      return Promise.resolve(stored.delete(id));
    },
    listDeleted: () => Promise.resolve([...deleted]),
    removeExpired: () => Promise.resolve(),
  };
}
