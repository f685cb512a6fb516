/**
 * The origins of one file's lines as they are handed over, checked: a lineage that runs backwards, longer than is told, or past the file's
 * lines is refused with what is wrong, and never stored.
 */

import { lineSteps, maxLineage } from '../core/history.ts';
import type { FileOrigins, OriginNode } from '../ports/history-store.ts';

/** As they come: nodes are place in the list of commits, step, place in `names`, place of the node before; runs are lines, node, first line. */
export interface HandedOrigins {
  readonly path: string;
  readonly hash: string;
  readonly names: readonly string[];
  readonly nodes: readonly (readonly [number, number, number, number])[];
  readonly runs: readonly (readonly [number, number, number])[];
}

/** What is wrong with them, for a person. */
interface OriginsProblem {
  readonly problem: string;
}

/**
 * @param commits ids the nodes name by their place; null for lines not committed or of before the known history
 * @param lines of the file
 */
export function readOrigins(
  { path, hash, names, nodes, runs }: HandedOrigins,
  commits: readonly (string | null)[],
  lines: number,
): FileOrigins | OriginsProblem {
  const read: OriginNode[] = [];
  const depths: number[] = [];
  for (const [place, [commitAt, step, nameAt, beforeAt]] of nodes.entries()) {
    const [commit, known, name] = [commits[commitAt], lineSteps[step], nameAt === -1 ? path : names[nameAt]];
    if (commit === undefined) return wrong(`node ${place} names commit ${commitAt} of ${commits.length}`);
    if (known === undefined) return wrong(`node ${place} has no known step`);
    if (name === undefined) return wrong(`node ${place} names path ${nameAt} of ${names.length}`);
    if (beforeAt >= place)
      return wrong(`node ${place} comes after node ${beforeAt}, which must stand earlier`);
    const depth = (depths[beforeAt] ?? 0) + 1;
    if (depth > maxLineage)
      return wrong(`node ${place} is the ${depth}th of a lineage; ${maxLineage} are kept`);
    depths.push(depth);
    const before = beforeAt === -1 ? undefined : beforeAt;
    read.push({ commit: commit ?? undefined, step: known, path: name, before });
  }
  let told = 0;
  for (const [place, [count, node]] of runs.entries()) {
    if (read[node] === undefined) return wrong(`run ${place} names node ${node} of ${read.length}`);
    told += count;
  }
  if (told !== lines) return wrong(`its runs cover ${told} lines; the file has ${lines}`);
  return { path, hash, nodes: read, runs: runs.map(([count, node, line]) => ({ lines: count, node, line })) };
}

function wrong(problem: string): OriginsProblem {
  return { problem };
}
