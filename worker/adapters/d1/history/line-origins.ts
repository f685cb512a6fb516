/** Stores the commits that the lines of a version's files come from, packed into one row per file, and reads them by line range. */

import { AppError } from '../../../core/errors.ts';
import { sha256 } from '../../../core/text/hash.ts';
import { maxLineHistory, type LineOrigin, type LineRun } from '../../../core/history/history.ts';
import type { SpanPosition } from '../../../core/answers/evidence.ts';
import type { FileOrigins, HistoryKey, HistoryStore } from '../../../ports/history-store.ts';
import { packOrigins, unpackOrigins } from './pack-line-origins.ts';
import { insertRows, versionStatement } from './write-commits.ts';
import { allRows, runBatch, createSlicedStatements, type IndexDatabases } from '../sql/statements.ts';

/** D1 allows 2,000,000 bytes per value (https://developers.cloudflare.com/d1/platform/limits/). */
const maxPackedBytes = 1_900_000;

type Origins = Pick<
  HistoryStore,
  'storedFiles' | 'missingOrigins' | 'saveOrigins' | 'lineOrigins' | 'linesOfCommit'
>;

const insertOrigins = `INSERT OR IGNORE INTO line_origins (repository, hash, commits, packed)
  SELECT ?2, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)`;
const linkOrigins = `INSERT OR REPLACE INTO version_origins (snapshot, path, hash, line_origins_id, is_last_alone)
  SELECT ?3, j.value ->> 0, j.value ->> 1, o.id, j.value ->> 3 FROM json_each(?1) AS j
  CROSS JOIN line_origins AS o ON o.repository = ?2 AND o.hash = j.value ->> 2
  WHERE j.value ->> 3 = 0 OR NOT EXISTS (SELECT 1 FROM version_origins AS v
    WHERE v.snapshot = ?3 AND v.path = j.value ->> 0 AND v.hash = j.value ->> 1 AND v.is_last_alone = 0)`;
/** Fails the transaction if a commit row that the origins refer to is gone: `json()` fails on text that is not JSON. */
const requireRows = `SELECT json(iif(count(h.id) = count(*), '1', 'a commit was removed')) FROM json_each(?1) AS j
  LEFT JOIN history_commit AS h ON h.id = j.value ->> 0 AND h.repository = ?2`;
/** Joins the files of a version. The aliases `f` and `c` stand for file and content. */
const joinVersionFiles = `CROSS JOIN file AS f ON f.snapshot = ?2 AND f.generation = ?3 AND f.path = j.value ->> 0
  CROSS JOIN content AS c ON c.id = f.content_id`;

export function lineOriginStore(databases: IndexDatabases): Origins {
  return {
    storedFiles: (key, paths) =>
      allRows(
        databases(key.shard)
          .prepare(
            `SELECT f.path, c.hash, c.lines FROM json_each(?1) AS j ${joinVersionFiles} ORDER BY j.key`,
          )
          .bind(JSON.stringify(paths.map((path) => [path])), key.snapshot, key.generation),
      ),
    async missingOrigins(key, files) {
      const rows = await allRows<{ path: string }>(
        databases(key.shard)
          .prepare(
            `SELECT f.path FROM json_each(?1) AS j ${joinVersionFiles} AND c.hash = j.value ->> 1 AND c.lines > 0
             WHERE NOT EXISTS (SELECT 1 FROM version_origins AS o WHERE o.snapshot = ?2 AND o.path = f.path AND o.hash = c.hash AND o.is_last_alone = 0)
             ORDER BY j.key`,
          )
          .bind(JSON.stringify(files.map(({ path, hash }) => [path, hash])), key.snapshot, key.generation),
      );
      return rows.map(({ path }) => path);
    },
    saveOrigins: (key, files) => saveOrigins(databases(key.shard), key, files),
    lineOrigins: (key, spans) => readOrigins(databases(key.shard), key, spans),
    async linesOfCommit(key, commit) {
      const database = databases(key.shard);
      const files = await allRows<{ path: string }>(
        database
          .prepare(
            `SELECT v.path FROM version_origins AS v CROSS JOIN line_origins AS o ON o.id = v.line_origins_id AND o.repository = ?2
             WHERE v.snapshot = ?1 AND EXISTS (SELECT 1 FROM json_each(o.commits) AS j WHERE j.value = ?3) ORDER BY v.path`,
          )
          .bind(key.snapshot, key.repository, commit.key),
      );
      const wholeFiles = files.map(({ path }) => ({ path, startLine: 1, endLine: Number.MAX_SAFE_INTEGER }));
      const runs = await readOrigins(database, key, wholeFiles);
      return runs.filter(({ history }) => history.some((origin) => origin.commit === commit.id));
    },
  };
}

