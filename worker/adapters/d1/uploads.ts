/** Tracks uploads in progress in the catalog database. A lease detects clients that disappeared. */

import { maxClockSkewMs } from '../../core/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReceivedUpload, Uploads } from '../../ports/uploads.ts';
import { allRows, firstRow, run } from './sql/statements.ts';

const leaseMs = 20_000;

interface UploadRecord {
  job: string;
  shard: number;
  blob_key: string | null;
  blob_upload: string | null;
}

export function createD1Uploads(database: D1Database, clock: Clock): Uploads {
  const sql = (text: string, ...values: unknown[]): D1PreparedStatement =>
    database.prepare(text).bind(...values);
  return {
    leaseMs,
    begin: ({ job, shard }) =>
      run(
        sql(
          'INSERT INTO upload (job, shard, lease_until) VALUES (?1, ?2, ?3)',
          job,
          shard,
          clock.now() + leaseMs,
        ),
      ),
    async renew(job, shard) {
      const row = await firstRow(
        sql(
          `UPDATE upload SET lease_until = ?2, shard = coalesce(?3, shard) WHERE job = ?1 AND NOT is_abandoned RETURNING job`,
          job,
          clock.now() + leaseMs,
          shard ?? null,
        ),
      );
      return row !== undefined;
    },
    recordBlob: (job, { key, upload }) =>
      run(sql('UPDATE upload SET blob_key = ?2, blob_upload = ?3 WHERE job = ?1', job, key, upload)),
    async takeExpired() {
      const now = clock.now();
      const rows = await allRows<UploadRecord>(
        sql(
          `UPDATE upload SET is_abandoned = 1, lease_until = ?2 WHERE lease_until NOT BETWEEN ?1 AND ?2 + ${maxClockSkewMs}
           RETURNING job, shard, blob_key, blob_upload`,
          now,
          now + leaseMs,
        ),
      );
      return rows.map(toUpload);
    },
    hasUploads: async () => (await firstRow(sql('SELECT 1 FROM upload LIMIT 1'))) !== undefined,
    end: (job) => run(sql('DELETE FROM upload WHERE job = ?1', job)),
  };
}

function toUpload({ job, shard, blob_key, blob_upload }: UploadRecord): ReceivedUpload {
  const blob = blob_key === null || blob_upload === null ? undefined : { key: blob_key, upload: blob_upload };
  return { job, shard, blob };
}
