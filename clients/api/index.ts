/** The package `@wherefore/api`: the typed client, its errors, and the types of all requests and responses. */

export {
  createClient,
  ProblemError,
  readPages,
  type Client,
  type ClientOptions,
  type NumberedPart,
} from '../../worker/contract/client.ts';
export type * from '../../worker/contract/account/schema.ts';
export type * from '../../worker/contract/answers/card.ts';
export type * from '../../worker/contract/answers/claim.ts';
export type * from '../../worker/contract/answers/conversation.ts';
export type * from '../../worker/contract/answers/evidence.ts';
export type * from '../../worker/contract/answers/schema.ts';
export type * from '../../worker/contract/answers/stream.ts';
export type * from '../../worker/contract/context/schema.ts';
export type * from '../../worker/contract/discussions/schema.ts';
export type * from '../../worker/contract/drift/schema.ts';
export type * from '../../worker/contract/feedback/schema.ts';
export type * from '../../worker/contract/files/schema.ts';
export type * from '../../worker/contract/graph/schema.ts';
export type * from '../../worker/contract/history/schema.ts';
export type * from '../../worker/contract/history/import-schema.ts';
export type * from '../../worker/contract/health.ts';
export type * from '../../worker/contract/keys/schema.ts';
export type * from '../../worker/contract/lists/schema.ts';
export type * from '../../worker/contract/live/schema.ts';
export type * from '../../worker/contract/models/schema.ts';
export type * from '../../worker/contract/overview/schema.ts';
export type * from '../../worker/contract/pages.ts';
export type * from '../../worker/contract/problem.ts';
export type * from '../../worker/contract/receipts/schema.ts';
export type * from '../../worker/contract/repositories/schema.ts';
export type * from '../../worker/contract/search/schema.ts';
export type * from '../../worker/contract/search/grep-schema.ts';
export type * from '../../worker/contract/shares/schema.ts';
export type * from '../../worker/contract/sign-in/client.ts';
export type * from '../../worker/contract/sources/schema.ts';
export type * from '../../worker/contract/sources/crawl.ts';
export type * from '../../worker/contract/versions/schema.ts';