async function saveOrigins(
  database: D1Database,
  key: HistoryKey,
  files: readonly FileOrigins[],
): Promise<void> {
  const rows = await ensureCommitRows(database, key, files);
  const packedFiles = await Promise.all(
    files.map(async (file) => {
      const packedOrigins = packOrigins(file, (commit) => requireRow(rows, commit));
      return { file, ...packedOrigins, hash: await sha256(JSON.stringify(packedOrigins)) };
    }),
  );
  for (const file of packedFiles) checkPackedSize(file.file.path, file.packed);
  await runBatch(database, [
    versionStatement(database, key),
    ...createSlicedStatements(
      database,
      requireRows,
      [...rows.values()].map((row) => [row]),
      [key.repository],
    ),
    ...createSlicedStatements(
      database,
      insertOrigins,
      packedFiles.map((file) => [file.hash, JSON.stringify(file.commits), file.packed]),
      [key.repository],
    ),
    ...createSlicedStatements(
      database,
      linkOrigins,
      packedFiles.map(({ file, hash }) => [
        file.path,
        file.hash,
        hash,
        file.hasOnlyLastChanges === true ? 1 : 0,
      ]),
      [key.repository, key.snapshot],
    ),
  ]);
}

function requireRow(rows: ReadonlyMap<string, number>, commit: string): number {
  const row = rows.get(commit);
  if (row === undefined)
    throw new AppError(
      'storage_unavailable',
      `Commit ${commit} was removed while its line origins were saved. Retry.`,
    );
  return row;
}

/** Returns the row of every commit that the origins refer to. Commits that were not uploaded yet get a row without data. */
async function ensureCommitRows(
  database: D1Database,
  key: HistoryKey,
  files: readonly FileOrigins[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Set<string>();
  for (const { nodes } of files) for (const { commit } of nodes) if (commit !== undefined) ids.add(commit);
  if (ids.size === 0) return new Map();
  const idRows = [...ids].map((id) => [id]);
  await runBatch(database, [
    versionStatement(database, key),
    ...createSlicedStatements(database, insertRows, idRows, [key.repository]),
  ]);
  const commitRows = await Promise.all(
    createSlicedStatements(
      database,
      `SELECT h.commit_id, h.id FROM json_each(?1) AS j
       CROSS JOIN history_commit AS h ON h.repository = ?2 AND h.commit_id = j.value ->> 0`,
      idRows,
      [key.repository],
    ).map((statement) => allRows<{ commit_id: string; id: number }>(statement)),
  );
  return new Map(commitRows.flat().map((row) => [row.commit_id, row.id]));
}

function checkPackedSize(path: string, packed: string): void {
  const bytes = new TextEncoder().encode(packed).byteLength;
  if (bytes > maxPackedBytes)
    throw new AppError(
      'body_too_large',
      `The line origins of ${JSON.stringify(path)} have ${bytes} bytes when packed; the limit per file is ${maxPackedBytes}.`,
      { details: { path, bytes, maxBytes: maxPackedBytes } },
    );
}

async function readOrigins(
  database: D1Database,
  key: HistoryKey,
  spans: readonly SpanPosition[],
): Promise<readonly LineRun[]> {
  const rows = await allRows<{ path: string; hash: string; packed: string; commits: string }>(
    database
      .prepare(
        `SELECT v.path, v.hash, o.packed, (SELECT json_group_array(h.commit_id ORDER BY j.key) FROM json_each(o.commits) AS j
           LEFT JOIN history_commit AS h ON h.id = j.value AND h.repository = ?2) AS commits
         FROM json_each(?3) AS requested CROSS JOIN version_origins AS v ON v.snapshot = ?1 AND v.path = requested.value
         CROSS JOIN line_origins AS o ON o.id = v.line_origins_id AND o.repository = ?2`,
      )
      .bind(key.snapshot, key.repository, JSON.stringify([...new Set(spans.map(({ path }) => path))])),
  );
  const files = new Map(
    rows.map((row) => {
      const commits = JSON.parse(row.commits) as (string | null)[];
      return [row.path, unpackOrigins(row.packed, row, (index) => commits[index] ?? undefined)];
    }),
  );
  return spans.flatMap((span) => {
    const origins = files.get(span.path);
    return origins === undefined ? [] : clipRuns(origins, span);
  });
}

function clipRuns(origins: FileOrigins, { startLine, endLine }: SpanPosition): readonly LineRun[] {
  const runs: LineRun[] = [];
  let firstLine = 1;
  for (const run of origins.runs) {
    const lastLine = firstLine + run.lines - 1;
    const [from, to] = [Math.max(firstLine, startLine), Math.min(lastLine, endLine)];
    if (from <= to)
      runs.push({
        path: origins.path,
        startLine: from,
        endLine: to,
        history: readLineHistory(origins, run.node, run.line + from - firstLine),
      });
    if (lastLine >= endLine) break;
    firstLine = lastLine + 1;
  }
  return runs;
}

function readLineHistory({ nodes }: FileOrigins, from: number, line: number): readonly LineOrigin[] {
  const history: LineOrigin[] = [];
  for (let index: number | undefined = from; index !== undefined && history.length < maxLineHistory;) {
    const node: FileOrigins['nodes'][number] | undefined = nodes[index];
    if (node === undefined) break;
    const { commit, step, path } = node;
    history.push({ commit, step, path, line: history.length === 0 ? line : 0 });
    index = node.before;
  }
  return history;
}
