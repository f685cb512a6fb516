/** A code host that no test may call: every call throws. */

import type { Hosting } from '../../../worker/flows/github/hosting.ts';

const refuse = (): never => {
  throw new Error('This test must not call a code host.');
};

export const noHosting: Hosting = {
  codeHost: {
    name: 'github',
    tokenOwner: refuse,
    describe: refuse,
    resolve: refuse,
    splitRefAndPath: refuse,
    refs: refuse,
    archive: refuse,
    compare: refuse,
    tree: refuse,
    file: refuse,
    searchCode: refuse,
  },
  tokenStore: undefined,
  deploymentToken: undefined,
  verifyDelivery: undefined,
  openStream: refuse,
};
