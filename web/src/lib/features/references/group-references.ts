/**
 * Groups the references to a definition for display: proven ones by file, with sources before tests and other files, and separately the
 * name matches and the ambiguous ones. Pure.
 */
import type { EdgeTier, GraphAnswer, GraphEdge, GraphNode, NamedPlace } from '../../api.ts';
import { groupBy } from '../../group-by.ts';

interface ReferencePlace {
  readonly line: number;
  readonly text: string;
  readonly kinds: readonly GraphEdge['kind'][];
  readonly tier: EdgeTier;
  /** The enclosing definition; undefined outside any. */
  readonly within: string | undefined;
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
  readonly byName: readonly ReferenceFile[];
  readonly ambiguous: readonly AmbiguousFile[];
}

type ReferencesAnswer = Pick<GraphAnswer, 'focus' | 'nodes' | 'edges' | 'unsure'>;

export function groupReferences({ focus, nodes, edges, unsure }: ReferencesAnswer): GroupedReferences {
  const known = new Map([focus, ...nodes].map((node) => [node.id, node]));
  const proven = edges.filter(({ tier }) => tier !== 'name-match');
  return {
    proven: groupByFile(proven, known),
    byName: groupByFile(
      edges.filter(({ tier }) => tier === 'name-match'),
      known,
    ),
    ambiguous: [...groupBy(unsure, ({ path }) => path)].map(([path, places]) => ({ path, places })),
  };
}

export function countPlaces(files: readonly { readonly places: readonly unknown[] }[]): number {
  return files.reduce((sum, { places }) => sum + places.length, 0);
}

function groupByFile(
  edges: readonly GraphEdge[],
  known: ReadonlyMap<string, GraphNode>,
): readonly ReferenceFile[] {
  const files = [...groupBy(edges, ({ path }) => path)].map(([path, inFile]) => ({
    path,
    role: known.get(inFile[0]?.from ?? '')?.role ?? 'source',
    places: groupByLine(inFile, known),
  }));
  return files.toSorted(
    (one, other) => roleOrder(one.role) - roleOrder(other.role) || (one.path < other.path ? -1 : 1),
  );
}

/** Several edges on one line count as one place: `Sink(Sink.of())`. */
function groupByLine(
  edges: readonly GraphEdge[],
  known: ReadonlyMap<string, GraphNode>,
): readonly ReferencePlace[] {
  const lines = groupBy(edges, ({ line }) => line);
  return [...lines]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([line, onLine]) => {
      const [first] = onLine;
      if (first === undefined) return [];
      const kinds = [...new Set(onLine.map(({ kind }) => kind))];
      const within = known.get(first.from)?.symbol;
      return [{ line, text: (first.text ?? '').trim(), kinds, tier: first.tier, within }];
    });
}

function roleOrder(role: string): number {
  return role === 'source' ? 0 : role === 'test' ? 1 : 2;
}
