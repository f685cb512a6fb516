/** Counts the proven references between source files of a snapshot: to each definition from other files, and between the parts of the code. */

import type { GraphEdge, NodeId } from '../../core/code/edge.ts';
import { provenTiers } from '../../core/code/edge.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { PartLink } from '../../core/repositories/overview.ts';
import type { FileRow } from '../../ports/chunk-store.ts';
import type { Services } from '../services.ts';
import { dependencyKinds } from '../graph/graph-query.ts';

export interface ReferenceCounts {
  /** By definition, most referring files first. */
  readonly definitions: readonly {
    readonly id: NodeId;
    readonly references: number;
    readonly files: number;
  }[];
  readonly links: readonly PartLink[];
}

type PlainEdge = Pick<GraphEdge, 'from' | 'to' | 'kind'>;
type KindOfLink = 'imports' | 'calls' | 'uses';

interface LinkCount {
  readonly from: string;
  readonly to: string;
  readonly counts: Record<KindOfLink, number>;
  /** Pairs of files. An import of a name is an edge to its file and one to its definition, but one import. */
  readonly imports: Set<string>;
  readonly edge: PlainEdge;
}

/** @param partOf the part that a file belongs to */
export async function countReferences(
  services: Pick<Services, 'graphStore'>,
  key: SnapshotKey,
  {
    files,
    partOf,
  }: { readonly files: readonly FileRow[]; readonly partOf: (path: string) => string | undefined },
): Promise<ReferenceCounts> {
  const [edges, paths] = await Promise.all([
    services.graphStore.allEdges(key),
    readFilePaths(services, key, files),
  ]);
  const references = edges.filter((edge) => {
    const [from, to] = [fileOfNode(edge.from), fileOfNode(edge.to)];
    return from !== to && paths.has(from) && paths.has(to) && isReference(edge);
  });
  const links = countLinks(references, (node) => partOf(paths.get(fileOfNode(node)) ?? ''));
  return { definitions: countByDefinition(references), links: await withExamples(services, key, links) };
}

function isReference({ kind }: PlainEdge): boolean {
  return dependencyKinds.some((dependency) => dependency === kind);
}

/** `12.3` is a definition of file `12`. */
function fileOfNode(id: NodeId): string {
  const dot = id.indexOf('.');
  return dot === -1 ? id : id.slice(0, dot);
}

/** Maps the nodes of source files to their paths. */
async function readFilePaths(
  { graphStore }: Pick<Services, 'graphStore'>,
  key: SnapshotKey,
  files: readonly FileRow[],
): Promise<ReadonlyMap<string, string>> {
  const sources = files.filter(({ role }) => role === 'source').map(({ path }) => path);
  const found = new Map<string, string>();
  for (let at = 0; at < sources.length; at += graphStore.maxNodes)
    for (const { id, path } of await graphStore.fileNodes(key, sources.slice(at, at + graphStore.maxNodes)))
      found.set(id, path);
  return found;
}

function countByDefinition(edges: readonly PlainEdge[]): ReferenceCounts['definitions'] {
  const counts = new Map<NodeId, { references: number; files: Set<string> }>();
  for (const { from, to } of edges) {
    if (!to.includes('.')) continue;
    const count = counts.get(to) ?? { references: 0, files: new Set() };
    count.references += 1;
    count.files.add(fileOfNode(from));
    counts.set(to, count);
  }
  return [...counts]
    .map(([id, { references, files }]) => ({ id, references, files: files.size }))
    .toSorted((a, b) => b.files - a.files || b.references - a.references || (a.id < b.id ? -1 : 1));
}

function countLinks(
  edges: readonly PlainEdge[],
  partOfNode: (node: NodeId) => string | undefined,
): readonly LinkCount[] {
  const links = new Map<string, LinkCount>();
  for (const edge of edges) {
    const [from, to] = [partOfNode(edge.from), partOfNode(edge.to)];
    if (from === undefined || to === undefined || from === to) continue;
    const name = `${from}\0${to}`;
    const link = links.get(name) ?? {
      from,
      to,
      counts: { imports: 0, calls: 0, uses: 0 },
      imports: new Set(),
      edge,
    };
    const kind = kindOfLink(edge);
    if (kind === 'imports') link.imports.add(`${fileOfNode(edge.from)} ${fileOfNode(edge.to)}`);
    else link.counts[kind] += 1;
    link.counts.imports = link.imports.size;
    links.set(name, link);
  }
  const total = ({ counts }: LinkCount): number => counts.imports + counts.calls + counts.uses;
  return [...links.values()].toSorted((a, b) => total(b) - total(a) || (a.from < b.from ? -1 : 1));
}

function kindOfLink({ kind }: PlainEdge): KindOfLink {
  return kind === 'imports' || kind === 'calls' ? kind : 'uses';
}

/** Reads the line of one reference of each link. */
async function withExamples(
  { graphStore }: Pick<Services, 'graphStore'>,
  key: SnapshotKey,
  links: readonly LinkCount[],
): Promise<readonly PartLink[]> {
  if (links.length === 0) return [];
  const edges = await graphStore.step(key, {
    from: [...new Set(links.map(({ edge }) => edge.from))],
    direction: 'out',
    kinds: dependencyKinds,
    tiers: provenTiers,
  });
  const lines = new Map(
    edges.map(({ from, to, kind, path, line }) => [`${from} ${to} ${kind}`, { path, line }]),
  );
  return links.flatMap(({ from, to, counts, edge }) => {
    const example = lines.get(`${edge.from} ${edge.to} ${edge.kind}`);
    return example === undefined ? [] : [{ from, to, ...counts, example }];
  });
}
