/** The whole graph of a published state, a range of files at a time: every file and definition, every edge that leads to one. */

import type { EdgeTier, GraphEdge, NodeId } from '../../core/edge.ts';
import type { SnapshotKey } from '../../core/repository.ts';
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

/** Lines of the files whose edges are read at a time. */
const linesAtOnce = 100_000;

export async function exportGraph(
  { graphStore }: Pick<Services, 'graphStore'>,
  key: SnapshotKey,
  tiers: readonly EdgeTier[],
): Promise<ExportedGraph> {
  const files = await graphStore.linkableFiles(key);
  const edges: GraphEdge[] = [];
  for (const range of await graphStore.linkRanges(key, linesAtOnce)) {
    const hung = await graphStore.edgesOfRange(key, range);
    for (const edge of hung) if (tiers.includes(edge.tier)) edges.push(edge);
  }
  const defining = tiers.includes('resolved') ? files.flatMap(definesEdges) : [];
  const outside = new Set(edges.map((edge) => edge.to).filter((id) => id.startsWith('package:')));
  const nodes = [...files.flatMap(nodesOfFile), ...[...outside].map(packageNode)];
  return { nodes, edges: [...defining, ...edges] };
}

function nodesOfFile(file: LinkableFile): readonly ExportedNode[] {
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

function packageNode(id: NodeId): ExportedNode {
  return { id, attributes: { kind: 'package', name: id.slice('package:'.length) } };
}

/** From a file to each of its definitions, proven by the line that bears the name. */
function definesEdges({ id, path, symbols }: LinkableFile): readonly GraphEdge[] {
  return symbols.map((symbol, ordinal) => ({
    from: `${id}`,
    to: `${id}.${ordinal}`,
    kind: 'defines',
    tier: 'resolved',
    path,
    line: symbol.nameLine,
  }));
}
