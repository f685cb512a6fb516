/**
 * Validates the imported line origins of one file. It rejects a line history that runs backward or is too
 * long, and runs that do not cover the file's lines.
 */

import { lineSteps, maxLineHistory } from '../../core/history/history.ts';
import type { FileOrigins, OriginNode } from '../../ports/history-store.ts';

/**
 * Line origins encoded as arrays. A node consists of an index into the commits, a step, an index into `names`
 * and the index of the previous node. A run consists of a number of lines, a node and a first line.
 */
export interface ImportedOrigins {
  readonly path: string;
  readonly hash: string;
  readonly names: readonly string[];
  readonly nodes: readonly (readonly [number, number, number, number])[];
  readonly runs: readonly (readonly [number, number, number])[];
}

/** The reason for a rejection, as a message for the user. */
interface OriginsProblem {
  readonly problem: string;
}

/**
 * @param commits the ids that nodes refer to by index; null for uncommitted lines or lines older than the
 * known history.
 * @param lines the file's number of lines.
 */
export function readLineOrigins(
  { path, hash, names, nodes, runs }: ImportedOrigins,
  commits: readonly (string | null)[],
  lines: number,
): FileOrigins | OriginsProblem {
  const parsedNodes: OriginNode[] = [];
  const depths: number[] = [];
  for (const [index, [commitIndex, stepIndex, nameIndex, previousIndex]] of nodes.entries()) {
    const [commit, step, name] = [
      commits[commitIndex],
      lineSteps[stepIndex],
      nameIndex === -1 ? path : names[nameIndex],
    ];
    if (commit === undefined)
      return reportProblem(`node ${index} refers to commit ${commitIndex} of ${commits.length}`);
    if (step === undefined) return reportProblem(`node ${index} has no known step`);
    if (name === undefined)
      return reportProblem(`node ${index} refers to path ${nameIndex} of ${names.length}`);
    if (previousIndex >= index)
      return reportProblem(`node ${index} follows node ${previousIndex}, which must precede it`);
    const depth = (depths[previousIndex] ?? 0) + 1;
    if (depth > maxLineHistory)
      return reportProblem(
        `node ${index} is step ${depth} of a line history; the limit is ${maxLineHistory}`,
      );
    depths.push(depth);
    const before = previousIndex === -1 ? undefined : previousIndex;
    parsedNodes.push({ commit: commit ?? undefined, step, path: name, before });
  }
  let coveredLines = 0;
  for (const [index, [count, node]] of runs.entries()) {
    if (parsedNodes[node] === undefined)
      return reportProblem(`run ${index} refers to node ${node} of ${parsedNodes.length}`);
    coveredLines += count;
  }
  if (coveredLines !== lines)
    return reportProblem(`the runs cover ${coveredLines} lines; the file has ${lines}`);
  return {
    path,
    hash,
    nodes: parsedNodes,
    runs: runs.map(([count, node, line]) => ({ lines: count, node, line })),
  };
}

function reportProblem(problem: string): OriginsProblem {
  return { problem };
}
