/** Reads nodes of the code graph: files, definitions and external packages. */

import type { GraphNode, NodeId } from '../../../core/code/edge.ts';
import type { FileRole } from '../../../core/files/file.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import type { SymbolKind } from '../../../core/code/symbol.ts';
import type { GraphStore } from '../../../ports/graph-store.ts';
import { formatNodeId, parseNodeId, nodeParameters, formatPackageId } from './node-ids.ts';
import { fromFiles, inSnapshot, selector } from '../chunks/read-chunks.ts';
import { readBatched } from '../sql/batch-reads.ts';
import type { IndexDatabases } from '../sql/statements.ts';

export const maxNodes = 5_000;

/** SQL expression: the repository of the snapshot, taken from its linked files. */
export const repositoryOfSnapshot = `(SELECT place.repository FROM file JOIN place ON place.id = file.place_id
  WHERE file.snapshot = ?1 AND file.generation = ?2 LIMIT 1)`;

const fileColumns = `f.id AS file, f.path, f.role, c.language, c.lines, f.rank`;
const symbolColumns = `f.id AS file, f.path, f.role, c.language, s.ordinal, s.name, s.qualified_name, s.kind, s.start_line,
  s.end_line, s.name_line, s.signature, s.documentation, s.exported, s.complexity, f.symbol_ranks ->> s.ordinal AS rank`;

const selectFiles = `SELECT ${fileColumns} FROM json_each(?3) AS j
  CROSS JOIN file AS f ON f.id = j.value ->> 0 AND ${inSnapshot} CROSS JOIN content AS c ON c.id = f.content_id
  WHERE j.value ->> 1 < 0`;
const selectSymbols = `SELECT ${symbolColumns} FROM json_each(?3) AS j
  CROSS JOIN file AS f ON f.id = j.value ->> 0 AND ${inSnapshot} CROSS JOIN content AS c ON c.id = f.content_id
  CROSS JOIN symbol AS s ON s.content_id = c.id AND s.ordinal = j.value ->> 1`;
const selectPackages = `SELECT p.name FROM json_each(?3) AS j
  CROSS JOIN place AS p ON p.repository = ${repositoryOfSnapshot} AND p.kind = 'package' AND p.name = j.value
  WHERE EXISTS (SELECT 1 FROM edge AS e CROSS JOIN file AS f ON f.edge_set_id = e.set_id AND ${inSnapshot}
    WHERE e.to_place = p.id AND e.to_symbol = -1)`;

type NodeReads = Pick<GraphStore, 'maxNodes' | 'nodes' | 'fileNodes' | 'mostReferenced'>;

export function nodeReads(databases: IndexDatabases): NodeReads {
  const select = selector(databases);
  const nodes = async (key: SnapshotKey, ids: readonly NodeId[]): Promise<readonly GraphNode[]> => {
    const requested = ids.slice(0, maxNodes);
    const byId = await readNodes(databases(key.shard), key, requested);
    return requested.flatMap((id) => byId.get(id) ?? []);
  };
  return {
    maxNodes,
    nodes,
    async fileNodes(key, paths) {
      const rows = await select<FileRecord>(
        key,
        `SELECT ${fileColumns} ${fromFiles} WHERE ${inSnapshot} AND f.path IN (SELECT value FROM json_each(?3)) ORDER BY f.path`,
        JSON.stringify(paths.slice(0, maxNodes)),
      );
      const byPath = new Map(rows.map((row) => [row.path, fileNode(row)]));
      return paths.flatMap((path) => byPath.get(path) ?? []);
    },
    async mostReferenced(key, kind, limit) {
      const rows = await select<{ file: number; symbol: number }>(
        key,
        kind === 'files'
          ? `SELECT f.id AS file, -1 AS symbol FROM file AS f WHERE ${inSnapshot} AND f.rank > 0
             ORDER BY f.rank DESC, f.path LIMIT ?3`
          : `SELECT f.id AS file, r.key AS symbol FROM file AS f CROSS JOIN json_each(f.symbol_ranks) AS r
             WHERE ${inSnapshot} AND r.value > 0 ORDER BY r.value DESC, f.path, r.key LIMIT ?3`,
        Math.min(limit, maxNodes),
      );
      return nodes(
        key,
        rows.map((row) => formatNodeId(row.file, row.symbol)),
      );
    },
  };
}

async function readNodes(
  database: D1Database,
  key: SnapshotKey,
  ids: readonly NodeId[],
): Promise<ReadonlyMap<NodeId, GraphNode>> {
  const { nodes, packages } = nodeParameters(ids);
  const keys = ids.map(parseNodeId);
  // Most requests are for definitions only, so a statement that cannot match anything is skipped.
  const readRows = async <Row>(isNeeded: boolean, sql: string, values: string): Promise<readonly Row[]> =>
    isNeeded
      ? readBatched<Row>(database, database.prepare(sql).bind(key.snapshot, key.generation, values))
      : [];
  const hasNode = (matches: (symbol: number) => boolean): boolean =>
    keys.some((nodeKey) => nodeKey?.file !== undefined && matches(nodeKey.symbol));
  const [files, symbols, externalPackages] = await Promise.all([
    readRows<FileRecord>(
      hasNode((symbol) => symbol < 0),
      selectFiles,
      nodes,
    ),
    readRows<SymbolRecord>(
      hasNode((symbol) => symbol >= 0),
      selectSymbols,
      nodes,
    ),
    readRows<{ name: string }>(packages !== '[]', selectPackages, packages),
  ]);
  const graphNodes = [
    ...files.map(fileNode),
    ...symbols.map(symbolNode),
    ...externalPackages.map(packageNode),
  ];
  return new Map(graphNodes.map((node) => [node.id, node]));
}

interface FileRecord {
  file: number;
  path: string;
  role: FileRole;
  language: string;
  lines: number;
  rank: number | null;
}

interface SymbolRecord extends Omit<FileRecord, 'lines'> {
  ordinal: number;
  name: string;
  qualified_name: string;
  kind: SymbolKind;
  start_line: number;
  end_line: number;
  name_line: number;
  signature: string;
  documentation: string;
  exported: number;
  complexity: number;
}

const noDefinition = { symbol: undefined, signature: '', documentation: '', exported: false, complexity: 0 };

function fileNode(row: FileRecord): GraphNode {
  return {
    ...noDefinition,
    id: formatNodeId(row.file, -1),
    kind: 'file',
    name: row.path.slice(row.path.lastIndexOf('/') + 1),
    path: row.path,
    language: row.language,
    role: row.role,
    startLine: 1,
    endLine: row.lines,
    nameLine: 1,
    rank: row.rank ?? 0,
  };
}

function symbolNode(row: SymbolRecord): GraphNode {
  return {
    id: formatNodeId(row.file, row.ordinal),
    kind: row.kind,
    name: row.name,
    symbol: row.qualified_name,
    path: row.path,
    language: row.language,
    role: row.role,
    startLine: row.start_line,
    endLine: row.end_line,
    nameLine: row.name_line,
    signature: row.signature,
    documentation: row.documentation,
    exported: row.exported === 1,
    complexity: row.complexity,
    rank: row.rank ?? 0,
  };
}

function packageNode({ name }: { readonly name: string }): GraphNode {
  return {
    ...noDefinition,
    id: formatPackageId(name),
    kind: 'package',
    name,
    path: '',
    language: '',
    role: 'source',
    startLine: 0,
    endLine: 0,
    nameLine: 0,
    rank: 0,
  };
}
