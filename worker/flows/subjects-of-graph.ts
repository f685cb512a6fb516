/** What an answer from the graph was about, for follow-ups: "it" is what was asked about, "the first one" is one of those listed. */

import type { GraphMaterial } from '../answering/graph-material.ts';
import type { Subject } from '../core/conversation.ts';
import type { GraphNode } from '../core/edge.ts';

/** Of a list: the first three and the last. */
const listedKept = 4;

/** What was asked about first, then of what was listed as many as "the first one" and "the last one" may mean. */
export function subjectsOfGraph({ relation, focus, end, items }: GraphMaterial): readonly Subject[] {
  const asked = end === undefined ? [focus.node] : [focus.node, end.node];
  const listed = subjectsNamed(items.map(({ node }) => node));
  const kept =
    listed.length > listedKept ? [...listed.slice(0, listedKept - 1), ...listed.slice(-1)] : listed;
  return [
    ...subjectsNamed(asked),
    ...(relation === 'chain' ? [] : kept.map((subject) => ({ ...subject, isListed: true as const }))),
  ];
}

/** Each once. */
function subjectsNamed(nodes: readonly GraphNode[]): readonly Subject[] {
  const subjects = new Map<string, Subject>();
  for (const { symbol, path } of nodes)
    if (path !== '' && !subjects.has(`${path} ${symbol}`))
      subjects.set(
        `${path} ${symbol}`,
        symbol === undefined ? { name: path, kind: 'file', path } : { name: symbol, kind: 'symbol', path },
      );
  return [...subjects.values()];
}
