/** The typed client for the app, the CLI and other programs. It needs only `fetch` and imports only types of schemas, so browsers load no zod. */
import { signInCalls } from './sign-in/client.ts';
import { answerCalls, driftCalls, liveCalls, receiptCalls } from './answers/client.ts';
import { exampleCalls } from './answers/example-client.ts';
import { discussionCalls, historyCalls } from './history/client.ts';
import { sourceCalls, versionCalls } from './repositories/client.ts';
import { repositoryListCalls } from './repositories/list-client.ts';
import type { ContextRequest, ContextResponse } from './context/schema.ts';
import type { FileText, FileTree, PathMatches, SymbolList } from './files/schema.ts';
import { feedbackCalls } from './feedback/client.ts';
import { accountCalls } from './account/client.ts';
import { shareCalls } from './shares/client.ts';
import { graphCalls } from './graph/client.ts';
import type { Health } from './health.ts';
import { keyCalls } from './keys/client.ts';
import { listCalls } from './lists/client.ts';
import { modelCalls } from './models/client.ts';
import { overviewCalls } from './overview/client.ts';
import { readServerSentEvents } from './server-sent-events.ts';
import type { Accepted, AddQuery, Coverage, Repository } from './repositories/schema.ts';
import type { GrepRequest, GrepResponse } from './search/grep-schema.ts';
import type {
  RepositoriesSearchRequest,
  RepositoriesSearchResponse,
  SearchRequest,
  SearchResponse,
} from './search/schema.ts';
import { repositoryPath as repository, createRequester, type ClientOptions } from './request.ts';
import { encodePath } from '../core/text/encode-path.ts';
import { jsonBody, queryString } from './encode-request.ts';

export type { NumberedPart } from './answers/client.ts';
export { readPages } from './read-pages.ts';
export { ProblemError, type ClientOptions } from './request.ts';
export { answerStyles, findLanguageName } from '../core/answers/answer-style.ts';
export { attachmentLimits } from '../core/answers/evidence.ts';
export { maxKeyNameLength } from '../core/keys.ts';
export { composedHeading } from '../core/answers/generation.ts';
export { claimLabels } from '../core/answers/claim-labels.ts';
export { createCitationNumbers, type CitationNumbers } from '../core/answers/citation-numbers.ts';
export { markOf } from '../core/answers/mark-of.ts';
export { countStates, isSupported, summarizeClaims } from '../core/answers/summarize-claims.ts';
export { foldedTitle } from '../core/answers/folded-title.ts';
export { cleanQuotations } from '../core/text/clean-quotations.ts';
export { countOf } from '../core/text/count-of.ts';
export { limitPatch, maxFilePatchLength, type FilePatch } from '../core/history/commit-patch.ts';
export { detectLanguage } from '../core/files/language.ts';
export { unsafeCharacters } from '../core/text/sanitize-text.ts';
export { describeSkipReason } from '../core/files/skip-reason-text.ts';
export { matchRepositories } from '../core/repositories/match-repositories.ts';
export { commitRecordFromGit } from '../core/history/commit-record.ts';
export { sha256 } from '../core/text/hash.ts';
export { readReceipt } from '../core/answers/read-receipt.ts';
export { computeKeyId, findSignatureProblem } from '../core/answers/receipt.ts';
export { decodeText, splitLines } from '../core/text/decode-text.ts';
export { formatFeedbackLines } from './feedback/client.ts';
export { nearestNames } from './graph/client.ts';

export type Client = ReturnType<typeof createClient>;

