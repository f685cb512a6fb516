/** Creates what fetches repositories and documentation: the code host, its history, archives and the web. */

import { createArchiveSource } from '../adapters/archive/repository-source.ts';
import { createStreamSource } from '../adapters/archive/stream-source.ts';
import { createD1CrawlStore } from '../adapters/d1/crawl-store.ts';
import type { IndexDatabases } from '../adapters/d1/sql/statements.ts';
import { createD1TokenStore } from '../adapters/d1/token-store.ts';
import { createGitHubHistorySource } from '../adapters/github/history-source.ts';
import { createGitHubCodeHost, type GitHubOptions } from '../adapters/github/code-host.ts';
import { verifyDelivery } from '../adapters/github/verify-delivery.ts';
import { createPageFetcher } from '../adapters/web-docs/page-fetcher.ts';
import { createPageReader } from '../adapters/web-docs/page-reader.ts';
import { createNameResolver } from '../adapters/web-docs/resolve-name.ts';
import type { WebAccess } from '../flows/crawl/web-access.ts';
import type { Hosting } from '../flows/github/hosting.ts';
import type { Services } from '../flows/services.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { HistorySource } from '../ports/history-source.ts';
import type { SourceLimits } from '../ports/repository-source.ts';
import type { Config } from './config.ts';
import type { Environment } from './environment.ts';
import { globalFetch } from './providers.ts';

export function createHosting(config: Config, environment: Environment, clock: Clock): Hosting {
  const { token, webhookSecret, tokenKeys } = config.hosting;
  return {
    codeHost: createGitHubCodeHost(toGitHubOptions(config, clock)),
    tokenStore:
      tokenKeys.length === 0 ? undefined : createD1TokenStore(environment.CATALOG, tokenKeys, clock),
    deploymentToken: token,
    verifyDelivery:
      webhookSecret === undefined
        ? undefined
        : (body, signature) => verifyDelivery(webhookSecret, body, signature),
    openStream: (body, neededFiles) =>
      createStreamSource({
        body,
        neededFiles,
        limits: toSourceLimits(config),
        maxPackedBytes: config.settings.limits.maxUploadBytes,
      }),
  };
}

export function createHistorySource(config: Config, clock: Clock): HistorySource {
  return createGitHubHistorySource(toGitHubOptions(config, clock));
}

/** @param blobStore contains the uploaded archives */
export function createArchiveOpener(config: Config, blobStore: BlobStore): Services['openArchive'] {
  const limits = toSourceLimits(config);
  return (archive) => createArchiveSource({ ...archive, blobStore, limits });
}

interface WebParts {
  readonly databases: IndexDatabases;
  readonly clock: Clock;
  /** The version of this program, which it states to the sites that it reads. */
  readonly version: string;
}

export function createWebAccess(
  { mode, web: { loopbackHosts, limits } }: Config,
  { databases, clock, version }: WebParts,
): WebAccess {
  const now = (): number => clock.now();
  return {
    pageFetcher: createPageFetcher({
      fetch: globalFetch,
      resolve: createNameResolver(globalFetch, now),
      userAgent: `Wherefore/${version}`,
      loopbackHosts,
      explainsLoopback: mode === 'open',
      now,
    }),
    pageReader: createPageReader(),
    crawlStore: createD1CrawlStore(databases, clock),
    limits,
  };
}

function toSourceLimits({ settings: { limits } }: Config): SourceLimits {
  return {
    maxUnpackedBytes: limits.maxUnpackedBytes,
    maxRatio: limits.maxArchiveRatio,
    maxEntries: limits.maxArchiveEntries,
  };
}

function toGitHubOptions({ hosting: { apiUrl, archiveOrigins } }: Config, clock: Clock): GitHubOptions {
  return { apiUrl, archiveOrigins, fetch: globalFetch, now: () => clock.now() };
}
