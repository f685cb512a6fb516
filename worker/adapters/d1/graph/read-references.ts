/** Reads stored references: the files that the link stage resolves, and re-exports, which have no edges. */

import type { Reexport, GraphStore, LinkableFile, LinkableSymbol } from '../../../ports/graph-store.ts';
import { fromFiles, inSnapshot, selector, splitIntoRanges } from '../chunks/read-chunks.ts';
import type { IndexDatabases } from '../sql/statements.ts';
import type { FileRole } from '../../../core/files/file.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import type { FileUses } from '../../../core/code/reference.ts';
import type { SymbolKind } from '../../../core/code/symbol.ts';
import { isInPage, createPager } from './read-pages.ts';
import { decodeOutline, decodeUses, contentFlaws } from '../chunks/encode-references.ts';

/** Maximum re-exports listed per name. Each enclosing package re-exports a name once, and few packages are nested this deeply. */
const maxReexports = 50;

type ReferenceReads = Pick<GraphStore, 'truncatedFiles' | 'misparsedFiles' | 'findReexports'>;

export function referenceReads(databases: IndexDatabases): ReferenceReads {
  const select = selector(databases);
  const listFlawed = (key: SnapshotKey, flaw: number) =>
    select<{ path: string; language: string }>(
      key,
      `SELECT f.path, c.language ${fromFiles} WHERE ${inSnapshot} AND c.degraded & ${flaw} ORDER BY f.path`,
    );
  return {
    truncatedFiles: (key) => listFlawed(key, contentFlaws.referencesCut),
    misparsedFiles: (key) => listFlawed(key, contentFlaws.brokenSyntax),
    async findReexports(key, name) {
      const rows = await select<{ path: string; local: string; line: number | null }>(
        key,
        selectReexports,
        name,
        JSON.stringify(name),
      );
      return rows.map(({ path, local, line }): Reexport => ({ path, local, line: line ?? undefined }));
    },
  };
}

/** Filters by text first: few outlines contain the name at all, and only those are decoded. */
const outlines = `FROM file AS f CROSS JOIN content_reference AS r ON r.content_id = f.content_id
    AND instr(r.outline, ?4) > 0`;
const selectReexports = `SELECT f.path, e.value ->> 1 AS local, NULL AS line ${outlines} CROSS JOIN json_each(r.outline, '$[2]') AS e
  WHERE ${inSnapshot} AND e.value ->> 0 = ?3 AND e.value ->> 1 <> ?3
  UNION ALL SELECT f.path, n.value ->> 0, n.value ->> 2 ${outlines} CROSS JOIN json_each(r.outline, '$[1]') AS i
    CROSS JOIN json_each(i.value, '$[2]') AS n
  WHERE ${inSnapshot} AND i.value ->> 4 = 1 AND n.value ->> 1 = ?3 AND n.value ->> 0 <> ?3
  ORDER BY 1, 3 LIMIT ${maxReexports}`;

/** A file with longer lines is weighted as if it had more lines. A file without references is weighted as one line. */
const bytesPerLine = 40;

type LinkableReads = Pick<GraphStore, 'linkableFiles' | 'linkRanges' | 'fileUses'>;

export function linkableReads(databases: IndexDatabases): LinkableReads {
  const select = selector(databases);
  const { listPages, readPages } = createPager(select);
  return {
    async linkableFiles(key) {
      const filePages = await listPages(key);
      const symbols = new Map<number, LinkableSymbol[]>();
      for (const row of await readPages<SymbolRecord>(key, selectSymbols, filePages)) {
        const others = symbols.get(row.id);
        if (others === undefined) symbols.set(row.id, [toSymbol(row)]);
        else others.push(toSymbol(row));
      }
      const files = await readPages<FileRecord>(key, selectFiles, filePages);
      return files.map((row) => toLinkable(row, symbols.get(row.id) ?? []));
    },
    async linkRanges(key, linesPerRange) {
      const rows = await select<{ id: number; weight: number }>(
        key,
        `SELECT f.id, iif(r.content_id IS NULL, 1, max(c.lines, c.bytes / ${bytesPerLine})) AS weight ${fromFiles}
         LEFT JOIN content_reference AS r ON r.content_id = c.id WHERE ${inSnapshot} ORDER BY f.id`,
      );
      return splitIntoRanges(rows, linesPerRange);
    },
    async fileUses(key, range) {
      const uses = new Map<number, FileUses>();
      const rows = await readPages<{ id: number; uses: string | null }>(
        key,
        selectUses,
        await listPages(key, range),
      );
      for (const row of rows) uses.set(row.id, decodeUses(row.uses));
      return uses;
    },
  };
}

const selectFiles = `SELECT f.id, f.path, f.role, f.package, c.language, r.outline ${fromFiles}
  LEFT JOIN content_reference AS r ON r.content_id = c.id WHERE ${isInPage} ORDER BY f.id`;
const selectSymbols = `SELECT f.id, s.name, s.qualified_name, s.kind, s.exported, s.start_line, s.end_line, s.name_line
  FROM file AS f CROSS JOIN symbol AS s ON s.content_id = f.content_id WHERE ${isInPage} ORDER BY f.id, s.ordinal`;
const selectUses = `SELECT f.id, r.uses FROM file AS f LEFT JOIN content_reference AS r ON r.content_id = f.content_id
  WHERE ${isInPage} AND f.content_id IS NOT NULL ORDER BY f.id`;

interface FileRecord {
  id: number;
  path: string;
  role: FileRole;
  package: string | null;
  language: string;
  outline: string | null;
}

interface SymbolRecord {
  id: number;
  name: string;
  qualified_name: string;
  kind: SymbolKind;
  exported: number;
  start_line: number;
  end_line: number;
  name_line: number;
}

function toLinkable(row: FileRecord, symbols: readonly LinkableSymbol[]): LinkableFile {
  return {
    id: row.id,
    path: row.path,
    language: row.language,
    role: row.role,
    package: row.package ?? undefined,
    outline: decodeOutline(row.outline),
    symbols,
  };
}

function toSymbol(row: SymbolRecord): LinkableSymbol {
  return {
    name: row.name,
    qualifiedName: row.qualified_name,
    kind: row.kind,
    exported: row.exported === 1,
    startLine: row.start_line,
    endLine: row.end_line,
    nameLine: row.name_line,
  };
}
