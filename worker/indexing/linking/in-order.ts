/** Edges in the order of lines, one of each kind, origin, target and line. */

import type { EdgeTarget, FileEdge } from '../../core/edge.ts';

/** Edges of one line that are compared with each other; more, as in a minified file, are looked up by name. */
const fewEdges = 16;

/** Where two differ in their tier alone, the first is kept. */
export function inOrder(edges: readonly FileEdge[]): FileEdge[] {
  const sorted = edges.toSorted((a, b) => a.line - b.line);
  const kept: FileEdge[] = [];
  let lineStart = 0;
  let seen: Set<string> | undefined;
  for (const edge of sorted) {
    if (kept[lineStart]?.line !== edge.line) {
      lineStart = kept.length;
      seen = undefined;
    }
    if (kept.length - lineStart >= fewEdges) seen ??= new Set(kept.slice(lineStart).map(keyOf));
    const isKnown = seen === undefined ? isAmong(kept, lineStart, edge) : seen.has(keyOf(edge));
    if (isKnown) continue;
    seen?.add(keyOf(edge));
    kept.push(edge);
  }
  return kept;
}

function isAmong(kept: readonly FileEdge[], lineStart: number, edge: FileEdge): boolean {
  for (let at = lineStart; at < kept.length; at += 1) {
    const other = kept[at];
    if (other?.kind === edge.kind && other.from === edge.from && isSame(other.to, edge.to)) return true;
  }
  return false;
}

function isSame(a: EdgeTarget, b: EdgeTarget): boolean {
  if ('external' in a) return 'external' in b && a.external === b.external;
  if ('path' in a) return 'path' in b && a.path === b.path && a.symbol === b.symbol;
  return 'name' in b && a.name === b.name;
}

function keyOf({ kind, from, to }: FileEdge): string {
  if ('external' in to) return `${kind} ${from} package ${to.external}`;
  return `${kind} ${from} ${'path' in to ? `${to.symbol} ${to.path}` : `name ${to.name}`}`;
}
