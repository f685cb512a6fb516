/** Questions a walk answers: each follows some kinds of edges one way, from the focus or from what lies in it. */

import type { EdgeKind, GraphEdge, NodeId } from '../../core/edge.ts';
import { fileOf, walkGraph } from '../../retrieval/walk-graph.ts';
import { findFocus } from './find-focus.ts';
import type { GraphOutcome, GraphQueryName } from './graph-outcome.ts';
import { dependence, membersOf, wayOf, type GraphQuestion, type GraphServices } from './graph-question.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { tellWalk } from './tell-walk.ts';

interface QueryRule {
  readonly direction: 'in' | 'out';
  readonly kinds: readonly EdgeKind[];
  /** What lies in the focus counts as the focus. */
  readonly looksInside: boolean;
  /** Whether the answer is of files, a definition standing for the one it lies in: always, when a file is asked about, or never. */
  readonly ofFiles: 'always' | 'for-files' | 'never';
}

const rules = {
  callers: { direction: 'in', kinds: ['calls'], looksInside: false, ofFiles: 'never' },
  callees: { direction: 'out', kinds: ['calls'], looksInside: true, ofFiles: 'never' },
  importers: { direction: 'in', kinds: ['imports'], looksInside: false, ofFiles: 'always' },
  imports: { direction: 'out', kinds: ['imports'], looksInside: false, ofFiles: 'always' },
  dependents: { direction: 'in', kinds: dependence, looksInside: true, ofFiles: 'for-files' },
  dependencies: { direction: 'out', kinds: dependence, looksInside: true, ofFiles: 'for-files' },
  subclasses: { direction: 'in', kinds: ['extends', 'implements'], looksInside: false, ofFiles: 'never' },
  references: { direction: 'in', kinds: dependence, looksInside: false, ofFiles: 'never' },
} as const satisfies Record<Exclude<GraphQueryName, 'chain' | 'neighbours'>, QueryRule>;

export async function askWalk(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  asked: GraphQuestion & { readonly query: keyof typeof rules },
): Promise<GraphOutcome> {
  const { key } = resolved;
  const rule: QueryRule = rules[asked.query];
  const focus = await findFocus(services, key, { named: asked, mayBePackage: asked.query === 'importers' });
  const isFile = focus.node.kind === 'file';
  const isDefinition = focus.node.symbol !== undefined;
  // Who imports a definition is a file already.
  const ofFiles =
    (rule.ofFiles === 'for-files' && isFile) ||
    (rule.ofFiles === 'always' && (!isDefinition || rule.direction === 'out'));
  const looksInside = rule.looksInside || (isFile && rule.ofFiles !== 'always');
  const inside = looksInside ? await membersOf(services, resolved, focus.ids) : [];
  // What a definition's file imports is what the definition may use.
  const start =
    rule.ofFiles === 'always' && rule.direction === 'out' ? focus.ids.map(fileOf) : [...focus.ids, ...inside];
  const kinds = asked.kinds ?? rule.kinds;
  const walk = await walkGraph(services.graphStore, key, {
    from: start,
    way: { ...wayOf(services, asked), direction: rule.direction, kinds, depth: asked.depth ?? 1 },
    next: async (edges) => {
      const reached = goneOnFrom(edges, { direction: rule.direction, ofFiles });
      return ofFiles && looksInside
        ? [...reached, ...(await membersOf(services, resolved, reached))]
        : reached;
    },
  });
  const own = new Set(start);
  const told = tellEdges(walk.edges, { own, inside: new Set(inside), ofFiles, direction: rule.direction });
  return tellWalk(services, resolved, asked, {
    focus,
    inside,
    walk: { ...walk, edges: told },
    direction: rule.direction,
    kinds,
    ofFiles,
  });
}

/**
 * A file that imports something and does nothing more with it is not gone on from: who imports that file need not know of it.
 * Where files are asked about, each stands for what lies in it.
 */
function goneOnFrom(
  edges: readonly GraphEdge[],
  { direction, ofFiles }: { readonly direction: 'in' | 'out'; readonly ofFiles: boolean },
): readonly NodeId[] {
  const going = ofFiles ? edges : edges.filter((edge) => edge.kind !== 'imports');
  const reached = going.map((edge) => (direction === 'in' ? edge.from : edge.to));
  return [...new Set(ofFiles ? reached.map(fileOf) : reached)];
}

/** Without edges inside the focus itself, and without imports where the same file's use of what it imports is told. */
function tellEdges(
  edges: readonly GraphEdge[],
  about: {
    readonly own: ReadonlySet<NodeId>;
    readonly inside: ReadonlySet<NodeId>;
    readonly ofFiles: boolean;
    readonly direction: 'in' | 'out';
  },
): readonly GraphEdge[] {
  const outer = edges.filter(
    (edge) => about.inside.size === 0 || !(about.own.has(edge.from) && about.own.has(edge.to)),
  );
  if (about.ofFiles) return outer;
  const used = new Set(
    outer.filter((edge) => edge.kind !== 'imports').map((edge) => `${edge.path} ${edge.to}`),
  );
  return outer.filter((edge) => edge.kind !== 'imports' || !used.has(`${edge.path} ${edge.to}`));
}
