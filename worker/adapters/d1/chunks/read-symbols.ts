/** Reads definitions by name, by name prefix and by file. */

import type { FileRole } from '../../../core/files/file.ts';
import type { SymbolKind } from '../../../core/code/symbol.ts';
import type { ChunkStore, SymbolRow } from '../../../ports/chunk-store.ts';
import { fromFiles, inSnapshot, selector, batchingSelector } from './read-chunks.ts';
import type { IndexDatabases } from '../sql/statements.ts';

/** Maximum definitions returned per name, so that a name as common as `get` leaves room for other names. Definitions in source files come first. */
const symbolsPerName = 100;

const maxNames = 1_000;
const maxPieces = 12;
/** Maximum definitions searched for parts of a name. Searching this many already takes about a second and a half. */
const maxComparedSymbols = 500_000;
const maxNotable = 300;
const maxPrefixMatches = 100;
const symbolsPerPrefixedName = 5;
/** Maximum index entries read for a prefix, in order and across every repository of the shard. An exact match comes first. */
const maxNamesRead = 100_000;
/** Sorts after every possible continuation of a name. */
const afterAnyName = '\u{10FFFF}';
/** Kinds of definition that a user might ask about by name. */
const notableKinds = ['class', 'component', 'enum', 'function', 'interface', 'struct', 'trait', 'type'];

const symbolColumns = `f.path, f.role, c.hash AS file_hash, f.id AS file_id, s.*`;

type SymbolReads = Pick<
  ChunkStore,
  | 'findSymbols'
  | 'symbolsWithPrefix'
  | 'symbolsOfFile'
  | 'symbolsAt'
  | 'symbolsById'
  | 'namesContaining'
  | 'notableSymbols'
  | 'maxNames'
  | 'maxPieces'
  | 'maxNotable'
  | 'maxPrefixMatches'
>;

export function symbolReads(databases: IndexDatabases): SymbolReads {
  const select = selector(databases);
  const selectFew = batchingSelector(databases);
  return {
    maxNames,
    maxPieces,
    maxNotable,
    maxPrefixMatches,
    async namesContaining(key, pieces) {
      const searchedPieces = pieces.filter((piece) => piece !== '').slice(0, maxPieces);
      if (searchedPieces.length === 0) return [];
      const condition = searchedPieces.map((_, index) => `instr(plain, ?${index + 3}) > 0`).join(' OR ');
      const rows = await select<{ name: string; qualified_name: string; path: string }>(
        key,
        `SELECT name, qualified_name, path FROM (
           SELECT *, row_number() OVER (PARTITION BY name ORDER BY role <> 'source', exported = 0, length(qualified_name), path) AS place
           FROM (SELECT s.name, s.qualified_name, s.exported, f.path, f.role, replace(lower(s.name), '_', '') AS plain
             FROM file AS f JOIN symbol AS s ON s.content_id = f.content_id WHERE ${inSnapshot} LIMIT ${maxComparedSymbols})
           WHERE ${condition})
         WHERE place = 1 ORDER BY role <> 'source', name LIMIT ${maxNames}`,
        ...searchedPieces,
      );
      return rows.map((row) => ({ name: row.name, qualifiedName: row.qualified_name, path: row.path }));
    },
    async notableSymbols(key, perFile) {
      const rows = await select<SymbolRecord>(
        key,
        `SELECT * FROM (
           SELECT ${symbolColumns}, row_number() OVER (PARTITION BY f.id ORDER BY s.documentation = '', s.start_line - s.end_line, s.ordinal) AS place
           ${fromFiles} JOIN symbol AS s ON s.content_id = c.id
           WHERE ${inSnapshot} AND f.role = 'source' AND s.exported = 1 AND s.name = s.qualified_name
             AND s.kind IN (SELECT value FROM json_each(?4)))
         WHERE place <= ?3 ORDER BY documentation = '', place, start_line - end_line, path LIMIT ${maxNotable}`,
        perFile,
        JSON.stringify(notableKinds),
      );
      return rows.map(toSymbolRow);
    },
    async findSymbols(key, names) {
      // Compares the end of a qualified name with substr: D1 limits LIKE patterns to 50 bytes.
      const rows = await selectFew<SymbolRecord>(
        key,
        `SELECT * FROM (
           SELECT ${symbolColumns}, row_number() OVER (PARTITION BY j.key ORDER BY f.role <> 'source', f.path, s.start_line) AS place
           FROM json_each(?3) AS j CROSS JOIN symbol AS s ON s.name = j.value ->> 0 COLLATE NOCASE
           CROSS JOIN file AS f ON f.content_id = s.content_id JOIN content AS c ON c.id = s.content_id
           WHERE ${inSnapshot} AND (j.value ->> 1 IS NULL OR s.qualified_name = j.value ->> 1 COLLATE NOCASE
             OR substr(s.qualified_name, -1 - length(j.value ->> 1)) = '.' || (j.value ->> 1) COLLATE NOCASE))
         WHERE place <= ${symbolsPerName} ORDER BY path, start_line, ordinal`,
        JSON.stringify(names.map(nameAndQualifier)),
      );
      return rows.map(toSymbolRow);
    },
    async symbolsWithPrefix(key, prefix, count) {
      const [name, qualifier] = prefixAndQualifier(prefix);
      if (name === '') return [];
      // The unary pluses keep the planner from reading every file of the snapshot for each name.
      const rows = await select<SymbolRecord>(
        key,
        `SELECT ${symbolColumns} FROM (
           SELECT n.content_id, n.ordinal, f.id AS file, row_number() OVER (PARTITION BY n.name ORDER BY f.role <> 'source', f.path, n.ordinal) AS place
           FROM (SELECT name, content_id, ordinal FROM symbol WHERE name >= ?3 COLLATE NOCASE AND name < ?4 COLLATE NOCASE
             ORDER BY name COLLATE NOCASE LIMIT ${maxNamesRead}) AS n
           CROSS JOIN file AS f ON f.content_id = n.content_id WHERE +f.snapshot = ?1 AND +f.generation = ?2) AS p
         CROSS JOIN symbol AS s ON s.content_id = p.content_id AND s.ordinal = p.ordinal
         JOIN file AS f ON f.id = p.file JOIN content AS c ON c.id = s.content_id
         WHERE (p.place <= ${symbolsPerPrefixedName} OR ?5 <> '')
           AND (?5 = '' OR substr('.' || s.qualified_name, -length(s.name) - length(?5), length(?5)) = ?5 COLLATE NOCASE)
         ORDER BY length(s.name) > length(?3), f.role <> 'source', length(s.name), s.name, f.path, s.ordinal LIMIT ?6`,
        name,
        `${name}${afterAnyName}`,
        qualifier,
        Math.min(count, maxPrefixMatches),
      );
      return rows.map(toSymbolRow);
    },
    ...symbolsByPosition(select, selectFew),
  };
}