export function createClient(options: ClientOptions) {
  const request = createRequester(options);
  const json = async <T>(path: string, init?: RequestInit): Promise<T> =>
    (await request(path, init)).json() as Promise<T>;
  const post = <T>(path: string, body: unknown, init?: RequestInit): Promise<T> =>
    json<T>(path, { ...init, ...jsonBody(body, init?.headers) });

  return {
    health: () => json<Health>('/v1/health'),
    ...repositoryListCalls(request),
    ...accountCalls(request),
    ...shareCalls(request),
    ...feedbackCalls(request),
    getRepository: (id: string) => json<Repository>(repository(id)),
    /** Uploads an archive; `body` may be a stream. */
    addRepository: (
      query: AddQuery,
      archive: { contentType: string; body: BodyInit },
      signal?: AbortSignal,
    ) =>
      json<Accepted>(`/v1/repositories${queryString(query)}`, {
        method: 'POST',
        headers: { 'content-type': archive.contentType },
        body: archive.body,
        ...(archive.body instanceof ReadableStream ? { duplex: 'half' } : {}),
        ...(signal === undefined ? {} : { signal }),
      }),
    /** Yields the repository on every change, until it is ready or failed. */
    watchRepository: async function* (id: string, signal?: AbortSignal): AsyncGenerator<Repository> {
      const response = await request(`${repository(id)}/events`, signal === undefined ? {} : { signal });
      for await (const { data } of readServerSentEvents(response)) yield JSON.parse(data) as Repository;
    },
    coverage: (id: string, version?: string) =>
      json<Coverage>(`${repository(id)}/coverage${queryString({ version })}`),
    listFiles: (id: string, path: string, version?: string) =>
      json<FileTree>(`${repository(id)}/files${queryString({ path, version })}`),
    findFiles: (id: string, match: string, version?: string, signal?: AbortSignal) =>
      json<PathMatches>(
        `${repository(id)}/files${queryString({ match, version })}`,
        signal === undefined ? {} : { signal },
      ),
    readFile: (id: string, path: string, version?: string) =>
      json<FileText>(`${repository(id)}/files/${encodePath(path)}${queryString({ version })}`),
    symbols: (id: string, name: string, version?: string) =>
      json<SymbolList>(`${repository(id)}/symbols${queryString({ name, version })}`),
    /** Definitions whose name begins with `name`; at most `limit`, default 100. */
    symbolsWithPrefix: (id: string, name: string, limit?: number, version?: string) =>
      json<SymbolList>(`${repository(id)}/symbols${queryString({ name, match: 'prefix', limit, version })}`),
    /** The definitions of a file, in order. */
    outline: (id: string, path: string, version?: string, signal?: AbortSignal) =>
      json<SymbolList>(
        `${repository(id)}/symbols${queryString({ path, version })}`,
        signal === undefined ? {} : { signal },
      ),
    ...graphCalls(request),
    ...listCalls(request),
    ...overviewCalls(request),
    ...historyCalls(request),
    ...versionCalls(request),
    ...driftCalls(request),
    ...sourceCalls(request),
    ...liveCalls(request),
    ...discussionCalls(request),
    ...receiptCalls(request),
    ...answerCalls(request),
    ...exampleCalls(request),
    ...modelCalls(request),
    ...keyCalls(request),
    ...signInCalls(request),
    search: (id: string, body: SearchRequest, signal?: AbortSignal) =>
      post<SearchResponse>(`${repository(id)}/search`, body, signal === undefined ? {} : { signal }),
    /** Returns the code and documentation that a model needs to answer a question. */
    context: (id: string, body: ContextRequest, signal?: AbortSignal) =>
      post<ContextResponse>(`${repository(id)}/context`, body, signal === undefined ? {} : { signal }),
    /** Searches several repositories. */
    searchRepositories: (body: RepositoriesSearchRequest, signal?: AbortSignal) =>
      post<RepositoriesSearchResponse>('/v1/search', body, signal === undefined ? {} : { signal }),
    grep: (id: string, body: GrepRequest, signal?: AbortSignal) =>
      post<GrepResponse>(`${repository(id)}/grep`, body, signal === undefined ? {} : { signal }),
    /** Resumes a failed indexing job. */
    retry: (id: string) => json<Accepted>(`${repository(id)}/retry`, { method: 'POST' }),
  };
}
