/**
 * Packs the line histories of one file into JSON: `[format, other names, nodes, runs]`. A node is four numbers: the index of its commit in the
 * row's list (-1 for none), its step, the index of its file name (-1 for the current name), and the index of the previous node (-1 for none).
 * A run is three numbers: lines, node and first line. Equal line histories produce equal JSON, so that versions can share it.
 */

import { AppError } from '../../../core/errors.ts';
import { lineSteps } from '../../../core/history/history.ts';
import type { FileOrigins, OriginNode } from '../../../ports/history-store.ts';

const formatVersion = 1;
const numbersPerNode = 4;
const numbersPerRun = 3;

/** @param rowForCommit returns the row number of a commit */
export function packOrigins(
  origins: FileOrigins,
  rowForCommit: (commit: string) => number,
): { readonly commits: readonly number[]; readonly packed: string } {
  const commits = new Map<string, number>();
  const names = new Map<string, number>();
  const nodes = origins.nodes.flatMap((node) => [
    node.commit === undefined ? -1 : indexIn(commits, node.commit),
    lineSteps.indexOf(node.step),
    node.path === origins.path ? -1 : indexIn(names, node.path),
    node.before ?? -1,
  ]);
  const runs = origins.runs.flatMap((run) => [run.lines, run.node, run.line]);
  return {
    commits: [...commits.keys()].map(rowForCommit),
    packed: JSON.stringify([formatVersion, [...names.keys()], nodes, runs]),
  };
}

function indexIn(indexes: Map<string, number>, value: string): number {
  const index = indexes.get(value) ?? indexes.size;
  indexes.set(value, index);
  return index;
}

/**
 * @param commitAt returns the id of the commit at an index of the row's list
 * @throws AppError `internal` when the text is not a packed line history
 */
export function unpackOrigins(
  packed: string,
  { path, hash }: Pick<FileOrigins, 'path' | 'hash'>,
  commitAt: (index: number) => string | undefined,
): FileOrigins {
  const unreadableError = (reason: string): AppError =>
    new AppError('internal', `The line origins of ${JSON.stringify(path)} cannot be read: ${reason}.`);
  const [names, nodes, runs] = decodeParts(packed) ?? [];
  if (names === undefined || nodes === undefined || runs === undefined)
    throw unreadableError('unknown format');
  const unpackedNodes: OriginNode[] = [];
  for (let start = 0; start < nodes.length; start += numbersPerNode) {
    const [commit = -1, step = -1, name = -1, before = -1] = nodes.slice(start, start + numbersPerNode);
    const lineStep = lineSteps[step];
    const nodePath = name === -1 ? path : names[name];
    const id = commit === -1 ? undefined : commitAt(commit);
    if (
      lineStep === undefined ||
      nodePath === undefined ||
      before >= unpackedNodes.length ||
      (commit !== -1 && id === undefined)
    )
      throw unreadableError(`node ${unpackedNodes.length}`);
    unpackedNodes.push({
      commit: id,
      step: lineStep,
      path: nodePath,
      before: before === -1 ? undefined : before,
    });
  }
  const unpackedRuns: FileOrigins['runs'][number][] = [];
  for (let start = 0; start < runs.length; start += numbersPerRun) {
    const [lines = 0, node = -1, line = 0] = runs.slice(start, start + numbersPerRun);
    if (lines < 1 || unpackedNodes[node] === undefined) throw unreadableError(`run ${unpackedRuns.length}`);
    unpackedRuns.push({ lines, node, line });
  }
  return { path, hash, nodes: unpackedNodes, runs: unpackedRuns };
}

function decodeParts(packed: string): readonly [string[], number[], number[]] | undefined {
  const parts = parseJson(packed);
  if (!Array.isArray(parts) || parts[0] !== formatVersion) return undefined;
  const [, names, nodes, runs] = parts as readonly unknown[];
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return undefined;
  if (!isNumberList(nodes, numbersPerNode) || !isNumberList(runs, numbersPerRun)) return undefined;
  return [names, nodes, runs];
}

function isNumberList(value: unknown, groupSize: number): value is number[] {
  return (
    Array.isArray(value) &&
    value.length % groupSize === 0 &&
    value.every((item) => Number.isSafeInteger(item))
  );
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
