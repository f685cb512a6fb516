/** The ports the flows take. Made once, in `runtime/compose.ts`; a flow names what it needs with `Pick`. */

import type { Settings } from '../core/settings.ts';
import type { AnswerCache } from '../ports/answer-cache.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Catalog } from '../ports/catalog.ts';
import type { ChunkStore } from '../ports/chunk-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Conversations } from '../ports/conversations.ts';
import type { DiscussionStore } from '../ports/discussion-store.ts';
import type { Glob } from '../ports/glob.ts';
import type { GraphStore } from '../ports/graph-store.ts';
import type { HistoryJobs } from '../ports/history-jobs.ts';
import type { HistorySource } from '../ports/history-source.ts';
import type { HistoryStore } from '../ports/history-store.ts';
import type { JobParts } from '../ports/job-parts.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { ManifestReader } from '../ports/manifest-reader.ts';
import type { Parser } from '../ports/parser.ts';
import type { PatternEngine } from '../ports/pattern-engine.ts';
import type { RepositorySource } from '../ports/repository-source.ts';
import type { ReceiptSigner } from '../ports/receipt-signer.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { SecretScanner } from '../ports/secret-scanner.ts';
import type { TextIndex } from '../ports/text-index.ts';
import type { Uploads } from '../ports/uploads.ts';
import type { DenseSearch, VectorIndex } from '../ports/vector-index.ts';
import type { Generation } from './generation/generation.ts';
import type { Hosting } from './github/hosting.ts';
import type { WebAccess } from './crawl/web-access.ts';

export interface Services {
  /** Which build of the program this is: answers kept by another are not this one's. */
  readonly build: string;
  readonly settings: Settings;
  /** Numbers of the index databases that there are. */
  readonly shards: readonly number[];
  readonly catalog: Catalog;
  readonly uploads: Uploads;
  readonly jobParts: JobParts;
  readonly jobQueue: JobQueue;
  readonly blobStore: BlobStore;
  readonly chunkStore: ChunkStore;
  readonly graphStore: GraphStore;
  readonly historyStore: HistoryStore;
  readonly discussionStore: DiscussionStore;
  readonly historyJobs: HistoryJobs;
  readonly historySource: HistorySource;
  readonly textIndex: TextIndex;
  /** Undefined where the deployment embeds nothing. */
  readonly dense: DenseSearch | undefined;
  /** Where vectors of other times may be, whatever embeds now: what is removed goes from it too. */
  readonly vectorIndex: Pick<VectorIndex, 'remove' | 'sharing'>;
  /** Undefined where the fitted ranker has the last word. */
  readonly reranker: Reranker | undefined;
  /** Models that write answers; none is asked where none is configured and no key comes with the question. */
  readonly generation: Generation;
  readonly receiptSigner: ReceiptSigner;
  readonly answerCache: AnswerCache;
  readonly conversations: Conversations;
  readonly parser: Parser;
  readonly manifestReader: ManifestReader;
  readonly secretScanner: SecretScanner;
  readonly glob: Glob;
  readonly patternEngine: PatternEngine;
  readonly clock: Clock;
  /** Documentation on the web. */
  readonly web: WebAccess;
  /** Repositories that lie elsewhere. */
  readonly hosting: Hosting;
  /** The entries of an uploaded archive. */
  readonly openArchive: (archive: { key: string; format: ArchiveFormat }) => RepositorySource;
}

export type ArchiveFormat = 'tar.gz' | 'zip';
