/** Creates all services from the environment. Only this folder imports adapters. */

import { createD1Catalog } from '../adapters/d1/catalog.ts';
import { createD1ReceiptKeyStore } from '../adapters/d1/receipt-key-store.ts';
import { createD1Uploads } from '../adapters/d1/uploads.ts';
import { createDurableConversations } from '../adapters/durable-objects/conversations.ts';
import { createDurableLimits } from '../adapters/durable-objects/limits.ts';
import { createSystemClock } from '../adapters/embedded/clock.ts';
import { createWordVectors } from '../adapters/embedded/word-vectors.ts';
import { createManifestReader } from '../adapters/manifests/manifest-reader.ts';
import { createRe2Glob } from '../adapters/re2js/glob.ts';
import { createQueueJobQueue } from '../adapters/queues/job-queue.ts';
import { createR2BlobStore } from '../adapters/r2/blob-store.ts';
import { createRe2PatternEngine } from '../adapters/re2js/pattern-engine.ts';
import { createResvgImageRenderer } from '../adapters/resvg/image-renderer.ts';
import { createSecretScanner } from '../adapters/secret-rules/secret-scanner.ts';
import { createBindingBurstLimit } from '../adapters/rate-limit/burst-limit.ts';
import { createTreeSitterParser } from '../adapters/tree-sitter/parser.ts';
import { createReceiptSigner } from '../adapters/web-crypto/receipt-signer.ts';
import { withCircuitBreaker } from '../flows/search/embedder-circuit-breaker.ts';
import { withAccessChecks } from '../flows/github/check-access.ts';
import { defaultAnswerer } from '../flows/models/choose-models.ts';
import type { Metering } from '../flows/limits/metering.ts';
import type { Services } from '../flows/services.ts';
import type { BurstLimit } from '../ports/access/burst-limit.ts';
import manifest from '../../package.json' with { type: 'json' };
import { createAccounts } from './accounts.ts';
import { parseConfig, type Config } from './config.ts';
import type { Environment } from './environment.ts';
import { createGeneration } from './generation.ts';
import { createEmbedder, createReranker, createVectorIndex } from './providers.ts';
import { createArchiveOpener, createHistorySource, createHosting, createWebAccess } from './sources.ts';
import { createIndexStores, createViewerStores, listShards, toIndexDatabases } from './stores.ts';

const { version } = manifest;

interface Composition {
  readonly config: Config;
  readonly services: Services;
  readonly adapters: Adapters;
  readonly version: string;
  readonly assets: Fetcher | undefined;
}

/** The adapter of each port, as `health` reports it. */
type Adapters = typeof fixedAdapters &
  Readonly<Record<'embedder' | 'vectorIndex' | 'reranker' | 'generator', string>>;

const fixedAdapters = {
  textIndex: 'd1-fts5',
  parser: 'tree-sitter',
  blobStore: 'r2',
  jobQueue: 'queues',
  conversations: 'durable-objects',
};

/** One composition per isolate and environment, so that grammars and compiled rules are loaded once. */
const compositions = new WeakMap<Environment, Composition>();

/** @throws Error that lists every configuration problem */
export function compose(environment: Environment): Composition {
  const known = compositions.get(environment);
  if (known !== undefined) return known;
  const composition = createComposition(environment);
  compositions.set(environment, composition);
  return composition;
}

function createComposition(environment: Environment): Composition {
  const config = parseConfig(environment);
  const clock = createSystemClock();
  const databases = toIndexDatabases(environment);
  const blobStore = createR2BlobStore(environment.BLOBS);
  const embedder = createEmbedder(config, environment);
  const vectorIndex = createVectorIndex(config, { environment, databases, clock, embedder });
  const hosting = createHosting(config, environment, clock);
  const web = createWebAccess(config, { databases, clock, version });
  const catalog = withAccessChecks(createD1Catalog(environment.CATALOG, clock), hosting, clock);
  const metering = createMetering(config, environment);
  const services: Services = {
    settings: config.settings,
    build: buildId(environment),
    clock,
    blobStore,
    shards: listShards(environment),
    catalog,
    uploads: createD1Uploads(environment.CATALOG, clock),
    ...createViewerStores(environment),
    burstLimit: createBurstLimit(config, environment),
    metering,
    hosting,
    web,
    ...createAccounts(config, environment, clock),
    ...createIndexStores(databases, clock),
    jobQueue: createQueueJobQueue(environment.PARTS, (jobId) =>
      environment.JOB.get(environment.JOB.idFromName(jobId)),
    ),
    historySource: createHistorySource(config, clock),
    dense: embedder && { embedder: withCircuitBreaker(embedder, clock), vectorIndex },
    vectorIndex,
    wordVectors: createWordVectors(),
    reranker: createReranker(config, environment),
    generation: createGeneration(config, { environment, clock, metering }),
    receiptSigner: createReceiptSigner(
      config.receiptKeys,
      createD1ReceiptKeyStore(environment.CATALOG, clock),
    ),
    conversations: createDurableConversations(
      (name) => environment.CONVERSATION.get(environment.CONVERSATION.idFromName(name)),
      catalog,
    ),
    parser: createTreeSitterParser(),
    manifestReader: createManifestReader(),
    secretScanner: createSecretScanner(clock.yieldToEventLoop),
    glob: createRe2Glob(),
    patternEngine: createRe2PatternEngine(),
    imageRenderer: createResvgImageRenderer(),
    openArchive: createArchiveOpener(config, blobStore),
  };
  return { config, services, adapters: listAdapters(config, services), version, assets: environment.ASSETS };
}

function listAdapters(
  { embedder, vectorIndex, reranker }: Config,
  { dense, generation }: Services,
): Adapters {
  return {
    ...fixedAdapters,
    embedder: embedder.provider,
    vectorIndex: dense === undefined ? 'none' : vectorIndex,
    reranker,
    generator: defaultAnswerer(generation),
  };
}

function createBurstLimit({ mode }: Config, { BURST: binding }: Environment): BurstLimit | undefined {
  return mode === 'open' || binding === undefined ? undefined : createBindingBurstLimit(binding);
}

function createMetering({ mode, usageLimits }: Config, { LIMIT }: Environment): Metering | undefined {
  if (mode === 'open') return undefined;
  return { ...usageLimits, limits: createDurableLimits((account) => LIMIT.get(LIMIT.idFromName(account))) };
}

/** Wrangler's deployment id, or the build that a local server reports. */
function buildId(environment: Environment): string {
  const local = environment['BUILD'];
  return environment.CF_VERSION_METADATA?.id ?? (typeof local === 'string' ? local : version);
}
