/** The edges of what is shown, one row each, by the place that proves them. */
import type { GraphEdge } from '../../api.ts';
import type { ShownGraph } from './explored-graph.ts';

export interface EdgeRow extends GraphEdge {
  readonly id: string;
  /** The link that holds it. */
  readonly link: string;
  readonly fromName: string;
  readonly toName: string;
}

export function edgeRows({ links, names }: ShownGraph): readonly EdgeRow[] {
  return links.flatMap((link) =>
    link.edges.map((edge) => ({
      ...edge,
      id: `${link.id} ${edge.kind} ${edge.path}:${edge.line}`,
      link: link.id,
      fromName: names.get(edge.from) ?? edge.from,
      toName: names.get(edge.to) ?? edge.to,
    })),
  );
}
