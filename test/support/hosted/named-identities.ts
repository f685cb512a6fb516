/** Identities for tests of routes: the bearer is the name of a user, and nobody without one. */

import { actFor, type Viewer } from '../../../worker/core/viewer.ts';
import type { Identities } from '../../../worker/flows/identity/identities.ts';

export const visitor: Viewer = { kind: 'anonymous', id: 'visitor:1', addressId: 'address:1' };

export const namedIdentities: Identities = {
  identifyVisitor: () => Promise.resolve(visitor),
  identify: ({ bearer }) => Promise.resolve(bearer === undefined ? visitor : actFor({ id: bearer })),
};
