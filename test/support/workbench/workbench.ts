/**
 * Opens the services of the flows in workerd. Databases, archives, patterns and globs are real. Blobs are in memory, the queue only records its
 * messages, and the scanner detects words that begin with KEY as secrets.
 */

import { createArchiveSource } from '../../../worker/adapters/archive/repository-source.ts';
import { createD1FeedbackStore } from '../../../worker/adapters/d1/access/feedback-store.ts';
import { createD1VisitorQuestions } from '../../../worker/adapters/d1/access/visitor-questions.ts';
import { createD1IdempotencyStore } from '../../../worker/adapters/d1/access/idempotency-store.ts';
import { createD1PreferenceStore } from '../../../worker/adapters/d1/access/preference-store.ts';
import { createD1QuestionTotals } from '../../../worker/adapters/d1/access/question-totals.ts';
import { createD1ShareStore } from '../../../worker/adapters/d1/access/share-store.ts';
import { createD1Catalog } from '../../../worker/adapters/d1/catalog.ts';
import { createManifestReader } from '../../../worker/adapters/manifests/manifest-reader.ts';
import { createRe2Glob } from '../../../worker/adapters/re2js/glob.ts';
import { createRe2PatternEngine } from '../../../worker/adapters/re2js/pattern-engine.ts';
import { createD1Uploads } from '../../../worker/adapters/d1/uploads.ts';
import type { Services } from '../../../worker/flows/services.ts';
import type { HistoryJobKey } from '../../../worker/ports/history-jobs.ts';
import type { PartKey } from '../../../worker/ports/job-parts.ts';
import type { Parser } from '../../../worker/ports/parser.ts';
import type { SecretScanner } from '../../../worker/ports/secret-scanner.ts';
import type { WebAccess } from '../../../worker/flows/crawl/web-access.ts';
import { createPageReader } from '../../../worker/adapters/web-docs/page-reader.ts';
import { createReceiptSigner } from '../../../worker/adapters/web-crypto/receipt-signer.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { emptyCatalog, countRows } from './d1.ts';
import { openD1Stores } from './d1-stores.ts';
import { createHashingEmbedder } from '../fakes/hashing-embedder.ts';
import { createHashingWordVectors } from '../fakes/hashing-word-vectors.ts';
import { noHosting } from '../fakes/no-hosting.ts';
import { createManualClock, type ManualClock } from '../fakes/manual-clock.ts';
import { createMemoryConversations } from '../fakes/memory-conversations.ts';
import { createMemoryBlobStore } from '../fakes/memory-blob-store.ts';
import { createMemoryHistorySource } from '../fakes/memory-history-source.ts';
import { createMemoryVectorIndex } from '../fakes/memory-vector-index.ts';
import { createMemoryReceiptKeys } from '../fakes/memory-receipt-keys.ts';
import { createTestGeneration } from '../fakes/generation.ts';

/** A web without pages. */
const noWeb: Omit<WebAccess, 'crawlStore'> = {
  pageFetcher: {
    userAgent: 'Wherefore/test',
    explainRefusal: () => undefined,
    get: ({ url }) =>
      Promise.resolve({
        outcome: 'failed',
        url,
        reason: 'unreachable',
        detail: 'Tests have no web access.',
        status: undefined,
        retryAfterMs: undefined,
      }),
  },
  pageReader: createPageReader(),
  limits: { maxPages: 200, maxDepth: 8, maxMs: 900_000, maxPageBytes: 2_000_000 },
};

export interface Workbench {
  readonly services: Services;
  readonly clock: ManualClock;
  /** Parts woken since the test last emptied the list. */
  readonly wokenParts: PartKey[];
  /** Jobs that fetch host history, woken since the test last emptied the list. */
  readonly wokenHistoryJobs: HistoryJobKey[];
  /** Returns the row counts of both databases by table, and of the vector index by kind. */
  readonly rows: () => Promise<Record<string, number>>;
}

/** A parser that supports no language, so that files are split by lines. */
const plainParser: Parser = {
  languages: [],
  version: 'none',
  maxLength: 0,
  parse: () => Promise.resolve(undefined),
};

