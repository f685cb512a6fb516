/** The code host of the tenants. It has every repository `acme/…`, and a test decides which of them are private or cannot be reached. */

import { AppError } from '../../../worker/core/errors.ts';
import type { Hosting } from '../../../worker/flows/github/hosting.ts';
import type { Clock } from '../../../worker/ports/clock.ts';
import { noHosting } from '../fakes/no-hosting.ts';

export interface TenantHost {
  readonly hosting: Hosting;
  /** Names of the private repositories. */
  readonly privateNames: Set<string>;
  /** Whether the host answers. */
  isReachable: boolean;
  /** The number of descriptions requested. */
  calls: number;
}

export function createTenantHost(clock: Pick<Clock, 'now'>): TenantHost {
  const host: Omit<TenantHost, 'hosting'> = {
    privateNames: new Set(['turned-private']),
    isReachable: true,
    calls: 0,
  };
  const codeHost: Hosting['codeHost'] = {
    ...noHosting.codeHost,
    tokenOwner: () => Promise.resolve({ login: 'octo' }),
    describe({ owner, name }) {
      host.calls += 1;
      if (!host.isReachable) return Promise.reject(new AppError('host_unavailable', 'It is down.'));
      return Promise.resolve({
        id: name,
        owner,
        name,
        isPrivate: host.privateNames.has(name),
        isArchived: false,
        defaultBranch: 'main',
        description: '',
        kilobytes: 1,
        url: `https://github.com/${owner}/${name}`,
      });
    },
    refs: () => Promise.resolve({ branches: ['main'], tags: [] }),
    resolve: (_place, ref) =>
      Promise.resolve({ kind: 'branch', name: ref ?? 'main', commit: 'a'.repeat(40), etag: undefined }),
    tree: () =>
      Promise.resolve({ files: [{ path: 'join.ts', kind: 'file', bytes: 40, blob: 'b' }], isWhole: true }),
    searchCode: () => Promise.resolve([]),
    file: () => Promise.resolve(new TextEncoder().encode('export const joinChunks = 1;\n')),
  };
  // Both tenants have a token, as a host needs for private repositories.
  const token = { host: 'github', login: 'octo', createdAt: clock.now() } as const;
  return Object.assign(host, {
    hosting: {
      ...noHosting,
      codeHost,
      tokenStore: {
        read: ({ id }) => Promise.resolve(id === 'local' ? undefined : 'token'),
        list: () => Promise.resolve([token]),
        store: () => Promise.resolve(),
        remove: () => Promise.resolve(true),
      },
    } satisfies Hosting,
  });
}
