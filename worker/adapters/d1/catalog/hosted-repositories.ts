/** Catalog queries for repositories on a code host: their names on the host, who may read them, and pushes that wait for a refresh. */

import type { GitHubSource } from '../../../core/repositories/source.ts';
import type { HostedCatalog } from '../../../ports/catalog/hosted-catalog.ts';
import type { Clock } from '../../../ports/clock.ts';
import { maxParkedMs } from '../../../ports/job-parts.ts';
import type { Sql } from './jobs.ts';
import { repositoryColumns, toRepository, type RepositoryRecord } from './records.ts';
import { allRows, run, runBatch } from '../sql/statements.ts';

/** How many repositories one scheduled run lists. The next run lists the rest. */
const maxListedRepositories = 1_000;
const isHosted = `source ->> 'kind' = 'github' AND removed_at IS NULL`;

export function hostedRepositories(database: D1Database, sql: Sql, clock: Clock): HostedCatalog {
  return {
    async listHosted({ hostId, owner, name }: GitHubSource) {
      const rows = await allRows<RepositoryRecord>(
        sql(
          `SELECT ${repositoryColumns} FROM repository WHERE ${isHosted} AND (source ->> 'hostId' = ?1
             OR (source ->> 'owner' = ?2 COLLATE NOCASE AND source ->> 'name' = ?3 COLLATE NOCASE)) ORDER BY created_at, id LIMIT ${maxListedRepositories}`,
          hostId,
          owner,
          name,
        ),
      );
      return rows.map(toRepository);
    },
    async getHosted(id) {
      const [row] = await allRows<RepositoryRecord>(
        sql(`SELECT ${repositoryColumns} FROM repository WHERE id = ?1 AND ${isHosted}`, id),
      );
      return row && toRepository(row);
    },
    async listAllHosted() {
      const rows = await allRows<RepositoryRecord>(
        sql(
          `SELECT ${repositoryColumns} FROM repository WHERE ${isHosted}
           ORDER BY (SELECT max(created_at) FROM snapshot WHERE repository_id = repository.id), id LIMIT ${maxListedRepositories}`,
        ),
      );
      return rows.map(toRepository);
    },
    async renameHosted(id, name, source) {
      await run(
        sql(
          'UPDATE OR IGNORE repository SET name = ?2, source = ?3 WHERE id = ?1',
          id,
          name,
          JSON.stringify(source),
        ),
      );
    },
    async recordAccess(id, access) {
      await run(
        sql(
          `UPDATE repository SET access_checked_at = ?2, access_lost_at = ?3,
             public_checked_at = CASE WHEN ?2 IS NULL THEN ?4 END,
             visibility = CASE WHEN ?2 IS NULL THEN visibility ELSE 'private' END WHERE id = ?1`,
          id,
          access?.checkedAt ?? null,
          access?.lostAt ?? null,
          clock.now(),
        ),
      );
    },
    async recordCollectionFingerprint(number, collectedBy) {
      await run(sql('UPDATE snapshot SET collected_by = ?2 WHERE number = ?1', number, collectedBy));
    },
    async recordEtag(number, etag) {
      await run(sql('UPDATE snapshot SET etag = ?2 WHERE number = ?1', number, etag ?? null));
    },
    ...waitingPushes(sql, clock),
    ...hostHeads(sql, clock),
    async wasDelivered(id) {
      return (await allRows(sql('SELECT id FROM webhook_delivery WHERE id = ?1', id))).length > 0;
    },
    async recordDelivery(id, forgetBefore) {
      await runBatch(database, [
        sql('DELETE FROM webhook_delivery WHERE received_at < ?1', forgetBefore),
        sql(
          'INSERT INTO webhook_delivery (id, received_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING',
          id,
          clock.now(),
        ),
      ]);
    },
    async findByPopularName(name) {
      const [row] = await allRows<RepositoryRecord>(
        sql(
          `SELECT ${repositoryColumns} FROM repository WHERE popular_as = ?1 COLLATE NOCASE AND ${isHosted}`,
          name,
        ),
      );
      return row && toRepository(row);
    },
    async recordPopularName(id, name) {
      await run(sql('UPDATE repository SET popular_as = ?2 WHERE id = ?1', id, name));
    },
    ...visibilityWrites(sql),
  };
}

