/** The access to code hosts. Separate from the settings, which anyone may read, because it contains tokens. */

import type { CodeHost } from '../../ports/code-host.ts';
import type { RepositorySource } from '../../ports/repository-source.ts';
import type { TokenStore } from '../../ports/token-store.ts';

export interface Hosting {
  readonly codeHost: CodeHost;
  /** Undefined when the deployment stores no tokens. */
  readonly tokenStore: TokenStore | undefined;
  /** The deployment's own token, for public repositories; undefined when it has none. */
  readonly deploymentToken: string | undefined;
  /** Whether a body was signed with the webhook secret; undefined when the deployment accepts no deliveries. */
  readonly verifyDelivery: ((body: string, signature: string | undefined) => Promise<boolean>) | undefined;
  /** Reads the entries of a tar.gz stream, without its wrapper folder. When `paths` names files, others may be skipped. */
  readonly openStream: (body: ReadableStream<Uint8Array>, paths?: ReadonlySet<string>) => RepositorySource;
}
