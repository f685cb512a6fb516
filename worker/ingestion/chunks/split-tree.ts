/**
 * Splits a text along its tree, from the top down. A node within the budget becomes one draft; a larger node
 * is replaced by its children. Splits occur only between lines: nodes that share a line stay together, and
 * blank lines and comments stay with the node after them. Small neighbors are merged parent by parent. The
 * drafts cover the whole text in order.
 */

import type { ChunkBudget } from '../../core/code/chunk.ts';
import type { SyntaxNode } from '../../ports/parser.ts';
import { splitByLines } from './split-by-lines.ts';
import { splitByLength } from './split-by-length.ts';
import type { MeasuredText } from './measured-text.ts';
import { mergeSmallDrafts, createDraft } from './draft-chunk.ts';
import type { LineRange, DraftChunk } from './draft-chunk.ts';

interface SplitPlan {
  readonly measured: MeasuredText;
  readonly budget: ChunkBudget;
  /** Whether the node is a whole unit that deserves its own chunk if it is large enough. */
  readonly isUnit: (node: SyntaxNode) => boolean;
  /** Whether the node contains such units, so that it is split even if it fits. */
  readonly containsUnits: (node: SyntaxNode) => boolean;
}

/** Nodes that share lines. The lines start after the previous group and end with the nodes' own last line. */
interface Group {
  readonly nodes: readonly SyntaxNode[];
  readonly lines: LineRange;
  /** First line of the first node that is not leading. */
  readonly coreLine: number;
}

/** Maximum nesting, which hand-written source never reaches. Deeper nodes are split by lines. */
const maxDepth = 400;

/** @param nodes the top of the tree; the drafts also cover the text between and around them. */
export function splitTree(nodes: readonly SyntaxNode[], plan: SplitPlan): DraftChunk[] {
  const { lineCount } = plan.measured;
  if (lineCount === 0) return [];
  if (plan.budget.chunking === 'naive') return splitByLength(plan.measured);
  return splitNodes({ nodes, lines: { first: 0, last: lineCount - 1 }, kind: 'text', depth: 0 }, plan);
}

interface SplitTask {
  readonly nodes: readonly SyntaxNode[];
  readonly lines: LineRange;
  /** Kind of the parent, for text that has no node of its own. */
  readonly kind: string;
  readonly depth: number;
}

function splitNodes({ nodes, lines, kind, depth }: SplitTask, plan: SplitPlan): DraftChunk[] {
  const { measured, budget } = plan;
  const groups = groupByLine(nodes, lines, measured);
  if (groups.length > 1) {
    const drafts = groups.flatMap((group) => splitGroup(group, { kind, depth }, plan));
    return mergeSmallDrafts(drafts, budget);
  }
  const expanded = depth < maxDepth ? expandNodes(nodes, measured) : undefined;
  if (expanded === undefined) return mergeSmallDrafts(splitLeaf(nodes, { lines, kind }, plan), budget);
  return splitNodes({ nodes: expanded, lines, kind: coreKind(nodes, kind), depth: depth + 1 }, plan);
}

function splitGroup(
  group: Group,
  { kind, depth }: { kind: string; depth: number },
  plan: SplitPlan,
): DraftChunk[] {
  const { measured, budget } = plan;
  const { first, last } = group.lines;
  const cores = group.nodes.filter(isCore);
  const [core] = cores;
  const isStandalone = core !== undefined && cores.length === 1 && plan.isUnit(core);
  const draftFrom = (from: number) => {
    const whole = createDraft(
      measured,
      { first: from, last },
      { kind: coreKind(group.nodes, kind), isStandalone },
    );
    return { ...whole, isStandalone: isStandalone && whole.tokens >= budget.minTokens };
  };
  if (!cores.some((node) => plan.containsUnits(node))) {
    if (measured.tokensOfLines(first, last) <= budget.maxTokens) return [draftFrom(first)];
    if (group.coreLine > first && measured.tokensOfLines(group.coreLine, last) <= budget.maxTokens) {
      const leadingNodes = group.nodes.filter((node) => node.isLeading);
      const lines = { first, last: group.coreLine - 1 };
      return [...splitLeaf(leadingNodes, { lines, kind }, plan), draftFrom(group.coreLine)];
    }
  }
  const expanded = splitNodes({ nodes: group.nodes, lines: group.lines, kind, depth }, plan);
  // The parts of a unit stay together. Only a part that is too small may join text outside the unit.
  return isStandalone
    ? expanded.map((part) => ({ ...part, isStandalone: part.tokens >= budget.minTokens }))
    : expanded;
}

/** Groups nodes that share a line, and adds each leading node to the next group. */
function groupByLine(nodes: readonly SyntaxNode[], lines: LineRange, measured: MeasuredText): Group[] {
  const groups: {
    nodes: SyntaxNode[];
    lines: { first: number; last: number };
    coreLine: number;
    hasOnlyLeads: boolean;
  }[] = [];
  for (const node of nodes) {
    if (node.end <= node.start) continue;
    const first = Math.max(measured.lineAt(node.start), lines.first);
    const last = Math.min(measured.lineAt(node.end - 1), lines.last);
    const group = groups.at(-1);
    if (group !== undefined && (group.hasOnlyLeads || first <= group.lines.last)) {
      group.nodes.push(node);
      group.lines.last = Math.max(group.lines.last, last);
      if (group.hasOnlyLeads && isCore(node)) Object.assign(group, { hasOnlyLeads: false, coreLine: first });
      continue;
    }
    const from = group === undefined ? lines.first : group.lines.last + 1;
    groups.push({
      nodes: [node],
      lines: { first: from, last },
      coreLine: first,
      hasOnlyLeads: node.isLeading,
    });
  }
  const end = groups.at(-1);
  if (end !== undefined) end.lines.last = lines.last;
  return groups;
}

/** Replaces nodes that span several lines with their children. Returns undefined if none of them has children. */
function expandNodes(nodes: readonly SyntaxNode[], measured: MeasuredText): SyntaxNode[] | undefined {
  let expanded = false;
  const result = nodes.flatMap((node) => {
    const isLong =
      !node.isLeading && measured.lineAt(node.start) < measured.lineAt(Math.max(node.end - 1, node.start));
    const children = isLong ? node.children() : [];
    if (children.length === 0) return [node];
    expanded = true;
    return children;
  });
  return expanded ? result : undefined;
}

/** Returns the kind of the only core node, or the parent's kind if there are several. */
function coreKind(nodes: readonly SyntaxNode[], parent: string): string {
  const cores = nodes.filter(isCore);
  const [core] = cores;
  return core !== undefined && cores.length === 1 ? core.kind : parent;
}

/** Whether a node is neither leading nor punctuation. */
function isCore(node: SyntaxNode): boolean {
  return !node.isLeading && /^\w/.test(node.kind);
}

/** Splits lines without nodes to expand: a long string or comment, or a table of short entries. */
function splitLeaf(
  nodes: readonly SyntaxNode[],
  { lines, kind }: { lines: LineRange; kind: string },
  { measured, budget }: SplitPlan,
): DraftChunk[] {
  const onlyKind = nodes.length === 1 ? nodes[0]?.kind : undefined;
  return splitByLines(measured, lines, { kind: onlyKind ?? kind, maxTokens: budget.maxTokens });
}
