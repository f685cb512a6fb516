/**
 * The app's door to the server: the one typed client, bound to this page's origin, and the types it speaks. Only types
 * come from the rest of the contract, so the browser carries no schema.
 */
import { createClient, type Client } from '../../../worker/contract/client.ts';
import type { AnswerRequest } from '../../../worker/contract/answer.ts';
import type { GraphEdge } from '../../../worker/contract/graph.ts';
import type { Accepted, AddQuery } from '../../../worker/contract/repository.ts';
import { createUploadFetch, type UploadProgress } from './upload-fetch.ts';

export {
  attachmentLimits,
  composedHeading,
  languageOf,
  nearestNames,
  ProblemError,
  reasonInWords,
} from '../../../worker/contract/client.ts';
export type { NumberedPart } from '../../../worker/contract/client.ts';
export type { AttachmentEvidence } from '../../../worker/contract/attachment.ts';
export type { AnswerTimings, Claim, ClaimState } from '../../../worker/contract/claim.ts';
export type {
  AnswerRequest,
  CommitEvidence,
  CoverageLine,
  Evidence,
  SpanEvidence,
} from '../../../worker/contract/answer.ts';
export type {
  AnswerMetadata,
  AnswerStreamPart,
  QuestionReading,
  SearchedFacts,
} from '../../../worker/contract/answer-stream.ts';
export type { Card } from '../../../worker/contract/card.ts';
export type AttachedFile = NonNullable<AnswerRequest['files']>[number];
export type { Generation, Models } from '../../../worker/contract/generation.ts';
export type { Receipt } from '../../../worker/contract/receipt.ts';
export type { Conversation, ConversationTurn, Starters } from '../../../worker/contract/conversation.ts';
export type {
  CitationDrift,
  ConversationDrift,
  DriftState,
  TurnDrift,
} from '../../../worker/contract/drift.ts';
export type {
  FileText,
  FileTree,
  PathMatches,
  SymbolList,
  TreeEntry,
} from '../../../worker/contract/file.ts';
export type {
  Definitions,
  GraphAnswer,
  GraphEdge,
  GraphNode,
  GraphParameters,
  GraphQuery,
  NamedPlace,
  RepositoryMap,
} from '../../../worker/contract/graph.ts';
export type { CommitView, History, HistoryEntry, Timeline } from '../../../worker/contract/history.ts';
export type { HistoryStateView } from '../../../worker/contract/history-export.ts';
export type { LiveFacts, LivePlan, LiveStep, LiveStreamPart } from '../../../worker/contract/live.ts';
export type { Problem } from '../../../worker/contract/problem.ts';
export type { GrepResponse, SearchResponse, SearchResult } from '../../../worker/contract/search.ts';
export type { AddQuery, Coverage, Repository, Status } from '../../../worker/contract/repository.ts';

export type {
  DiscussionEvidence,
  DiscussionRowView,
  DiscussionView,
} from '../../../worker/contract/discussion.ts';
export type { CrawlWire } from '../../../worker/contract/crawl.ts';
export type { AddSource, SourcePreview } from '../../../worker/contract/source.ts';
export type { Token } from '../../../worker/contract/token.ts';
export type { Version } from '../../../worker/contract/version.ts';

export type EdgeKind = GraphEdge['kind'];
export type EdgeTier = GraphEdge['tier'];

export const api = createClient({ baseUrl: '' });

/** The same for look-ups that may be left: aborting the signal ends every call made through it. */
export function createAbortableApi(signal: AbortSignal): Client {
  return createClient({ baseUrl: '', fetch: (input, init) => fetch(input, { ...init, signal }) });
}

/** Uploads an archive from disk, telling how many bytes have left; throws `ProblemError` as every call does. */
export function uploadArchive(upload: {
  readonly query: AddQuery;
  readonly archive: { readonly contentType: string; readonly body: Blob };
  readonly onProgress: (progress: UploadProgress) => void;
  readonly signal: AbortSignal;
}): Promise<Accepted> {
  const client = createClient({ baseUrl: '', fetch: createUploadFetch(upload.onProgress) });
  return client.addRepository(upload.query, upload.archive, upload.signal);
}
