/** Creates all services from the environment. Only this folder imports adapters. */

import { createArchiveSource } from '../adapters/archive/repository-source.ts';
import { createStreamSource } from '../adapters/archive/stream-source.ts';
import { createD1FeedbackStore } from '../adapters/d1/access/feedback-store.ts';
import { createD1VisitorQuestions } from '../adapters/d1/access/visitor-questions.ts';
import { createD1IdempotencyStore } from '../adapters/d1/access/idempotency-store.ts';
import { createD1PreferenceStore } from '../adapters/d1/access/preference-store.ts';
import { createD1QuestionTotals } from '../adapters/d1/access/question-totals.ts';
import { createD1ShareStore } from '../adapters/d1/access/share-store.ts';
import { createD1AnswerCache } from '../adapters/d1/answer-cache.ts';
import { createD1CitedFiles } from '../adapters/d1/cited-files.ts';
import { createD1Catalog } from '../adapters/d1/catalog.ts';
import { createD1CrawlStore } from '../adapters/d1/crawl-store.ts';
import { createD1ChunkStore } from '../adapters/d1/chunk-store.ts';
import { createD1DiscussionStore } from '../adapters/d1/discussion-store.ts';
import { createD1GraphStore } from '../adapters/d1/graph-store.ts';
import { createD1HistoryJobs } from '../adapters/d1/history-jobs.ts';
import { createD1HistoryStore } from '../adapters/d1/history-store.ts';
import { createD1JobParts } from '../adapters/d1/job-parts.ts';
import { createD1ReceiptKeyStore } from '../adapters/d1/receipt-key-store.ts';
import type { IndexDatabases } from '../adapters/d1/sql/statements.ts';
import { createD1TextIndex } from '../adapters/d1/text-index.ts';
import { createD1TokenStore } from '../adapters/d1/token-store.ts';
import { createD1Uploads } from '../adapters/d1/uploads.ts';
import { createDurableConversations } from '../adapters/durable-objects/conversations.ts';
import { createDurableLimits } from '../adapters/durable-objects/limits.ts';
import { createSystemClock } from '../adapters/embedded/clock.ts';
import { createWordVectors } from '../adapters/embedded/word-vectors.ts';
import { createGitHubHistorySource } from '../adapters/github/history-source.ts';
import { createGitHubCodeHost, type GitHubOptions } from '../adapters/github/code-host.ts';
import { verifyDelivery } from '../adapters/github/verify-delivery.ts';
import { createManifestReader } from '../adapters/manifests/manifest-reader.ts';
import { createRe2Glob } from '../adapters/re2js/glob.ts';
import { createQueueJobQueue } from '../adapters/queues/job-queue.ts';
import { createR2BlobStore } from '../adapters/r2/blob-store.ts';
import { createRe2PatternEngine } from '../adapters/re2js/pattern-engine.ts';
import { createResvgImageRenderer } from '../adapters/resvg/image-renderer.ts';
import { createSecretScanner } from '../adapters/secret-rules/secret-scanner.ts';
import { createBindingBurstLimit } from '../adapters/rate-limit/burst-limit.ts';
import { createTreeSitterParser } from '../adapters/tree-sitter/parser.ts';
import { createPageFetcher } from '../adapters/web-docs/page-fetcher.ts';
import { createPageReader } from '../adapters/web-docs/page-reader.ts';
import { createNameResolver } from '../adapters/web-docs/resolve-name.ts';
import { createReceiptSigner } from '../adapters/web-crypto/receipt-signer.ts';
import { AppError } from '../core/errors.ts';
import { withCircuitBreaker } from '../flows/search/embedder-circuit-breaker.ts';
import { withAccessChecks } from '../flows/github/check-access.ts';
import { defaultAnswerer } from '../flows/models/choose-models.ts';
import type { WebAccess } from '../flows/crawl/web-access.ts';
import type { Hosting } from '../flows/github/hosting.ts';
import type { Metering } from '../flows/limits/metering.ts';
import type { Services } from '../flows/services.ts';
import type { BurstLimit } from '../ports/access/burst-limit.ts';
import type { Clock } from '../ports/clock.ts';
import type { SourceLimits } from '../ports/repository-source.ts';
import manifest from '../../package.json' with { type: 'json' };
import { createAccounts } from './accounts.ts';
import { parseConfig, type Config } from './config.ts';
import type { Environment } from './environment.ts';
import { createGeneration } from './generation.ts';
import { createEmbedder, globalFetch, createReranker, createVectorIndex } from './providers.ts';

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
  const databases = indexDatabases(environment);
  const blobStore = createR2BlobStore(environment.BLOBS);
  const embedder = createEmbedder(config, environment);
  const vectorIndex = createVectorIndex(config, { environment, databases, clock, embedder });
  const sourceLimits = toSourceLimits(config);
  const hosting = createHosting(config, environment, clock);
  const web = createWebAccess(config, databases, clock);
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
    ...viewerStores(environment),
    burstLimit: createBurstLimit(config, environment),
    metering,
    hosting,
    web,
    ...createAccounts(config, environment, clock),
    ...indexStores(databases, clock),
    jobQueue: createQueueJobQueue(environment.PARTS, (jobId) =>
      environment.JOB.get(environment.JOB.idFromName(jobId)),
    ),
    historySource: createGitHubHistorySource(toGitHubOptions(config, clock)),
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
    openArchive: (archive) => createArchiveSource({ ...archive, blobStore, limits: sourceLimits }),
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

