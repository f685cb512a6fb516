/** Defines the access to code hosts. It is separate from the settings, which anyone may read, because it contains tokens. */

import type { CodeHost } from '../../ports/code-host.ts';
import type { RepositorySource } from '../../ports/repository-source.ts';
import type { TokenStore } from '../../ports/token-store.ts';

export interface Hosting {
  readonly codeHost: CodeHost;
  /** Undefined if the deployment stores no tokens. */
  readonly tokenStore: TokenStore | undefined;
  /** The deployment's own token, for public repositories; undefined if it has none. */
  readonly deploymentToken: string | undefined;
  /** Checks that a body was signed with the webhook secret; undefined if the deployment accepts no deliveries. */
  readonly verifyDelivery: ((body: string, signature: string | undefined) => Promise<boolean>) | undefined;
  /** Reads the entries of a tar.gz stream, without its wrapper folder. If `paths` is set, other files may be skipped. */
  readonly openStream: (body: ReadableStream<Uint8Array>, paths?: ReadonlySet<string>) => RepositorySource;
}
