/**
 * Groups the references to a definition by file, with source files before tests and other files. Name matches and ambiguous references are
 * separate from proven references.
 */
import type { EdgeTier, GraphAnswer, GraphEdge, GraphNode, NamedPlace } from '../../api.ts';
import { groupBy } from '../../group-by.ts';

interface ReferencePlace {
  readonly line: number;
  readonly text: string;
  readonly kinds: readonly GraphEdge['kind'][];
  readonly tier: EdgeTier;
  /** The name of the enclosing definition; undefined if there is none. */
  readonly enclosingName: string | undefined;
}

export interface ReferenceFile {
  readonly path: string;
  readonly role: string;
  readonly places: readonly ReferencePlace[];
}

interface AmbiguousFile {
  readonly path: string;
  readonly places: readonly NamedPlace[];
}

interface GroupedReferences {
  readonly proven: readonly ReferenceFile[];
  readonly nameMatches: readonly ReferenceFile[];
  readonly ambiguous: readonly AmbiguousFile[];
}

type ReferencesAnswer = Pick<GraphAnswer, 'focus' | 'nodes' | 'edges' | 'unsure'>;

export function groupReferences({ focus, nodes, edges, unsure }: ReferencesAnswer): GroupedReferences {
  const nodeById = new Map([focus, ...nodes].map((node) => [node.id, node]));
  const proven = edges.filter(({ tier }) => tier !== 'name-match');
  return {
    proven: groupByFile(proven, nodeById),
    nameMatches: groupByFile(
      edges.filter(({ tier }) => tier === 'name-match'),
      nodeById,
    ),
    ambiguous: [...groupBy(unsure, ({ path }) => path)].map(([path, places]) => ({ path, places })),
  };
}

export function countPlaces(files: readonly { readonly places: readonly unknown[] }[]): number {
  return files.reduce((sum, { places }) => sum + places.length, 0);
}

function groupByFile(
  edges: readonly GraphEdge[],
  nodeById: ReadonlyMap<string, GraphNode>,
): readonly ReferenceFile[] {
  const files = [...groupBy(edges, ({ path }) => path)].map(([path, fileEdges]) => ({
    path,
    role: nodeById.get(fileEdges[0]?.from ?? '')?.role ?? 'source',
    places: groupByLine(fileEdges, nodeById),
  }));
  return files.toSorted(
    (one, other) => roleOrder(one.role) - roleOrder(other.role) || (one.path < other.path ? -1 : 1),
  );
}

/** Merges the edges on one line into one place: `Sink(Sink.of())` has two. */
function groupByLine(
  edges: readonly GraphEdge[],
  nodeById: ReadonlyMap<string, GraphNode>,
): readonly ReferencePlace[] {
  const lines = groupBy(edges, ({ line }) => line);
  return [...lines]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([line, lineEdges]) => {
      const [first] = lineEdges;
      if (first === undefined) return [];
      const kinds = [...new Set(lineEdges.map(({ kind }) => kind))];
      const enclosingName = nodeById.get(first.from)?.symbol;
      return [{ line, text: (first.text ?? '').trim(), kinds, tier: first.tier, enclosingName }];
    });
}

function roleOrder(role: string): number {
  return role === 'source' ? 0 : role === 'test' ? 1 : 2;
}
