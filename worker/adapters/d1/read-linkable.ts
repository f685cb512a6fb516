/** Reads of what the link stage resolves: every file of a snapshot by its outline, and what some of them refer to. */

import type { FileRole } from '../../core/file.ts';
import type { FileUses } from '../../core/reference.ts';
import type { SymbolKind } from '../../core/symbol.ts';
import type { GraphStore, LinkableFile, LinkableSymbol } from '../../ports/graph-store.ts';
import { fromFiles, inSnapshot, selector, toRanges } from './read-chunks.ts';
import { ofPage, pagesOf } from './read-pages.ts';
import { decodeOutline, decodeUses } from './reference-json.ts';
import type { IndexDatabases } from './statements.ts';

/** A file with longer lines than this counts as if it had more of them; one that refers to nothing as one line. */
const bytesPerLine = 40;

type LinkableReads = Pick<GraphStore, 'linkableFiles' | 'linkRanges' | 'usesOf'>;

export function linkableReads(databases: IndexDatabases): LinkableReads {
  const select = selector(databases);
  const { pages, paged } = pagesOf(select);
  return {
    async linkableFiles(key) {
      const of = await pages(key);
      const symbols = new Map<number, LinkableSymbol[]>();
      for (const row of await paged<SymbolRecord>(key, selectSymbols, of)) {
        const others = symbols.get(row.id);
        if (others === undefined) symbols.set(row.id, [toSymbol(row)]);
        else others.push(toSymbol(row));
      }
      const files = await paged<FileRecord>(key, selectFiles, of);
      return files.map((row) => toLinkable(row, symbols.get(row.id) ?? []));
    },
    async linkRanges(key, linesPerRange) {
      const rows = await select<{ id: number; weight: number }>(
        key,
        `SELECT f.id, iif(r.content_id IS NULL, 1, max(c.lines, c.bytes / ${bytesPerLine})) AS weight ${fromFiles}
         LEFT JOIN content_reference AS r ON r.content_id = c.id WHERE ${inSnapshot} ORDER BY f.id`,
      );
      return toRanges(rows, linesPerRange);
    },
    async usesOf(key, range) {
      const uses = new Map<number, FileUses>();
      const rows = await paged<{ id: number; uses: string | null }>(key, selectUses, await pages(key, range));
      for (const row of rows) uses.set(row.id, decodeUses(row.uses));
      return uses;
    },
  };
}

const selectFiles = `SELECT f.id, f.path, f.role, f.package, c.language, r.outline ${fromFiles}
  LEFT JOIN content_reference AS r ON r.content_id = c.id WHERE ${ofPage} ORDER BY f.id`;
const selectSymbols = `SELECT f.id, s.name, s.qualified_name, s.kind, s.exported, s.start_line, s.end_line, s.name_line
  FROM file AS f CROSS JOIN symbol AS s ON s.content_id = f.content_id WHERE ${ofPage} ORDER BY f.id, s.ordinal`;
const selectUses = `SELECT f.id, r.uses FROM file AS f LEFT JOIN content_reference AS r ON r.content_id = f.content_id
  WHERE ${ofPage} AND f.content_id IS NOT NULL ORDER BY f.id`;
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
