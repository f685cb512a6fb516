/**
 * What refers to a definition as a reader goes through it: the proven places by file, sources before tests and the rest; apart
 * from them those found by name alone, and those that could mean something else. Pure.
 */
import type { EdgeTier, GraphAnswer, GraphEdge, GraphNode, NamedPlace } from '../../api.ts';
import { groupBy } from '../../group-by.ts';

interface ReferencePlace {
  readonly line: number;
  readonly text: string;
  readonly kinds: readonly GraphEdge['kind'][];
  readonly tier: EdgeTier;
  /** The definition the place lies in; undefined outside any. */
  readonly within: string | undefined;
}

export interface ReferenceFile {
  readonly path: string;
  readonly role: string;
  readonly places: readonly ReferencePlace[];
}

interface UnsureFile {
  readonly path: string;
  readonly places: readonly NamedPlace[];
}

interface GroupedReferences {
  readonly proven: readonly ReferenceFile[];
  readonly byName: readonly ReferenceFile[];
  readonly unsure: readonly UnsureFile[];
}

type Answered = Pick<GraphAnswer, 'focus' | 'nodes' | 'edges' | 'unsure'>;

export function groupReferences({ focus, nodes, edges, unsure }: Answered): GroupedReferences {
  const known = new Map([focus, ...nodes].map((node) => [node.id, node]));
  const proven = edges.filter(({ tier }) => tier !== 'name-match');
  return {
    proven: filesOf(proven, known),
    byName: filesOf(
      edges.filter(({ tier }) => tier === 'name-match'),
      known,
    ),
    unsure: [...groupBy(unsure, ({ path }) => path)].map(([path, places]) => ({ path, places })),
  };
}

export function countPlaces(files: readonly { readonly places: readonly unknown[] }[]): number {
  return files.reduce((sum, { places }) => sum + places.length, 0);
}

function filesOf(
  edges: readonly GraphEdge[],
  known: ReadonlyMap<string, GraphNode>,
): readonly ReferenceFile[] {
  const files = [...groupBy(edges, ({ path }) => path)].map(([path, inFile]) => ({
    path,
    role: known.get(inFile[0]?.from ?? '')?.role ?? 'source',
    places: placesOf(inFile, known),
  }));
  return files.toSorted(
    (one, other) => roleOrder(one.role) - roleOrder(other.role) || (one.path < other.path ? -1 : 1),
  );
}

/** Several edges of one line are one place: `Sink(Sink.of())`. */
function placesOf(
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
