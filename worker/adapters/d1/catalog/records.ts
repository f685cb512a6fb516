/** Maps rows of the catalog to domain values. */

import {
  zeroCounts,
  type Counts,
  type Failure,
  type HostHead,
  type Progress,
  type Repository,
  type Snapshot,
  type Status,
} from '../../../core/repositories/repository.ts';
import type { HistoryDepth, Source } from '../../../core/repositories/source.ts';

export interface RepositoryRecord {
  id: string;
  owner: string;
  visibility: 'private' | 'public';
  name: string;
  shard: number;
  created_at: number;
  source: string;
  access_checked_at: number | null;
  access_lost_at: number | null;
  waiting_push: string | null;
  refreshed_at: number | null;
  popular_as: string | null;
  host_ref: string | null;
  host_head: string | null;
  host_checked_at: number | null;
  public_checked_at: number | null;
}

export interface SnapshotRecord {
  number: number;
  id: string;
  repository_id: string;
  ref: string | null;
  commit_id: string;
  subdirectory: string | null;
  wrapper_folder: string | null;
  status: Status;
  generation: number;
  counts: string;
  timings: string;
  progress: string;
  rows_written: number;
  error: string | null;
  created_at: number;
  ready_at: number | null;
  history: HistoryDepth | null;
  etag: string | null;
  collected_by: string | null;
}

export const repositoryColumns =
  'id, owner, visibility, name, shard, created_at, source, access_checked_at, access_lost_at, waiting_push, refreshed_at, popular_as, host_ref, host_head, host_checked_at, public_checked_at';

export function toRepository(row: RepositoryRecord): Repository {
  return {
    id: row.id,
    owner: row.owner,
    visibility: row.visibility,
    name: row.name,
    shard: row.shard,
    createdAt: row.created_at,
    source: JSON.parse(row.source) as Source,
    access: toAccess(row),
    waitingPush: row.waiting_push ?? undefined,
    refreshedAt: row.refreshed_at ?? undefined,
    popularAs: row.popular_as ?? undefined,
    hostHead: toHostHead(row),
    publicCheckedAt: row.public_checked_at ?? undefined,
  };
}

export function toAccess({
  access_checked_at,
  access_lost_at,
}: Pick<RepositoryRecord, 'access_checked_at' | 'access_lost_at'>): Repository['access'] {
  if (access_checked_at === null) return undefined;
  return { checkedAt: access_checked_at, lostAt: access_lost_at ?? undefined };
}

function toHostHead({ host_ref, host_head, host_checked_at }: RepositoryRecord): HostHead | undefined {
  if (host_ref === null || host_head === null || host_checked_at === null) return undefined;
  return { ref: host_ref, commit: host_head, checkedAt: host_checked_at };
}

export function toSnapshot(row: SnapshotRecord): Snapshot {
  return {
    number: row.number,
    id: row.id,
    repositoryId: row.repository_id,
    ref: row.ref ?? undefined,
    commit: row.commit_id,
    subdirectory: row.subdirectory ?? undefined,
    wrapperFolder: row.wrapper_folder ?? undefined,
    status: row.status,
    generation: row.generation,
    counts: { ...zeroCounts, ...(JSON.parse(row.counts) as Partial<Counts>) },
    timings: JSON.parse(row.timings) as Record<string, number>,
    progress: JSON.parse(row.progress) as Progress,
    rowsWritten: row.rows_written,
    error: row.error === null ? undefined : (JSON.parse(row.error) as Failure),
    createdAt: row.created_at,
    readyAt: row.ready_at ?? undefined,
    history: row.history ?? undefined,
    etag: row.etag ?? undefined,
    collectedBy: row.collected_by ?? undefined,
  };
}
