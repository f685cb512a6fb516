/** A host of code nobody is to ask: a call of it fails the test. */

import type { Hosting } from '../../../worker/flows/github/hosting.ts';

const refuse = (): never => {
  throw new Error('No host is to be asked here');
};

export const noHosting: Hosting = {
  codeHost: {
    name: 'github',
    viewerOf: refuse,
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
