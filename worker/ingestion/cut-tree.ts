/**
 * Cuts a text along its tree, from the top down: a node within the budget is one piece, a larger one is opened into
 * its children. Cuts fall between lines only, so children that share a line stay together, and blank lines and
 * comments go with what follows them. Small neighbours are merged on the way up, parent by parent. The pieces in order
 * are the whole text.
 */

import type { ChunkBudget } from '../core/chunk.ts';
import type { SyntaxNode } from '../ports/parser.ts';
import { cutLines } from './cut-lines.ts';
import { cutNaively } from './cut-naively.ts';
import type { MeasuredText } from './measured-text.ts';
import { mergePieces } from './merge-pieces.ts';
import { pieceOfLines } from './piece.ts';
import type { LineRange, Piece } from './piece.ts';

interface CutPlan {
  readonly measured: MeasuredText;
  readonly budget: ChunkBudget;
  /** The node is a whole unit, worth a chunk of its own if it is large enough. */
  readonly isUnit: (node: SyntaxNode) => boolean;
  /** Units worth chunks of their own lie in the node: it is opened though it fits. */
  readonly holdsUnits: (node: SyntaxNode) => boolean;
}

/** Nodes that share lines, and the lines that are theirs: from the end of the group before to their own last line. */
interface Group {
  readonly nodes: readonly SyntaxNode[];
  readonly lines: LineRange;
  /** Where the first node that does not merely lead begins. */
  readonly coreLine: number;
}

/** Deeper nesting than this is cut by lines; no source written by a person comes near. */
const maxDepth = 400;

/** @param nodes the top of the tree; what lies between and around them is part of the pieces too. */
export function cutTree(nodes: readonly SyntaxNode[], plan: CutPlan): Piece[] {
  const { lineCount } = plan.measured;
  if (lineCount === 0) return [];
  if (plan.budget.chunking === 'naive') return cutNaively(plan.measured);
  return cutNodes({ nodes, lines: { first: 0, last: lineCount - 1 }, kind: 'text', depth: 0 }, plan);
}

interface Task {
  readonly nodes: readonly SyntaxNode[];
  readonly lines: LineRange;
  /** Kind of the parent, for what is no node of its own. */
  readonly kind: string;
  readonly depth: number;
}

function cutNodes({ nodes, lines, kind, depth }: Task, plan: CutPlan): Piece[] {
  const { measured, budget } = plan;
  const groups = groupByLine(nodes, lines, measured);
  if (groups.length > 1) {
    const pieces = groups.flatMap((group) => cutGroup(group, { kind, depth }, plan));
    return mergePieces(pieces, budget);
  }
  const opened = depth < maxDepth ? openNodes(nodes, measured) : undefined;
  if (opened === undefined) return mergePieces(cutLeaf(nodes, { lines, kind }, plan), budget);
  return cutNodes({ nodes: opened, lines, kind: coreKind(nodes, kind), depth: depth + 1 }, plan);
}

function cutGroup(group: Group, { kind, depth }: { kind: string; depth: number }, plan: CutPlan): Piece[] {
  const { measured, budget } = plan;
  const { first, last } = group.lines;
  const cores = group.nodes.filter(isCore);
  const [core] = cores;
  const alone = core !== undefined && cores.length === 1 && plan.isUnit(core);
  const piece = (from: number) => {
    const whole = pieceOfLines(measured, { first: from, last }, { kind: coreKind(group.nodes, kind), alone });
    return { ...whole, alone: alone && whole.tokens >= budget.minTokens };
  };
  if (!cores.some((node) => plan.holdsUnits(node))) {
    if (measured.tokensOfLines(first, last) <= budget.maxTokens) return [piece(first)];
    if (group.coreLine > first && measured.tokensOfLines(group.coreLine, last) <= budget.maxTokens) {
      const leads = group.nodes.filter((node) => node.leads);
      const lines = { first, last: group.coreLine - 1 };
      return [...cutLeaf(leads, { lines, kind }, plan), piece(group.coreLine)];
    }
  }
  const opened = cutNodes({ nodes: group.nodes, lines: group.lines, kind, depth }, plan);
  // The parts of a unit stay together: only what is too small may join what stands around the unit.
  return alone ? opened.map((part) => ({ ...part, alone: part.tokens >= budget.minTokens })) : opened;
}

/** Nodes that share a line form a group; one that only leads joins the group after it. */
function groupByLine(nodes: readonly SyntaxNode[], lines: LineRange, measured: MeasuredText): Group[] {
  const groups: {
    nodes: SyntaxNode[];
    lines: { first: number; last: number };
    coreLine: number;
    leads: boolean;
  }[] = [];
  for (const node of nodes) {
    if (node.end <= node.start) continue;
    const first = Math.max(measured.lineAt(node.start), lines.first);
    const last = Math.min(measured.lineAt(node.end - 1), lines.last);
    const group = groups.at(-1);
    if (group !== undefined && (group.leads || first <= group.lines.last)) {
      group.nodes.push(node);
      group.lines.last = Math.max(group.lines.last, last);
      if (group.leads && isCore(node)) Object.assign(group, { leads: false, coreLine: first });
      continue;
    }
    const from = group === undefined ? lines.first : group.lines.last + 1;
    groups.push({ nodes: [node], lines: { first: from, last }, coreLine: first, leads: node.leads });
  }
  const end = groups.at(-1);
  if (end !== undefined) end.lines.last = lines.last;
  return groups;
}

/** The nodes with those that take several lines replaced by their children; undefined when none has any. */
function openNodes(nodes: readonly SyntaxNode[], measured: MeasuredText): SyntaxNode[] | undefined {
  let opened = false;
  const result = nodes.flatMap((node) => {
    const isLong =
      !node.leads && measured.lineAt(node.start) < measured.lineAt(Math.max(node.end - 1, node.start));
    const children = isLong ? node.children() : [];
    if (children.length === 0) return [node];
    opened = true;
    return children;
  });
  return opened ? result : undefined;
}

/** The kind of the only node of substance; the parent's where there are several. */
function coreKind(nodes: readonly SyntaxNode[], parent: string): string {
  const cores = nodes.filter(isCore);
  const [core] = cores;
  return core !== undefined && cores.length === 1 ? core.kind : parent;
}

/** Neither something that leads nor punctuation. */
function isCore(node: SyntaxNode): boolean {
  return !node.leads && /^\w/.test(node.kind);
}

/** Lines in which no node can be opened: a long string or comment, a table of short entries. */
function cutLeaf(
  nodes: readonly SyntaxNode[],
  { lines, kind }: { lines: LineRange; kind: string },
  { measured, budget }: CutPlan,
): Piece[] {
  const own = nodes.length === 1 ? nodes[0]?.kind : undefined;
  return cutLines(measured, lines, { kind: own ?? kind, maxTokens: budget.maxTokens });
}
