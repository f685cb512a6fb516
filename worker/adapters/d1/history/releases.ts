/** Reads the commits of releases: tags of the repository, and commits whose subject names a version. Also authors and ancestry. */

import type { HistoryStore } from '../../../ports/history-store.ts';
import { splitCommitMessage } from '../../../core/history/commit-record.ts';
import { joinMembers, withMembers } from './row-ranges.ts';
import { readMembersJson } from './version-commits.ts';
import { allRows, createSlicedStatements, runBatch, type IndexDatabases } from '../sql/statements.ts';

type ReleaseReads = Pick<HistoryStore, 'authors' | 'releaseCommits' | 'ancestors' | 'saveTags'>;

const maxAuthors = 5_000;
const maxSubjectMatches = 50;
/** Beyond this, the ancestry is not walked for one question. */
const maxWalkedCommits = 60_000;

export function releaseReads(databases: IndexDatabases): ReleaseReads {
  return {
    async authors(key) {
      const rows = await allRows<{ author: string }>(
        databases(key.shard)
          .prepare(
            `${withMembers} SELECT h.author FROM history_commit AS h ${joinMembers('h.id')}
             WHERE h.repository = ?2 AND h.is_known = 1 GROUP BY h.author ORDER BY count(*) DESC, h.author LIMIT ?3`,
          )
          .bind(await readMembersJson(databases, key), key.repository, maxAuthors),
      );
      return rows.map(({ author }) => author);
    },
    async saveTags({ shard, repository }, tags) {
      const database = databases(shard);
      await runBatch(database, [
        database.prepare('DELETE FROM history_tag WHERE repository = ?1').bind(repository),
        ...createSlicedStatements(
          database,
          `INSERT OR REPLACE INTO history_tag (repository, name, commit_id, committed_at)
           SELECT ?2, j.value ->> 0, j.value ->> 1, j.value ->> 2 FROM json_each(?1) AS j`,
          tags.map(({ name, commit, committedAt }) => [name, commit, committedAt]),
          [repository],
        ),
      ]);
    },
    async releaseCommits(key, version) {
      const database = databases(key.shard);
      const tags = await allRows<{ name: string; commit_id: string; committed_at: number }>(
        database
          .prepare(
            `SELECT name, commit_id, committed_at FROM history_tag WHERE repository = ?1 AND ${contains('name', '?2')}`,
          )
          .bind(key.repository, version),
      );
      const subjects = await allRows<{ message: string; commit_id: string; committed_at: number }>(
        database
          .prepare(
            `${withMembers} SELECT h.message, h.commit_id, h.committed_at FROM history_commit AS h ${joinMembers('h.id')}
             WHERE h.repository = ?2 AND h.is_known = 1 AND ${contains('substr(h.message, 1, 200)', '?3')}
             ORDER BY h.committed_at DESC LIMIT ?4`,
          )
          .bind(await readMembersJson(databases, key), key.repository, version, maxSubjectMatches),
      );
      return [
        ...tags.map((row) => ({
          text: row.name,
          isTag: true,
          commit: row.commit_id,
          committedAt: row.committed_at,
        })),
        ...subjects.map((row) => ({
          text: splitCommitMessage(row.message).subject,
          isTag: false,
          commit: row.commit_id,
          committedAt: row.committed_at,
        })),
      ];
    },
    async ancestors(key, commit) {
      const rows = await allRows<{ commit_id: string; parents: string }>(
        databases(key.shard)
          .prepare(
            `${withMembers} SELECT h.commit_id, h.parents FROM history_commit AS h ${joinMembers('h.id')}
             WHERE h.repository = ?2 AND h.is_known = 1 LIMIT ?3`,
          )
          .bind(await readMembersJson(databases, key), key.repository, maxWalkedCommits + 1),
      );
      if (rows.length > maxWalkedCommits) return undefined;
      const parents = new Map(rows.map((row) => [row.commit_id, row.parents]));
      if (!parents.has(commit)) return undefined;
      const reached = new Set<string>();
      const pending = [commit];
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        const own = parents.get(next);
        if (own === undefined || reached.has(next)) continue;
        reached.add(next);
        pending.push(...(JSON.parse(own) as string[]));
      }
      return reached;
    },
  };
}

/** SQL condition: a text contains another, in any letter case. LIKE would fail, because D1 limits its patterns to 50 bytes. */
function contains(text: string, part: string): string {
  return `instr(lower(${text}), lower(${part})) > 0`;
}
