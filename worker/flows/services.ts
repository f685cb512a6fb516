/** Defines the ports that flows depend on. `runtime/compose.ts` creates them once, and a flow selects those it needs with `Pick`. */

import type { Settings } from '../core/settings.ts';
import type { Accounts } from '../ports/identity/accounts.ts';
import type { AnswerCache } from '../ports/answer-cache.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Catalog } from '../ports/catalog.ts';
import type { ChunkStore } from '../ports/chunk-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { CitedFiles, Conversations } from '../ports/conversations.ts';
import type { DiscussionStore } from '../ports/discussion-store.ts';
import type { Glob, PatternEngine } from '../ports/pattern-engine.ts';
import type { GraphStore } from '../ports/graph-store.ts';
import type { HistoryJobs } from '../ports/history-jobs.ts';
import type { HistorySource } from '../ports/history-source.ts';
import type { HistoryStore } from '../ports/history-store.ts';
import type { HumanCheck } from '../ports/identity/human-check.ts';
import type { ImageRenderer } from '../ports/previews/image-renderer.ts';
import type { KeyStore } from '../ports/access/key-store.ts';
import type { JobParts, JobQueue } from '../ports/job-parts.ts';
import type { ManifestReader, Parser } from '../ports/parser.ts';
import type { RepositorySource } from '../ports/repository-source.ts';
import type { ReceiptSigner } from '../ports/receipt-signer.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { SecretScanner } from '../ports/secret-scanner.ts';
import type { TextIndex } from '../ports/text-index.ts';
import type { Uploads } from '../ports/uploads.ts';
import type { DenseSearch, VectorIndex } from '../ports/vector-index.ts';
import type { WordVectors } from '../ports/embedder.ts';
import type { Generation } from './models/generation.ts';
import type { BurstLimit } from '../ports/access/burst-limit.ts';
import type { FeedbackStore } from '../ports/access/feedback-store.ts';
import type { VisitorQuestionStore } from '../ports/access/visitor-questions.ts';
import type { IdempotencyStore } from '../ports/access/idempotency-store.ts';
import type { PreferenceStore } from '../ports/access/preference-store.ts';
import type { QuestionTotals } from '../ports/access/question-totals.ts';
import type { ShareStore } from '../ports/access/share-store.ts';
import type { Identities } from './identity/identities.ts';
import type { Metering } from './limits/metering.ts';
import type { Hosting } from './github/hosting.ts';
import type { WebAccess } from './crawl/web-access.ts';

export interface Services {
  /** The build of this program. Answers cached by another build are not reused. */
  readonly build: string;
  readonly settings: Settings;
  /** Numbers of the bound index databases. */
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
  /** Undefined if the deployment has no embedder. */
  readonly dense: DenseSearch | undefined;
  /** May contain vectors of an earlier configuration, so removals apply to it even without an embedder. */
  readonly vectorIndex: Pick<VectorIndex, 'remove' | 'sharing'>;
  /** Loads the word vectors, which ship with the program, once. */
  readonly wordVectors: () => Promise<WordVectors>;
  /** Undefined if the learned ranker decides the order. */
  readonly reranker: Reranker | undefined;
  /** Models that write answers. Unused if none is configured and the question has no key. */
  readonly generation: Generation;
  readonly receiptSigner: ReceiptSigner;
  readonly answerCache: AnswerCache;
  readonly conversations: Conversations;
  readonly citedFiles: CitedFiles;
  readonly parser: Parser;
  readonly manifestReader: ManifestReader;
  readonly secretScanner: SecretScanner;
  readonly glob: Glob;
  readonly patternEngine: PatternEngine;
  /** Renders the images of link previews. */
  readonly imageRenderer: ImageRenderer;
  readonly clock: Clock;
  /** People who sign in. Undefined in open mode. */
  readonly accounts: Accounts | undefined;
  /** Undefined if the deployment has no check that people send requests. */
  readonly humanCheck: HumanCheck | undefined;
  /** Reads documentation on the web. */
  readonly web: WebAccess;
  readonly shareStore: ShareStore;
  readonly feedbackStore: FeedbackStore;
  readonly visitorQuestions: VisitorQuestionStore;
  readonly preferenceStore: PreferenceStore;
  readonly idempotencyStore: IdempotencyStore;
  readonly questionTotals: QuestionTotals;
  /** Undefined in open mode, where nobody signs in. */
  readonly identities: Identities | undefined;
  /** Undefined in open mode, and where the platform offers none. */
  readonly burstLimit: BurstLimit | undefined;
  /** Undefined in open mode, where nothing is limited. */
  readonly metering: Metering | undefined;
  /** Undefined in open mode, which has no keys. */
  readonly keyStore: KeyStore | undefined;
  /** Reads repositories on a code host. */
  readonly hosting: Hosting;
  /** Reads the entries of an uploaded archive. */
  readonly openArchive: (archive: { key: string; format: ArchiveFormat }) => RepositorySource;
}

export type ArchiveFormat = 'tar.gz' | 'zip';