export const keyScanner: SecretScanner = {
  version: 'keys-1',
  maskPath: (path) => path.replace(/\bKEY[A-Z0-9]{4,}/g, '\u2022\u2022\u2022\u2022'),
  scan: (text) =>
    Promise.resolve(
      [...text.matchAll(/\bKEY[A-Z0-9]{4,}/g)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        rule: 'key',
      })),
    ),
};

/**
 * @param getOverrides receives the default services and returns those to replace
 * @param startMs the time of the clock; objects of the runtime use the system's
 */
export async function openWorkbench(
  getOverrides: (services: Services) => Partial<Services> = () => ({}),
  startMs?: number,
): Promise<Workbench> {
  const clock = createManualClock(startMs);
  const catalog = await emptyCatalog();
  const { database, ...stores } = await openD1Stores(clock);
  const {
    answerCache,
    citedFiles,
    chunkStore,
    crawlStore,
    discussionStore,
    graphStore,
    historyJobs,
    historyStore,
    jobParts,
    textIndex,
  } = stores;
  const blobStore = createMemoryBlobStore();
  const vectorIndex = createMemoryVectorIndex();
  const wokenParts: PartKey[] = [];
  const wokenHistoryJobs: HistoryJobKey[] = [];
  const { settings } = parseConfig({
    PACK_BYTES: '1000',
    LINK_LINES: '100',
    EMBED_CHUNKS: '4',
    INDEX_CHUNKS: '3',
    CHUNK_MIN_TOKENS: '5',
    CHUNK_MAX_TOKENS: '60',
  });
  const services: Services = {
    settings,
    build: 'test',
    clock,
    blobStore,
    shards: [0],
    catalog: createD1Catalog(catalog, clock),
    uploads: createD1Uploads(catalog, clock),
    jobParts,
    jobQueue: {
      wake: (parts) => Promise.resolve(void wokenParts.push(...parts)),
      wakeHistory: (job) => Promise.resolve(void wokenHistoryJobs.push(job)),
      watch: () => Promise.resolve(),
      watchCleanup: () => Promise.resolve(),
    },
    chunkStore,
    graphStore,
    historyStore,
    discussionStore,
    historyJobs,
    historySource: createMemoryHistorySource(),
    textIndex,
    dense: { embedder: createHashingEmbedder(), vectorIndex },
    wordVectors: createHashingWordVectors(),
    vectorIndex,
    reranker: undefined,
    generation: createTestGeneration(clock),
    receiptSigner: createReceiptSigner([], createMemoryReceiptKeys()),
    answerCache,
    citedFiles,
    conversations: createMemoryConversations(),
    parser: plainParser,
    manifestReader: createManifestReader(),
    secretScanner: keyScanner,
    glob: createRe2Glob(),
    patternEngine: createRe2PatternEngine(),
    // The drawing itself instead of a PNG.
    imageRenderer: { renderPng: (svg) => Promise.resolve(new TextEncoder().encode(svg)) },
    shareStore: createD1ShareStore(catalog),
    feedbackStore: createD1FeedbackStore(catalog),
    visitorQuestions: createD1VisitorQuestions(catalog),
    preferenceStore: createD1PreferenceStore(catalog),
    idempotencyStore: createD1IdempotencyStore(catalog),
    questionTotals: createD1QuestionTotals(catalog),
    identities: undefined,
    accounts: undefined,
    humanCheck: undefined,
    burstLimit: undefined,
    metering: undefined,
    keyStore: undefined,
    hosting: noHosting,
    web: { ...noWeb, crawlStore },
    openArchive: (archive) =>
      createArchiveSource({
        ...archive,
        blobStore,
        limits: { maxUnpackedBytes: 2 ** 30, maxRatio: 1_000, maxEntries: 10_000 },
      }),
  };
  return {
    services: { ...services, ...getOverrides(services) },
    clock,
    wokenParts,
    wokenHistoryJobs,
    rows: async () => ({
      ...(await countRows(catalog)),
      ...(await countRows(database)),
      ...vectorIndex.rows(),
    }),
  };
}