function symbolsByPosition(
  select: ReturnType<typeof selector>,
  selectFew: ReturnType<typeof selector>,
): Pick<ChunkStore, 'symbolsOfFile' | 'symbolsAt' | 'symbolsById'> {
  return {
    async symbolsOfFile(key, path) {
      const rows = await select<SymbolRecord>(
        key,
        `SELECT ${symbolColumns} ${fromFiles} JOIN symbol AS s ON s.content_id = c.id WHERE ${inSnapshot} AND f.path = ?3
         ORDER BY s.start_line, s.ordinal`,
        path,
      );
      return rows.map(toSymbolRow);
    },
    async symbolsById(key, ids) {
      const rows = await selectFew<SymbolRecord>(
        key,
        `SELECT ${symbolColumns} FROM json_each(?3) AS j CROSS JOIN file AS f ON f.id = j.value ->> 0 AND ${inSnapshot}
         CROSS JOIN content AS c ON c.id = f.content_id
         CROSS JOIN symbol AS s ON s.content_id = c.id AND s.ordinal = j.value ->> 1`,
        JSON.stringify(ids.map((id) => id.split('.').map(Number))),
      );
      return rows.map(toSymbolRow);
    },
    async symbolsAt(key, ranges, maxPerSpan) {
      const found = `FROM json_each(?3) AS j CROSS JOIN file AS f ON ${inSnapshot} AND f.path = j.value ->> 0
         CROSS JOIN content AS c ON c.id = f.content_id
         CROSS JOIN symbol AS s ON s.content_id = c.id AND s.start_line <= j.value ->> 2 AND s.end_line >= j.value ->> 1`;
      const positions = JSON.stringify(
        ranges.map(({ path, startLine, endLine }) => [path, startLine, endLine]),
      );
      const place = 'row_number() OVER (PARTITION BY j.key ORDER BY s.complexity DESC, s.ordinal)';
      const rows =
        maxPerSpan === undefined
          ? await selectFew<SymbolRecord>(
              key,
              `SELECT ${symbolColumns} ${found} ORDER BY f.path, s.start_line, s.ordinal`,
              positions,
            )
          : await selectFew<SymbolRecord>(
              key,
              `SELECT * FROM (SELECT ${symbolColumns}, ${place} AS place ${found}) WHERE place <= ?4 ORDER BY path, start_line, ordinal`,
              positions,
              maxPerSpan,
            );
      return [...new Map(rows.map((row) => [`${row.file_id}.${row.ordinal}`, toSymbolRow(row)])).values()];
    },
  };
}

interface SymbolRecord {
  path: string;
  role: FileRole;
  file_hash: string;
  file_id: number;
  ordinal: number;
  name: string;
  qualified_name: string;
  kind: SymbolKind;
  start_line: number;
  end_line: number;
  name_line: number;
  signature: string;
  documentation: string;
  documentation_start_line: number | null;
  documentation_end_line: number | null;
  exported: number;
  complexity: number;
}

function toSymbolRow(row: SymbolRecord): SymbolRow {
  const documentationLines =
    row.documentation_start_line === null || row.documentation_end_line === null
      ? {}
      : {
          documentationLines: {
            startLine: row.documentation_start_line,
            endLine: row.documentation_end_line,
          },
        };
  return {
    id: `${row.file_id}.${row.ordinal}`,
    path: row.path,
    role: row.role,
    fileHash: row.file_hash,
    name: row.name,
    qualifiedName: row.qualified_name,
    kind: row.kind,
    startLine: row.start_line,
    endLine: row.end_line,
    nameLine: row.name_line,
    signature: row.signature,
    documentation: row.documentation,
    ...documentationLines,
    exported: row.exported === 1,
    complexity: row.complexity,
  };
}

/** Splits `Flask.run` into its last segment, which the lookup uses, and the whole name, which the result must match. */
function nameAndQualifier(name: string): readonly [string, string | null] {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? [name, null] : [name.slice(dot + 1), name];
}

/** Splits `Flask.ru` into `ru` and `.Flask.`: the name must start with `ru`, and `.Flask.` must precede it. Trailing dots are ignored. */
function prefixAndQualifier(prefix: string): readonly [string, string] {
  const bare = prefix.replace(/\.+$/, '');
  const dot = bare.lastIndexOf('.');
  return dot < 0 ? [bare, ''] : [bare.slice(dot + 1), `.${bare.slice(0, dot + 1)}`];
}
