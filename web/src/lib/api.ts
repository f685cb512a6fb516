/**
 * The typed API client, bound to this page's origin, and the wire types. From the rest of the contract the app imports only
 * types, so no schema reaches the browser.
 */
import { createClient, type Client } from '../../../worker/contract/client.ts';
import type { AnswerRequest } from '../../../worker/contract/answers/schema.ts';
import type { GraphEdge } from '../../../worker/contract/graph/schema.ts';
import type { Accepted, AddQuery } from '../../../worker/contract/repositories/schema.ts';
import { createUploadFetch, type UploadProgress } from './upload-fetch.ts';

export {
  attachmentLimits,
  claimLabels,
  cleanQuotations,
  composedHeading,
  countStates,
  detectLanguage,
  foldedTitle,
  formatFeedbackLines,
  isSupported,
  markOf,
  maxKeyNameLength,
  nearestNames,
  summarizeClaims,
  ProblemError,
  describeSkipReason,
} from '../../../worker/contract/client.ts';
export type { NumberedPart } from '../../../worker/contract/client.ts';
export type {
  AttachmentEvidence,
  CommitEvidence,
  Evidence,
  DiscussionEvidence,
  SpanEvidence,
} from '../../../worker/contract/answers/evidence.ts';
export type { AnswerTimings, Claim, ClaimState } from '../../../worker/contract/answers/claim.ts';
export type { AnswerRequest, CoverageLine } from '../../../worker/contract/answers/schema.ts';
export type {
  AnswerMetadata,
  AnswerStreamPart,
  QuestionReading,
  SearchedFacts,
} from '../../../worker/contract/answers/stream.ts';
export type { Card } from '../../../worker/contract/answers/card.ts';
export type AttachedFile = NonNullable<AnswerRequest['files']>[number];
export type { Generation, Models } from '../../../worker/contract/models/schema.ts';
export type { Receipt } from '../../../worker/contract/receipts/schema.ts';
export type {
  Conversation,
  ConversationTurn,
  ExampleAnswer,
  Starters,
} from '../../../worker/contract/answers/conversation.ts';
export type {
  FeedbackPage,
  FeedbackRequest,
  FeedbackView,
  VisitorQuestions,
} from '../../../worker/contract/feedback/schema.ts';
export type { CreatedShare, Share, SharedConversation } from '../../../worker/contract/shares/schema.ts';
export type {
  CitationDrift,
  ConversationDrift,
  DriftState,
  TurnDrift,
} from '../../../worker/contract/drift/schema.ts';
export type {
  FileText,
  FileTree,
  PathMatches,
  SymbolList,
  TreeEntry,
} from '../../../worker/contract/files/schema.ts';
export type {
  Definitions,
  GraphAnswer,
  GraphEdge,
  GraphNode,
  GraphParameters,
  GraphQuery,
  NamedPlace,
  RepositoryMap,
} from '../../../worker/contract/graph/schema.ts';
export type {
  CommitDiffView as CommitDiff,
  CommitView,
  History,
  HistoryEntry,
  Timeline,
} from '../../../worker/contract/history/schema.ts';
export type { HistoryStateView } from '../../../worker/contract/history/import-schema.ts';
export type { LiveFacts, LivePlan, LiveStep, LiveStreamPart } from '../../../worker/contract/live/schema.ts';
export type { Overview, OverviewFolder } from '../../../worker/contract/overview/schema.ts';
export type { Problem } from '../../../worker/contract/problem.ts';
export type { GrepResponse } from '../../../worker/contract/search/grep-schema.ts';
export type {
  RepositoriesSearchResponse,
  SearchResponse,
  SearchResult,
} from '../../../worker/contract/search/schema.ts';
export type { AddQuery, Coverage, Repository, Status } from '../../../worker/contract/repositories/schema.ts';

export type {
  AccountDetails,
  ConversationList,
  Me,
  WirePreferences as Preferences,
} from '../../../worker/contract/account/schema.ts';
export type { Session, SignInMethods } from '../../../worker/contract/sign-in/client.ts';
export type { CreatedKey, CreateKey, Key, KeyLimits, Usage } from '../../../worker/contract/keys/schema.ts';
export type { DiscussionRowView, DiscussionView } from '../../../worker/contract/discussions/schema.ts';
export type { CrawlReportView } from '../../../worker/contract/sources/crawl.ts';
export type { AddSource, SourcePreview } from '../../../worker/contract/sources/schema.ts';
export type { Token } from '../../../worker/contract/sources/schema.ts';
export type { Version } from '../../../worker/contract/versions/schema.ts';

export type EdgeKind = GraphEdge['kind'];
export type EdgeTier = GraphEdge['tier'];

// Marked as pure, so that a page that uses only other exports of this file does not load the client.
export const api = /* @__PURE__ */ createClient({ baseUrl: '' });

/** The same client for requests that can be canceled: aborting the signal cancels every call made through it. */
export function createAbortableApi(signal: AbortSignal): Client {
  return createClient({ baseUrl: '', fetch: (input, init) => fetch(input, { ...init, signal }) });
}

/** Uploads an archive from disk and reports the bytes sent. @throws ProblemError, as every API call does */
export function uploadArchive(upload: {
  readonly query: AddQuery;
  readonly archive: { readonly contentType: string; readonly body: Blob };
  readonly onProgress: (progress: UploadProgress) => void;
  readonly signal: AbortSignal;
}): Promise<Accepted> {
  const client = createClient({ baseUrl: '', fetch: createUploadFetch(upload.onProgress) });
  return client.addRepository(upload.query, upload.archive, upload.signal);
}
