/** Stores cached answers in the index database of their snapshot, so that they are removed with the snapshot. */

import type { AnswerEvent } from '../../core/answers/answer.ts';
import type { AnswerCache } from '../../ports/answer-cache.ts';
import { deleteInSlices } from './sql/delete-in-slices.ts';
import { firstRow, runBatch, type IndexDatabases } from './sql/statements.ts';

const maxAnswers = 200;
/** Enough for the data of a few builds. */
const maxSnapshotData = 20;
/** D1 allows 2,000,000 bytes per value (https://developers.cloudflare.com/d1/platform/limits/). Longer answers are not cached. */
const maxBytes = 1_900_000;
/** How many answers one transaction deletes. The number is small, because an answer may be large. */
const answersPerTransaction = 10;

const isSnapshotData = "(instr(digest, ' ') > 0)";

export function createD1AnswerCache(databases: IndexDatabases): AnswerCache {
  return {
    maxAnswers,
    maxSnapshotData,
    async read({ shard, snapshot, generation }, digest) {
      const row = await firstRow<{ events: string }>(
        databases(shard)
          .prepare('SELECT events FROM answer WHERE snapshot = ?1 AND generation = ?2 AND digest = ?3')
          .bind(snapshot, generation, digest),
      );
      return row === undefined ? undefined : (JSON.parse(row.events) as AnswerEvent[]);
    },
    async write({ shard, snapshot, generation }, digest, events) {
      const json = JSON.stringify(events);
      if (new TextEncoder().encode(json).byteLength > maxBytes) return;
      const database = databases(shard);
      await runBatch(database, [
        database
          .prepare(
            'INSERT OR REPLACE INTO answer (snapshot, generation, digest, events) VALUES (?1, ?2, ?3, ?4)',
          )
          .bind(snapshot, generation, digest, json),
        database
          .prepare(
            `DELETE FROM answer WHERE snapshot = ?1 AND ${isSnapshotData} = ?2 AND id <=
             (SELECT id FROM answer WHERE snapshot = ?1 AND ${isSnapshotData} = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3)`,
          )
          .bind(snapshot, ...(digest.includes(' ') ? [1, maxSnapshotData] : [0, maxAnswers])),
      ]);
    },
    async remove({ shard, snapshot }) {
      const answers = { table: 'answer', key: 'id', where: 'snapshot = ?1', values: [snapshot] };
      await deleteInSlices(databases(shard), { ...answers, sliceSize: answersPerTransaction });
    },
  };
}
