/** Defines and searches the full-text table of the words that commits changed, so that a change is found whatever its message says. */

import { extractTerms } from '../../../core/text/terms.ts';
import type { ChangedTerms, HistoryKey, HistoryStore, NewCommit } from '../../../ports/history-store.ts';
import { allRows, createSlicedStatements, firstRow, type IndexDatabases } from '../sql/statements.ts';
import { createTextTable, matchAny } from '../sql/full-text-table.ts';
import { searchCommits, unfilledCommits } from './commit-table.ts';
import { commitTextTable } from './search-commits.ts';

const columns = ['added', 'removed', 'tests', 'documents'] as const;
/** Added lines state what a commit does; tests and documents describe it in words. */
const weights = 'bm25(1.5, 1, 1.2, 1.2)';

export const changedWordsTable = createTextTable({
  prefix: 'changes1',
  numbers: 'history_words_repository',
  columns,
});

/** Returns statements that index the words of commits whose rows exist but are not filled yet. Creates the table when it is first needed. */
export async function changedWordsStatements(
  database: D1Database,
  repository: string,
  commits: readonly NewCommit[],
): Promise<readonly D1PreparedStatement[]> {
  const rows = commits.flatMap(({ id, words }) =>
    words === undefined ? [] : [[id, ...columns.map((column) => distinctTerms(words[column]))]],
  );
  if (rows.length === 0) return [];
  const number = await changedWordsTable.assignNumber(database, repository);
  return [
    ...changedWordsTable.createStatements(database, repository, number),
    ...createSlicedStatements(database, changedWordsTable.replaceSql(number, unfilledCommits), rows, [
      repository,
    ]),
  ];
}

function distinctTerms(words: string): string {
  return [...new Set(extractTerms(words))].join(' ');
}

type Part = keyof ChangedTerms;

type ChangedWordsReads = Pick<HistoryStore, 'searchChanges' | 'changedTerms' | 'commitFrequencies'>;

export function changedWordsReads(databases: IndexDatabases): ChangedWordsReads {
  const findTable = async ({ shard, repository }: HistoryKey): Promise<string | undefined> => {
    const number = await changedWordsTable.findNumber(databases(shard), repository);
    return number === undefined ? undefined : changedWordsTable.tableName(number);
  };
  return {
    searchChanges: (key, terms, limit) =>
      searchCommits(databases, key, { textTable: changedWordsTable, weights, terms, limit }),
    async changedTerms(key, commits, terms) {
      const database = databases(key.shard);
      const [table, number] = await Promise.all([
        findTable(key),
        commitTextTable.findNumber(database, key.repository),
      ]);
      const found = new Map<number, Record<Part, Set<string>>>();
      if (number === undefined || terms.length === 0) return found;
      const probe = { database, commits, terms, found };
      await probeTerms(probe, commitTextTable.tableName(number), ['paths']);
      if (table !== undefined) await probeTerms(probe, table, columns);
      return found;
    },
    async commitFrequencies(key, terms) {
      const database = databases(key.shard);
      const [changes, number] = await Promise.all([
        findTable(key),
        commitTextTable.findNumber(database, key.repository),
      ]);
      if (number === undefined) return { commits: 0, byTerm: new Map() };
      const tables = [commitTextTable.tableName(number), ...(changes === undefined ? [] : [changes])];
      const counts = tables.map((table) => `(SELECT count(*) FROM ${table} WHERE ${table} MATCH j.value)`);
      const [rows, total] = await Promise.all([
        allRows<{ at: number; count: number }>(
          database
            .prepare(
              `SELECT j.key AS at, ${counts.length === 1 ? counts[0] : `max(${counts.join(', ')})`} AS count FROM json_each(?1) AS j`,
            )
            .bind(JSON.stringify(terms.map((term) => matchAny([term])))),
        ),
        firstRow<{ count: number }>(
          database
            .prepare('SELECT count(*) AS count FROM history_commit WHERE repository = ?1 AND is_known = 1')
            .bind(key.repository),
        ),
      ]);
      return {
        commits: total?.count ?? 0,
        byTerm: new Map(rows.map(({ at, count }) => [terms[at] ?? '', count])),
      };
    },
  };
}

/** Adds the terms that these columns of the table contain to `found`. */
async function probeTerms(
  probe: {
    readonly database: D1Database;
    readonly commits: readonly number[];
    readonly terms: readonly string[];
    readonly found: Map<number, Record<Part, Set<string>>>;
  },
  table: string,
  parts: readonly Part[],
): Promise<void> {
  const { database, commits, terms, found } = probe;
  const probes = parts.flatMap((part) =>
    terms.map((term) => ({ part, term, match: `${part} : ${matchAny([term])}` })),
  );
  const rows = await allRows<{ id: number; probes: string }>(
    database
      .prepare(
        `SELECT t.rowid AS id, group_concat(j.key) AS probes FROM json_each(?1) AS j CROSS JOIN ${table} AS t
         WHERE ${table} MATCH j.value AND t.rowid IN (SELECT value FROM json_each(?2)) GROUP BY t.rowid`,
      )
      .bind(JSON.stringify(probes.map(({ match }) => match)), JSON.stringify(commits)),
  );
  for (const row of rows) {
    const terms = found.get(row.id) ?? createTerms();
    found.set(row.id, terms);
    for (const at of row.probes.split(',')) {
      const { part, term } = probes[Number(at)] ?? {};
      if (part !== undefined && term !== undefined) terms[part].add(term);
    }
  }
}

function createTerms(): Record<Part, Set<string>> {
  return { paths: new Set(), added: new Set(), removed: new Set(), tests: new Set(), documents: new Set() };
}
