/** Issues evidence for graph results: the lines around each edge and the lines that name a definition. Each span is read once. */

import type { Evidence, SpanPosition } from '../../../core/answers/evidence.ts';
import type { GraphEdge, GraphNode } from '../../../core/code/edge.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { issueEvidence, type EnclosingDefinition } from '../evidence/issue-evidence.ts';

/** Lines shown before and after the line of an edge. */
const contextLines = 2;
/** Lines shown of a definition after its name: for the focus, and for other nodes. */
const focusLines = 8;
const nodeLines = 2;

type RequestedSpan = SpanPosition & EnclosingDefinition & { readonly score: number };

export interface Proofs {
  /** @param from the node that contains the reference at the edge's line */
  readonly requestEdge: (edge: GraphEdge, from: GraphNode | undefined) => void;
  readonly requestNode: (node: GraphNode, isFocus?: boolean) => void;
  /** Reads everything that was requested. */
  readonly read: () => Promise<void>;
  readonly edgeEvidence: (edge: Pick<GraphEdge, 'path' | 'line' | 'from'>) => Evidence | undefined;
  readonly nodeEvidence: (node: GraphNode | undefined) => Evidence | undefined;
  /** All evidence by id, in the order of the requests. */
  readonly evidence: () => Map<string, Evidence>;
}

export function createProofs(services: Pick<Services, 'chunkStore'>, resolved: ResolvedSnapshot): Proofs {
  const requested = new Map<string, RequestedSpan>();
  const issued = new Map<string, Evidence>();
  const request = (key: string, span: RequestedSpan): void => {
    if (span.path !== '' && !requested.has(key)) requested.set(key, span);
  };
  return {
    requestEdge: (edge, from) => request(edgeKey(edge), { ...edgeSpan(edge, from), score: 1 }),
    requestNode: (node, isFocus = false) => request(node.id, { ...nodeSpan(node, isFocus), score: 1 }),
    async read() {
      const keyed = [...requested].map(([key, span]) => ({ ...span, key }));
      const spans = await readSpans(services.chunkStore, resolved.key, keyed);
      for (const [index, span] of spans.entries()) issued.set(span.key, issueEvidence(resolved, span, index));
    },
    edgeEvidence: (edge) => issued.get(edgeKey(edge)),
    nodeEvidence: (node) => (node === undefined ? undefined : issued.get(node.id)),
    evidence: () => new Map([...issued.values()].map((evidence) => [evidence.id, evidence])),
  };
}

function edgeKey({ path, line, from }: Pick<GraphEdge, 'path' | 'line' | 'from'>): string {
  return `${from} ${path}:${line}`;
}

/** Limits the span to the definition that contains the reference. */
function edgeSpan(
  { path, line }: GraphEdge,
  from: GraphNode | undefined,
): SpanPosition & EnclosingDefinition {
  const isWithin = from !== undefined && from.path === path && from.startLine <= line && line <= from.endLine;
  if (!isWithin) return { path, startLine: line, endLine: line };
  return {
    path,
    startLine: Math.max(from.startLine, line - contextLines),
    endLine: Math.min(from.endLine, line + contextLines),
    ...enclosingDefinition(from),
  };
}

function nodeSpan(node: GraphNode, isFocus: boolean): SpanPosition & EnclosingDefinition {
  const { path, startLine, nameLine, endLine } = node;
  const last = nameLine + (isFocus ? focusLines : nodeLines);
  return {
    path,
    startLine: isFocus && nameLine - startLine <= focusLines ? Math.min(startLine, nameLine) : nameLine,
    endLine: Math.max(nameLine, Math.min(endLine, last)),
    ...enclosingDefinition(node),
  };
}

function enclosingDefinition({ symbol, nameLine }: GraphNode): EnclosingDefinition {
  return symbol === undefined ? {} : { within: { symbol, nameLine } };
}
