/** Requests with an `Idempotency-Key` and their first response, so that a repeated request is not executed again. */

import type { Owner } from '../../core/viewer.ts';

export interface IdempotentRequest {
  /** Who sent it. Two senders may use the same key. */
  readonly sender: string;
  readonly key: string;
  /** To whom the record belongs; it is removed with their account. */
  readonly owner: Owner;
  /** Method, path and query. */
  readonly target: string;
  readonly bodyHash: string;
  /** The repository that the response is about, if it contains anything of it. */
  readonly repository: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

export interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

export interface EarlierRequest extends Pick<IdempotentRequest, 'target' | 'bodyHash' | 'startedAt'> {
  /** Undefined while it runs. */
  readonly response: StoredResponse | undefined;
}

export interface IdempotencyStore {
  /**
   * Records that the request starts. Of concurrent calls with the same sender and key, only one records it.
   * @param before an earlier request is replaced if it started before `expired`, or before `abandoned` without a response
   * @returns the earlier request with the same sender and key; undefined if this one is recorded
   */
  begin(
    request: IdempotentRequest,
    before: { readonly expired: number; readonly abandoned: number },
  ): Promise<EarlierRequest | undefined>;
  /** Does nothing if another request has replaced it. */
  finish(request: IdempotentRequest, response: StoredResponse): Promise<void>;
  /** The request may be sent again. */
  forget(request: IdempotentRequest): Promise<void>;
  /** Removes what started before the time, in milliseconds since 1970. */
  removeExpired(before: number): Promise<void>;
  removeOwner(owner: Owner): Promise<void>;
  /** Removes what is about the repository, of one owner or of all. */
  removeRepository(repository: string, owner?: Owner): Promise<void>;
}
