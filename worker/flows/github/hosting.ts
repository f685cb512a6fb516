/** What repositories that lie on a host are reached with. Kept apart from the settings, which anyone may read: tokens are among it. */

import type { CodeHost } from '../../ports/code-host.ts';
import type { RepositorySource } from '../../ports/repository-source.ts';
import type { TokenStore } from '../../ports/token-store.ts';

export interface Hosting {
  readonly codeHost: CodeHost;
  /** Undefined where the deployment keeps no tokens. */
  readonly tokenStore: TokenStore | undefined;
  /** The deployment's own, for what everyone may read; undefined where it has none. */
  readonly deploymentToken: string | undefined;
  /** Whether a body was signed with the secret shared with the host; undefined where no deliveries are taken. */
  readonly verifyDelivery: ((body: string, signature: string | undefined) => Promise<boolean>) | undefined;
  /** The entries of a tar.gz on its way, the folder it wraps them in left off; where `wanted` names some files, others may be left out. */
  readonly openStream: (body: ReadableStream<Uint8Array>, wanted?: ReadonlySet<string>) => RepositorySource;
}
