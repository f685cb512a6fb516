/**
 * The lineages of one file's lines in a text of numbers: `[form, other names, nodes, runs]`, nodes four numbers each (place of the commit in
 * the row's list, -1 for none; step; place of the name, -1 for the file's own; place of the node before, -1 for none), runs three. Two versions of
 * whose file the same is told have the same text.
 */

import { AppError } from '../../core/errors.ts';
import { lineSteps } from '../../core/history.ts';
import type { FileOrigins, OriginNode } from '../../ports/history-store.ts';

const form = 1;
const perNode = 4;
const perRun = 3;

/** @param rowOf the row of a commit */
export function packOrigins(
  origins: FileOrigins,
  rowOf: (commit: string) => number,
): { readonly commits: readonly number[]; readonly packed: string } {
  const commits = new Map<string, number>();
  const names = new Map<string, number>();
  const nodes = origins.nodes.flatMap((node) => [
    node.commit === undefined ? -1 : placeIn(commits, node.commit),
    lineSteps.indexOf(node.step),
    node.path === origins.path ? -1 : placeIn(names, node.path),
    node.before ?? -1,
  ]);
  const runs = origins.runs.flatMap((run) => [run.lines, run.node, run.line]);
  return {
    commits: [...commits.keys()].map(rowOf),
    packed: JSON.stringify([form, [...names.keys()], nodes, runs]),
  };
}

function placeIn(places: Map<string, number>, value: string): number {
  const place = places.get(value) ?? places.size;
  places.set(value, place);
  return place;
}

/**
 * @param commitAt the id of the commit at a place of the row's list
 * @throws AppError `internal` when it is not what was packed
 */
export function unpackOrigins(
  packed: string,
  { path, hash }: Pick<FileOrigins, 'path' | 'hash'>,
  commitAt: (place: number) => string | undefined,
): FileOrigins {
  const unreadable = (why: string): AppError =>
    new AppError('internal', `The line origins of ${JSON.stringify(path)} cannot be read: ${why}.`);
  const [names, nodes, runs] = partsOf(packed) ?? [];
  if (names === undefined || nodes === undefined || runs === undefined) throw unreadable('of no known form');
  const read: OriginNode[] = [];
  for (let at = 0; at < nodes.length; at += perNode) {
    const [commit = -1, step = -1, name = -1, before = -1] = nodes.slice(at, at + perNode);
    const known = lineSteps[step];
    const stood = name === -1 ? path : names[name];
    const id = commit === -1 ? undefined : commitAt(commit);
    if (
      known === undefined ||
      stood === undefined ||
      before >= read.length ||
      (commit !== -1 && id === undefined)
    )
      throw unreadable(`node ${read.length}`);
    read.push({ commit: id, step: known, path: stood, before: before === -1 ? undefined : before });
  }
  const told: FileOrigins['runs'][number][] = [];
  for (let at = 0; at < runs.length; at += perRun) {
    const [lines = 0, node = -1, line = 0] = runs.slice(at, at + perRun);
    if (lines < 1 || read[node] === undefined) throw unreadable(`run ${told.length}`);
    told.push({ lines, node, line });
  }
  return { path, hash, nodes: read, runs: told };
}

function partsOf(packed: string): readonly [string[], number[], number[]] | undefined {
  const parts = parsed(packed);
  if (!Array.isArray(parts) || parts[0] !== form) return undefined;
  const [, names, nodes, runs] = parts as readonly unknown[];
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return undefined;
  if (!isNumbers(nodes, perNode) || !isNumbers(runs, perRun)) return undefined;
  return [names, nodes, runs];
}

function isNumbers(value: unknown, by: number): value is number[] {
  return Array.isArray(value) && value.length % by === 0 && value.every((one) => Number.isSafeInteger(one));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
