/**
 * Writes the results of the fetch and parse stages. One transaction writes the rows of a part and the part's completion. An insert changes an
 * existing row only to repair it, so a part that runs twice has the same effect as one run.
 */

import {
  formatContentKey,
  type ContentKey,
  type ContentVariant,
  type ParsedFile,
} from '../../../core/code/parsed-file.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import type { ChunkStore } from '../../../ports/chunk-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PartKey } from '../../../ports/job-parts.ts';
import { recordRowsWritten, finishPart, partStatements, requireHeldPart } from '../jobs/part-statements.ts';
import { hasAllSymbols, isContentIntact } from './find-damage.ts';
import {
  contentOfRow,
  contentStatements,
  hasContentKey,
  requireContent,
  variantValues,
} from './content-statements.ts';
import { allRows, runBatch, createSlicedStatements, type IndexDatabases } from '../sql/statements.ts';

export function chunkWrites(
  databases: IndexDatabases,
  clock: Clock,
): Pick<ChunkStore, 'saveManifest' | 'copyManifest' | 'knownContent' | 'saveParsed'> {
  return {
    async saveManifest(key, part, manifest) {
      const database = databases(key.shard);
      const version = [key.snapshot, key.generation];
      const knownContents = manifest.files.flatMap(({ content }) => content ?? []);
      const files = manifest.files.map(({ path, role, package: folder, content }) =>
        content === undefined
          ? [path, role, folder ?? null]
          : [path, role, folder ?? null, content.hash, content.language],
      );
      const skipped = manifest.skipped.map((file) => [file.path, file.reason, file.detail]);
      const parts = manifest.parseParts.map((next) => [next.part, JSON.stringify(next.input)]);
      const counts = { files: files.length, skipped: skipped.length };
      const rows = await runBatch(database, [
        requireHeldPart(database, part),
        ...requireContent(database, manifest, knownContents),
        ...createSlicedStatements(database, insertFiles, files, [...variantValues(manifest), ...version]),
        ...createSlicedStatements(database, insertSkipped, skipped, version),
        ...partStatements(database, { job: part.job, stage: 'parse', now: clock.now() }, parts),
        finishPart(database, part, { counts, now: clock.now() }),
        database.prepare(countKnown).bind(...version, part.job, part.stage, part.part),
      ]);
      await recordRowsWritten(database, part, rows);
    },
    async copyManifest(key, part, generation) {
      const database = databases(key.shard);
      const prepareCopy = (sql: string) =>
        database.prepare(sql).bind(key.snapshot, key.generation, generation);
      const rows = await runBatch(database, [
        requireHeldPart(database, part),
        prepareCopy(copyFiles),
        prepareCopy(copySkipped),
        ...partStatements(database, { job: part.job, stage: 'parse', now: clock.now() }, [
          [0, '{"pack":""}'],
        ]),
        finishPart(database, part, { counts: {}, now: clock.now() }),
      ]);
      await recordRowsWritten(database, part, rows);
    },
    async knownContent(shard, variant, contents) {
      const rows = contents.map((content) => [content.hash, content.language]);
      const statements = createSlicedStatements(databases(shard), selectKnown, rows, variantValues(variant));
      const known = await Promise.all(statements.map((statement) => allRows<ContentKey>(statement)));
      return new Set(known.flat().map(formatContentKey));
    },
    async saveParsed(key, part, parsed) {
      const database = databases(key.shard);
      const contents = parsed.files.flatMap((file) => ('chunks' in file.content ? [file.content] : []));
      const rows = await runBatch(database, [
        requireHeldPart(database, part),
        ...contentStatements(database, parsed, contents),
        ...requireContent(
          database,
          parsed,
          parsed.files.map((file) => file.content),
        ),
        ...fileStatements(database, key, parsed),
        finishPart(database, part, { counts: {}, now: clock.now() }),
        countParsed(database, part, parsed),
      ]);
      await recordRowsWritten(database, part, rows);
    },
  };
}

const insertFiles = `INSERT OR IGNORE INTO file (snapshot, generation, path, role, package, content_id)
  SELECT ?4, ?5, j.value ->> 0, j.value ->> 1, j.value ->> 2, (SELECT id FROM content WHERE ${hasContentKey(3, 4)}) FROM json_each(?1) AS j`;
/** Adds the counts of contents that need no parsing to the fetch part. */
const countKnown = `UPDATE job_part SET counts = (SELECT json_patch(job_part.counts, json_object('lines', total(c.lines),
    'chunks', total(c.chunks), 'symbols', total(c.symbols))) FROM file AS f JOIN content AS c ON c.id = f.content_id
    WHERE f.snapshot = ?1 AND f.generation = ?2) WHERE job = ?3 AND stage = ?4 AND part = ?5`;
const insertSkipped = `INSERT OR IGNORE INTO skipped (snapshot, generation, path, reason, detail)
  SELECT ?2, ?3, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)`;
const copyFiles = `INSERT OR IGNORE INTO file (snapshot, generation, path, role, package, content_id)
  SELECT f.snapshot, ?2, f.path, f.role, f.package, iif(${isContentIntact}, f.content_id, NULL) FROM file AS f
  WHERE f.snapshot = ?1 AND f.generation = ?3 ORDER BY f.id`;
const copySkipped = `INSERT OR IGNORE INTO skipped (snapshot, generation, path, reason, detail)
  SELECT snapshot, ?2, path, reason, detail FROM skipped WHERE snapshot = ?1 AND generation = ?3`;
const selectKnown = `SELECT content.hash, content.language FROM json_each(?1) AS j
  JOIN content ON ${hasContentKey(0, 1)}
  WHERE content.chunks = (SELECT count(*) FROM content_chunk AS cc JOIN chunk AS k ON k.id = cc.chunk_id WHERE cc.content_id = content.id)
    AND ${hasAllSymbols('content')}`;
/** Finds each row by a subquery: a direct condition on paths would compare every file of the snapshot with each path. */
const linkFiles = `UPDATE file SET content_id = content.id FROM json_each(?1) AS j ${contentOfRow} WHERE file.id =
  (SELECT f.id FROM file AS f WHERE f.snapshot = ?4 AND f.generation = ?5 AND f.path = j.value ->> 2)`;

function fileStatements(
  database: D1Database,
  key: SnapshotKey,
  parsed: ContentVariant & { readonly files: readonly ParsedFile[] },
): D1PreparedStatement[] {
  const rows = parsed.files.map((file) => [file.content.hash, file.content.language, file.path]);
  return createSlicedStatements(database, linkFiles, rows, [
    ...variantValues(parsed),
    key.snapshot,
    key.generation,
  ]);
}

/** Counts the contents of a part's files, whether the part parsed them or they were stored before. */
function countParsed(
  database: D1Database,
  part: PartKey,
  parsed: ContentVariant & { readonly files: readonly ParsedFile[] },
): D1PreparedStatement {
  const rows = parsed.files.map((file) => [file.content.hash, file.content.language]);
  return database
    .prepare(
      `UPDATE job_part SET counts = (SELECT json_object('files', count(*), 'lines', total(content.lines),
         'chunks', total(content.chunks), 'symbols', total(content.symbols)) FROM json_each(?1) AS j ${contentOfRow})
       WHERE job = ?4 AND stage = ?5 AND part = ?6`,
    )
    .bind(JSON.stringify(rows), ...variantValues(parsed), part.job, part.stage, part.part);
}
