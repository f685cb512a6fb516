/** Exports the whole graph of a published snapshot: every file, definition and edge. Edges are read for one range of files at a time. */

import type { EdgeTier, GraphEdge, NodeId } from '../../core/code/edge.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { LinkableFile } from '../../ports/graph-store.ts';
import type { Services } from '../services.ts';

interface ExportedNode {
  readonly id: NodeId;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

export interface ExportedGraph {
  readonly nodes: readonly ExportedNode[];
  readonly edges: readonly GraphEdge[];
}

/** Total lines of the files whose edges are read in one call. */
const linesAtOnce = 100_000;

export async function exportGraph(
  { graphStore }: Pick<Services, 'graphStore'>,
  key: SnapshotKey,
  tiers: readonly EdgeTier[],
): Promise<ExportedGraph> {
  const files = await graphStore.linkableFiles(key);
  const edges: GraphEdge[] = [];
  for (const range of await graphStore.linkRanges(key, linesAtOnce)) {
    const rangeEdges = await graphStore.edgesOfRange(key, range);
    for (const edge of rangeEdges) if (tiers.includes(edge.tier)) edges.push(edge);
  }
  const definitionEdges = tiers.includes('resolved') ? files.flatMap(toDefinitionEdges) : [];
  const packageIds = new Set(edges.map((edge) => edge.to).filter((id) => id.startsWith('package:')));
  const nodes = [...files.flatMap(toNodes), ...[...packageIds].map(toPackageNode)];
  return { nodes, edges: [...definitionEdges, ...edges] };
}

function toNodes(file: LinkableFile): readonly ExportedNode[] {
  const { id, path, language, role } = file;
  const common = { path, language, role, ...(file.package === undefined ? {} : { package: file.package }) };
  return [
    { id: `${id}`, attributes: { ...common, kind: 'file', name: path.slice(path.lastIndexOf('/') + 1) } },
    ...file.symbols.map((symbol, ordinal) => ({
      id: `${id}.${ordinal}`,
      attributes: {
        ...common,
        kind: symbol.kind,
        name: symbol.name,
        symbol: symbol.qualifiedName,
        startLine: symbol.startLine,
        endLine: symbol.endLine,
        exported: symbol.exported,
      },
    })),
  ];
}

function toPackageNode(id: NodeId): ExportedNode {
  return { id, attributes: { kind: 'package', name: id.slice('package:'.length) } };
}

/** Creates an edge from a file to each of its definitions. The line with the name proves it. */
function toDefinitionEdges({ id, path, symbols }: LinkableFile): readonly GraphEdge[] {
  return symbols.map((symbol, ordinal) => ({
    from: `${id}`,
    to: `${id}.${ordinal}`,
    kind: 'defines',
    tier: 'resolved',
    path,
    line: symbol.nameLine,
  }));
}
