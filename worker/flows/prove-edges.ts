/** Evidence for what the graph tells: the lines around each edge, and those that bear a definition's name, read once each. */

import type { GraphEdge, GraphNode } from '../core/edge.ts';
import type { Evidence, SpanPosition } from '../core/evidence.ts';
import { readSpans } from '../retrieval/read-spans.ts';
import { issueEvidence, type Within } from './issue-evidence.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';

/** Lines shown before and after one that proves something. */
const around = 2;
/** Lines shown of a definition from the one that bears its name; of what is asked about, and of others. */
const linesOfFocus = 8;
const linesOfNode = 2;

type Wanted = SpanPosition & Within & { readonly score: number };

export interface Proofs {
  /** @param from what refers, at the edge's line */
  readonly wantEdge: (edge: GraphEdge, from: GraphNode | undefined) => void;
  readonly wantNode: (node: GraphNode, isFocus?: boolean) => void;
  /** Reads everything wanted. */
  readonly read: () => Promise<void>;
  readonly ofEdge: (edge: Pick<GraphEdge, 'path' | 'line' | 'from'>) => Evidence | undefined;
  readonly ofNode: (node: GraphNode | undefined) => Evidence | undefined;
  /** Everything read, by id, in the order it was wanted. */
  readonly evidence: () => Map<string, Evidence>;
}

export function createProofs(services: Pick<Services, 'chunkStore'>, resolved: ResolvedSnapshot): Proofs {
  const wanted = new Map<string, Wanted>();
  const found = new Map<string, Evidence>();
  const want = (key: string, span: Wanted): void => {
    if (span.path !== '' && !wanted.has(key)) wanted.set(key, span);
  };
  return {
    wantEdge: (edge, from) => want(keyOfEdge(edge), { ...spanOfEdge(edge, from), score: 1 }),
    wantNode: (node, isFocus = false) => want(node.id, { ...spanOfNode(node, isFocus), score: 1 }),
    async read() {
      const keyed = [...wanted].map(([key, span]) => ({ ...span, key }));
      const spans = await readSpans(services.chunkStore, resolved.key, keyed);
      for (const [index, span] of spans.entries()) found.set(span.key, issueEvidence(resolved, span, index));
    },
    ofEdge: (edge) => found.get(keyOfEdge(edge)),
    ofNode: (node) => (node === undefined ? undefined : found.get(node.id)),
    evidence: () => new Map([...found.values()].map((one) => [one.id, one])),
  };
}

function keyOfEdge({ path, line, from }: Pick<GraphEdge, 'path' | 'line' | 'from'>): string {
  return `${from} ${path}:${line}`;
}

/** Within the definition that refers, so that all of it is of that definition. */
function spanOfEdge({ path, line }: GraphEdge, from: GraphNode | undefined): SpanPosition & Within {
  const isWithin = from !== undefined && from.path === path && from.startLine <= line && line <= from.endLine;
  if (!isWithin) return { path, startLine: line, endLine: line };
  return {
    path,
    startLine: Math.max(from.startLine, line - around),
    endLine: Math.min(from.endLine, line + around),
    ...withinOf(from),
  };
}

function spanOfNode(node: GraphNode, isFocus: boolean): SpanPosition & Within {
  const { path, startLine, nameLine, endLine } = node;
  const last = nameLine + (isFocus ? linesOfFocus : linesOfNode);
  return {
    path,
    startLine: isFocus && nameLine - startLine <= linesOfFocus ? Math.min(startLine, nameLine) : nameLine,
    endLine: Math.max(nameLine, Math.min(endLine, last)),
    ...withinOf(node),
  };
}

function withinOf({ symbol, nameLine }: GraphNode): Within {
  return symbol === undefined ? {} : { within: { symbol, nameLine } };
}
