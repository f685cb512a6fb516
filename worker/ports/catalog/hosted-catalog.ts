/** The part of the catalog about repositories on a code host: their names there, who may read them, and when they are refreshed. */

import type { Repository } from '../../core/repositories/repository.ts';
import type { GitHubSource } from '../../core/repositories/source.ts';

export interface HostedCatalog {
  /** All users' repositories from one location: matched by host id, or by name without regard to case. */
  listHosted(source: GitHubSource): Promise<readonly Repository[]>;
  /** A hosted repository of any user; undefined if it is not hosted or is being removed. */
  getHosted(id: string): Promise<Repository | undefined>;
  /** All hosted repositories, least recently refreshed first. */
  listAllHosted(): Promise<readonly Repository[]>;
  /** Renames a repository, unless its owner has another one of that name. */
  renameHosted(id: string, name: string, source: GitHubSource): Promise<void>;
  /** Records who may read it on the host: everyone (undefined), or only its owner. The same rule then applies here. */
  recordAccess(id: string, access: Repository['access']): Promise<void>;
  /** Records the fingerprint of the settings that shaped a snapshot's manifest. */
  recordCollectionFingerprint(number: number, collectedBy: string): Promise<void>;
  /** Records a new ETag for the state of a snapshot. */
  recordEtag(number: number, etag: string | undefined): Promise<void>;
  /** Replaces the push (a commit, or a new default branch) that waits for the running job; undefined for none. */
  setWaitingPush(id: string, push: string | undefined): Promise<void>;
  /** Repositories with a waiting push, without a running job, and without a refresh attempt since the given time. */
  listWaitingPushes(
    startedBefore: number,
  ): Promise<readonly { readonly id: string; readonly owner: string }[]>;
  /**
   * Claims a waiting push, so that only one caller starts its refresh. Fails if another attempt began since the given time or a job runs.
   * @returns the push
   */
  claimWaitingPush(id: string, startedBefore: number): Promise<string | undefined>;
  /** Records the time of a refresh attempt. A time in the future delays the next attempt. */
  recordPushRefresh(id: string, startedAt: number): Promise<void>;
  /** Ends a refresh attempt: the push no longer waits, unless a newer one has arrived. */
  endPushRefresh(id: string, push: string): Promise<void>;
  /** Records that the default branch was checked for new commits now. */
  recordRefresh(id: string): Promise<void>;
  /** Records the current head of the default branch. */
  recordHostHead(id: string, head: { readonly ref: string; readonly commit: string }): Promise<void>;
  /** Records the beginning of a check of the default branch. */
  recordHeadCheck(id: string): Promise<void>;
  /** Hosted repositories that were used since `usedSince` and last checked (successfully or not) before `checkedBefore`; oldest check first. */
  listUnchecked(usedSince: number, checkedBefore: number, limit: number): Promise<readonly Repository[]>;
  /** Public hosted repositories that the host last confirmed as public before `checkedBefore`; oldest check first. */
  listPublic(checkedBefore: number, limit: number): Promise<readonly Repository[]>;
  /** Whether a webhook delivery with this id is recorded. */
  wasDelivered(id: string): Promise<boolean>;
  /** Records a webhook delivery, and deletes older records. */
  recordDelivery(id: string, deleteBefore: number): Promise<void>;
  /** The repository with this name in the `POPULAR` setting, if its host uses another name; ignores case. */
  findByPopularName(name: string): Promise<Repository | undefined>;
  recordPopularName(id: string, name: string): Promise<void>;
  /** Lets everyone read the repository. */
  publishRepository(id: string): Promise<void>;
  /** Lets only the owner read it. */
  unpublishRepository(id: string): Promise<void>;
}