function visibilityWrites(sql: Sql): Pick<HostedCatalog, 'publishRepository' | 'unpublishRepository'> {
  const save =
    (visibility: 'private' | 'public') =>
    async (id: string): Promise<void> => {
      await run(sql('UPDATE repository SET visibility = ?2 WHERE id = ?1', id, visibility));
    };
  return { publishRepository: save('public'), unpublishRepository: save('private') };
}

/** Queries for the last known head of each default branch, and for the repositories to check next. */
function hostHeads(
  sql: Sql,
  clock: Clock,
): Pick<
  HostedCatalog,
  'recordRefresh' | 'recordHostHead' | 'recordHeadCheck' | 'listUnchecked' | 'listPublic'
> {
  const lastCheck = 'max(coalesce(head_check_began_at, 0), coalesce(host_checked_at, 0))';
  return {
    async recordRefresh(id) {
      await run(sql('UPDATE repository SET refreshed_at = ?2 WHERE id = ?1', id, clock.now()));
    },
    async recordHostHead(id, { ref, commit }) {
      await run(
        sql(
          'UPDATE repository SET host_ref = ?2, host_head = ?3, host_checked_at = ?4 WHERE id = ?1',
          id,
          ref,
          commit,
          clock.now(),
        ),
      );
    },
    async recordHeadCheck(id) {
      await run(sql('UPDATE repository SET head_check_began_at = ?2 WHERE id = ?1', id, clock.now()));
    },
    async listUnchecked(usedSince, checkedBefore, limit) {
      const rows = await allRows<RepositoryRecord>(
        sql(
          `SELECT ${repositoryColumns} FROM repository
           WHERE ${isHosted} AND access_lost_at IS NULL AND coalesce(used_at, created_at) >= ?1 AND ${lastCheck} < ?2
           ORDER BY ${lastCheck}, id LIMIT ?3`,
          usedSince,
          checkedBefore,
          limit,
        ),
      );
      return rows.map(toRepository);
    },
    async listPublic(checkedBefore, limit) {
      const lastPublicCheck = 'coalesce(public_checked_at, created_at)';
      const rows = await allRows<RepositoryRecord>(
        sql(
          `SELECT ${repositoryColumns} FROM repository
           WHERE ${isHosted} AND visibility = 'public' AND ${lastPublicCheck} < ?1 ORDER BY ${lastPublicCheck}, id LIMIT ?2`,
          checkedBefore,
          limit,
        ),
      );
      return rows.map(toRepository);
    },
  };
}

/** Queries for pushes that wait for a refresh. A push waits until one caller claims it and starts a refresh. The wait ends when an indexing job runs. */
function waitingPushes(
  sql: Sql,
  clock: Clock,
): Pick<
  HostedCatalog,
  'setWaitingPush' | 'listWaitingPushes' | 'claimWaitingPush' | 'recordPushRefresh' | 'endPushRefresh'
> {
  // A start time beyond the longest allowed wait was recorded before the clock was set back.
  const isStarting = `coalesce(push_started_at, 0) > ?1 AND push_started_at <= ?1 + ${maxParkedMs}`;
  const mayStart = `waiting_push IS NOT NULL AND ${isHosted} AND NOT (${isStarting})
    AND NOT EXISTS (SELECT 1 FROM job JOIN snapshot ON snapshot.number = job.snapshot_number
      WHERE snapshot.repository_id = repository.id AND job.state = 'running' AND job.kind = 'index')`;
  return {
    async setWaitingPush(id, commit) {
      await run(sql('UPDATE repository SET waiting_push = ?2 WHERE id = ?1', id, commit ?? null));
    },
    listWaitingPushes: (startedBefore) =>
      allRows(
        sql(
          `SELECT id, owner FROM repository WHERE ${mayStart} ORDER BY id LIMIT ${maxListedRepositories}`,
          startedBefore,
        ),
      ),
    async claimWaitingPush(id, startedBefore) {
      const [row] = await allRows<{ waiting_push: string }>(
        sql(
          `UPDATE repository SET push_started_at = ?2 WHERE id = ?3 AND ${mayStart} RETURNING waiting_push`,
          startedBefore,
          clock.now(),
          id,
        ),
      );
      return row?.waiting_push;
    },
    async recordPushRefresh(id, startedAt) {
      await run(sql('UPDATE repository SET push_started_at = ?2 WHERE id = ?1', id, startedAt));
    },
    async endPushRefresh(id, commit) {
      await run(
        sql(
          `UPDATE repository SET push_started_at = NULL, waiting_push = nullif(waiting_push, ?2) WHERE id = ?1`,
          id,
          commit,
        ),
      );
    },
  };
}
