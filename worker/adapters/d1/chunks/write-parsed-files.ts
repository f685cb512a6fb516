/**
 * Writes the results of the fetch and parse stages. One transaction writes the rows of a part and the part's completion. An insert changes an
 * existing row only to repair it, so a part that runs twice has the same effect as one run.
 */

import {
  formatContentKey,
  type ContentKey,
  type ParsedContent,
  type ParsedFile,
} from '../../../core/code/parsed-file.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import type { ChunkStore } from '../../../ports/chunk-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PartKey } from '../../../ports/job-parts.ts';
import { recordRowsWritten, finishPart, partStatements, requireHeldPart } from '../jobs/part-statements.ts';
import { hasAllSymbols, isContentIntact } from './find-damage.ts';
import { encodeReferences, contentFlaws, areUsesTruncated } from './encode-references.ts';
import { allRows, runBatch, createSlicedStatements, type IndexDatabases } from '../sql/statements.ts';

type Rows = readonly (readonly unknown[])[];

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
        ...requireContent(database, manifest.chunker, knownContents),
        ...createSlicedStatements(database, insertFiles, files, [...version, manifest.chunker]),
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
    async knownContent(shard, chunker, contents) {
      const rows = contents.map((content) => [content.hash, content.language]);
      const statements = createSlicedStatements(databases(shard), selectKnown, rows, [chunker]);
      const known = await Promise.all(statements.map((statement) => allRows<ContentKey>(statement)));
      return new Set(known.flat().map(formatContentKey));
    },
    async saveParsed(key, part, parsed) {
      const database = databases(key.shard);
      const contents = parsed.files.flatMap((file) => ('chunks' in file.content ? [file.content] : []));
      const rows = await runBatch(database, [
        requireHeldPart(database, part),
        ...contentStatements(database, parsed.chunker, contents),
        ...requireContent(
          database,
          parsed.chunker,
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
  SELECT ?2, ?3, j.value ->> 0, j.value ->> 1, j.value ->> 2, (SELECT id FROM content WHERE hash = j.value ->> 3
    AND chunker = ?4 AND language = j.value ->> 4) FROM json_each(?1) AS j`;
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
  JOIN content ON content.hash = j.value ->> 0 AND content.chunker = ?2 AND content.language = j.value ->> 1
  WHERE content.chunks = (SELECT count(*) FROM content_chunk AS cc JOIN chunk AS k ON k.id = cc.chunk_id WHERE cc.content_id = content.id)
    AND ${hasAllSymbols('content')}`;
const insertContent = `INSERT OR IGNORE INTO content
  (hash, chunker, language, encoding, bytes, lines, chunks, symbols, degraded, masks)
  SELECT value ->> 0, ?2, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8
  FROM json_each(?1)`;
/** Also restores damaged text. `WHERE true` keeps SQLite from parsing ON CONFLICT as a join constraint. */
const insertChunks = `INSERT INTO chunk (hash, raw) SELECT value ->> 0, value ->> 1 FROM json_each(?1) WHERE true
  ON CONFLICT (hash) DO UPDATE SET raw = excluded.raw WHERE raw <> excluded.raw`;
const contentOfRow = `CROSS JOIN content ON content.hash = j.value ->> 0 AND content.chunker = ?2 AND content.language = j.value ->> 1`;
const insertContentChunks = `INSERT INTO content_chunk
  (content_id, ordinal, chunk_id, start_line, end_line, start_offset, kind, symbol, metadata)
  SELECT content.id, j.value ->> 2, chunk.id, j.value ->> 4, j.value ->> 5, j.value ->> 6, j.value ->> 7, j.value ->> 8, j.value ->> 9
  FROM json_each(?1) AS j ${contentOfRow} CROSS JOIN chunk ON chunk.hash = j.value ->> 3 WHERE true
  ON CONFLICT (content_id, ordinal) DO UPDATE SET chunk_id = excluded.chunk_id WHERE chunk_id <> excluded.chunk_id`;
const insertSymbols = `INSERT OR IGNORE INTO symbol
  (content_id, ordinal, name, qualified_name, kind, start_line, end_line, name_line, signature, documentation,
   documentation_start_line, documentation_end_line, exported, complexity)
  SELECT content.id, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6, j.value ->> 7, j.value ->> 8,
    j.value ->> 9, j.value ->> 10, j.value ->> 11, j.value ->> 12, j.value ->> 13, j.value ->> 14
  FROM json_each(?1) AS j ${contentOfRow}`;
const insertReferences = `INSERT OR IGNORE INTO content_reference (content_id, outline, uses)
  SELECT content.id, j.value -> 2, j.value -> 3 FROM json_each(?1) AS j ${contentOfRow}`;
/** Finds each row by a subquery: a direct condition on paths would compare every file of the snapshot with each path. */
const linkFiles = `UPDATE file SET content_id = content.id FROM json_each(?1) AS j ${contentOfRow} WHERE file.id =
  (SELECT f.id FROM file AS f WHERE f.snapshot = ?3 AND f.generation = ?4 AND f.path = j.value ->> 2)`;

/** Fails the transaction if content that existed when the part began is gone: `json()` fails on text that is not JSON. */
function requireContent(
  database: D1Database,
  chunker: string,
  contents: readonly ContentKey[],
): D1PreparedStatement[] {
  const rows = contents.map((content) => [content.hash, content.language]);
  return createSlicedStatements(
    database,
    `SELECT json(iif(count(content.id) = count(*), '1', 'content was removed')) FROM json_each(?1) AS j
     LEFT JOIN content ON content.hash = j.value ->> 0 AND content.chunker = ?2 AND content.language = j.value ->> 1`,
    rows,
    [chunker],
  );
}

function contentStatements(
  database: D1Database,
  chunker: string,
  contents: readonly ParsedContent[],
): D1PreparedStatement[] {
  const chunks = new Map(
    contents.flatMap((content) => content.chunks.map((chunk) => [chunk.hash, chunk.raw] as const)),
  );
  const contentChunks: Rows = contents.flatMap((content) =>
    content.chunks.map((chunk) => [
      content.hash,
      content.language,
      chunk.ordinal,
      chunk.hash,
      chunk.startLine,
      chunk.endLine,
      chunk.startOffset,
      chunk.kind,
      chunk.symbol ?? null,
      JSON.stringify(chunk.metadata),
    ]),
  );
  const encoded = contents.map((content) => ({ content, encoded: encodeReferences(content.references) }));
  return [
    ...createSlicedStatements(database, insertContent, encoded.map(contentRow), [chunker]),
    ...createSlicedStatements(database, insertChunks, [...chunks]),
    ...createSlicedStatements(database, insertContentChunks, contentChunks, [chunker]),
    ...createSlicedStatements(database, insertSymbols, contents.flatMap(symbolRows), [chunker]),
    ...createSlicedStatements(database, insertReferences, encoded.flatMap(referenceRows), [chunker]),
  ];
}

interface Encoded {
  readonly content: ParsedContent;
  readonly encoded: ReturnType<typeof encodeReferences>;
}

function contentRow({ content, encoded }: Encoded): readonly unknown[] {
  return [
    content.hash,
    content.language,
    content.encoding,
    content.bytes,
    content.lines,
    content.chunks.length,
    content.symbols.length,
    (content.degraded ? contentFlaws.brokenSyntax : 0) +
      (encoded && areUsesTruncated(encoded) ? contentFlaws.referencesCut : 0),
    content.masks.length === 0 ? null : JSON.stringify(content.masks),
  ];
}

function symbolRows(content: ParsedContent): Rows {
  return content.symbols.map((symbol, ordinal) => [
    content.hash,
    content.language,
    ordinal,
    symbol.name,
    symbol.qualifiedName,
    symbol.kind,
    symbol.startLine,
    symbol.endLine,
    symbol.nameLine,
    symbol.signature,
    symbol.documentation,
    symbol.documentationLines?.startLine ?? null,
    symbol.documentationLines?.endLine ?? null,
    symbol.exported ? 1 : 0,
    symbol.complexity,
  ]);
}

function referenceRows({ content, encoded }: Encoded): Rows {
  return encoded === undefined ? [] : [[content.hash, content.language, ...encoded]];
}

function fileStatements(
  database: D1Database,
  key: SnapshotKey,
  parsed: { chunker: string; files: readonly ParsedFile[] },
): D1PreparedStatement[] {
  const rows = parsed.files.map((file) => [file.content.hash, file.content.language, file.path]);
  return createSlicedStatements(database, linkFiles, rows, [parsed.chunker, key.snapshot, key.generation]);
}

/** Counts the contents of a part's files, whether the part parsed them or they were stored before. */
function countParsed(
  database: D1Database,
  part: PartKey,
  parsed: { chunker: string; files: readonly ParsedFile[] },
): D1PreparedStatement {
  const rows = parsed.files.map((file) => [file.content.hash, file.content.language]);
  return database
    .prepare(
      `UPDATE job_part SET counts = (SELECT json_object('files', count(*), 'lines', total(content.lines),
         'chunks', total(content.chunks), 'symbols', total(content.symbols)) FROM json_each(?1) AS j ${contentOfRow})
       WHERE job = ?3 AND stage = ?4 AND part = ?5`,
    )
    .bind(JSON.stringify(rows), parsed.chunker, part.job, part.stage, part.part);
}
