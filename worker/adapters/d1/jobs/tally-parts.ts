/** Counts the parts of an indexing job by stage, for its progress. */

import { zeroCounts, stages, type Counts, type Stage } from '../../../core/repositories/repository.ts';
import { maxParkedMs, type StageTally } from '../../../ports/job-parts.ts';
import { allRows } from '../sql/statements.ts';

interface TallyRecord {
  stage: Stage;
  total: number;
  done: number;
  files: number | null;
  lines: number | null;
  chunks: number | null;
  symbols: number | null;
  edges: number | null;
  skipped: number | null;
  rows_written: number;
  started_at: number | null;
  finished_at: number | null;
  waiting_until: number | null;
  waiting_for: string | null;
}

function sum(name: keyof Counts): string {
  return `sum(counts ->> '${name}') AS ${name}`;
}

/** SQL condition: a waiting part is parked. An end after `latest` was written before the clock was set back, so it is ignored. */
export const isParked = (now: string, latest: string): string =>
  `(not_before > ${now} AND not_before <= ${latest})`;
const isParkedNow = `state = 'waiting' AND ${isParked('?2', '?3')}`;

/** Returns the progress of each stage at `now`, in the order of the stages. Omits stages without parts. */
export async function tallyParts(
  database: D1Database,
  job: string,
  now: number,
): Promise<readonly StageTally[]> {
  const rows = await allRows<TallyRecord>(
    database
      .prepare(
        `SELECT stage, count(*) AS total, sum(state = 'done') AS done, ${sum('files')}, ${sum('lines')}, ${sum('chunks')},
           ${sum('symbols')}, ${sum('edges')}, ${sum('skipped')}, sum(rows_written) AS rows_written,
           min(started_at) AS started_at, max(finished_at) AS finished_at,
           max(iif(${isParkedNow}, not_before, NULL)) AS waiting_until, max(iif(${isParkedNow}, error, NULL)) AS waiting_for
         FROM job_part WHERE job = ?1 GROUP BY stage`,
      )
      .bind(job, now, now + maxParkedMs),
  );
  return rows.map(toTally).sort((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage));
}

function toTally(row: TallyRecord): StageTally {
  return {
    stage: row.stage,
    done: row.done,
    total: row.total,
    counts: {
      ...zeroCounts,
      files: row.files ?? 0,
      lines: row.lines ?? 0,
      chunks: row.chunks ?? 0,
      symbols: row.symbols ?? 0,
      edges: row.edges ?? 0,
      skipped: row.skipped ?? 0,
    },
    rowsWritten: row.rows_written,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.done === row.total ? (row.finished_at ?? undefined) : undefined,
    waiting:
      row.waiting_until === null ? undefined : { until: row.waiting_until, why: row.waiting_for ?? '' },
  };
}