/** What viewers leave in the catalog database. */
function viewerStores({ CATALOG: database }: Environment) {
  return {
    shareStore: createD1ShareStore(database),
    feedbackStore: createD1FeedbackStore(database),
    visitorQuestions: createD1VisitorQuestions(database),
    preferenceStore: createD1PreferenceStore(database),
    idempotencyStore: createD1IdempotencyStore(database),
    questionTotals: createD1QuestionTotals(database),
  };
}

/** The stores of the index databases. */
function indexStores(databases: IndexDatabases, clock: Clock) {
  return {
    jobParts: createD1JobParts(databases, clock),
    chunkStore: createD1ChunkStore(databases, clock),
    graphStore: createD1GraphStore(databases, clock),
    historyStore: createD1HistoryStore(databases),
    discussionStore: createD1DiscussionStore(databases),
    historyJobs: createD1HistoryJobs(databases, clock),
    textIndex: createD1TextIndex(databases, clock),
    answerCache: createD1AnswerCache(databases),
    citedFiles: createD1CitedFiles(databases),
  };
}

function createMetering({ mode, usageLimits }: Config, { LIMIT }: Environment): Metering | undefined {
  if (mode === 'open') return undefined;
  return { ...usageLimits, limits: createDurableLimits((account) => LIMIT.get(LIMIT.idFromName(account))) };
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

function createHosting(config: Config, environment: Environment, clock: Clock): Hosting {
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

function createWebAccess(
  { mode, web: { loopbackHosts, limits } }: Config,
  databases: IndexDatabases,
  clock: Clock,
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

/** Wrangler's deployment id, or the build that a local server reports. */
function buildId(environment: Environment): string {
  const local = environment['BUILD'];
  return environment.CF_VERSION_METADATA?.id ?? (typeof local === 'string' ? local : version);
}

/** Numbers of the bound index databases: INDEX_0, INDEX_1, … */
function listShards(environment: Environment): readonly number[] {
  const numbers = Object.keys(environment).flatMap((name) => /^INDEX_(\d+)$/.exec(name)?.[1] ?? []);
  return numbers.map(Number).toSorted((a, b) => a - b);
}

/** INDEX_0, INDEX_1, … by number. To add a shard, add a binding. */
function indexDatabases(environment: Environment): IndexDatabases {
  return (shard) => {
    const database = environment[`INDEX_${shard}`];
    if (database === undefined) throw new AppError('internal', `There is no index database INDEX_${shard}.`);
    return database as D1Database;
  };
}
