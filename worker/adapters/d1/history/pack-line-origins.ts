/**
 * Packs the line histories of one file into JSON: `[format, other names, nodes, runs]`. A node is four numbers: index of its commit in the row's
 * list, -1 for none; step; index of its name, -1 for the file's own; index of the previous node, -1 for none. A run is three numbers.
 * Equal line histories give equal JSON, so that versions share it.
 */

import { AppError } from '../../../core/errors.ts';
import { lineSteps } from '../../../core/history/history.ts';
import type { FileOrigins, OriginNode } from '../../../ports/history-store.ts';

const formatVersion = 1;
const perNode = 4;
const perRun = 3;

/** @param rowForCommit returns the row of a commit */
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

function indexIn(places: Map<string, number>, value: string): number {
  const place = places.get(value) ?? places.size;
  places.set(value, place);
  return place;
}

/**
 * @param commitAt returns the id of the commit at an index of the row's list
 * @throws AppError `internal` when the text is not a packed line history
 */
export function unpackOrigins(
  packed: string,
  { path, hash }: Pick<FileOrigins, 'path' | 'hash'>,
  commitAt: (place: number) => string | undefined,
): FileOrigins {
  const unreadable = (why: string): AppError =>
    new AppError('internal', `The line origins of ${JSON.stringify(path)} cannot be read: ${why}.`);
  const [names, nodes, runs] = decodeParts(packed) ?? [];
  if (names === undefined || nodes === undefined || runs === undefined) throw unreadable('unknown format');
  const read: OriginNode[] = [];
  for (let at = 0; at < nodes.length; at += perNode) {
    const [commit = -1, step = -1, name = -1, before = -1] = nodes.slice(at, at + perNode);
    const known = lineSteps[step];
    const nodePath = name === -1 ? path : names[name];
    const id = commit === -1 ? undefined : commitAt(commit);
    if (
      known === undefined ||
      nodePath === undefined ||
      before >= read.length ||
      (commit !== -1 && id === undefined)
    )
      throw unreadable(`node ${read.length}`);
    read.push({ commit: id, step: known, path: nodePath, before: before === -1 ? undefined : before });
  }
  const readRuns: FileOrigins['runs'][number][] = [];
  for (let at = 0; at < runs.length; at += perRun) {
    const [lines = 0, node = -1, line = 0] = runs.slice(at, at + perRun);
    if (lines < 1 || read[node] === undefined) throw unreadable(`run ${readRuns.length}`);
    readRuns.push({ lines, node, line });
  }
  return { path, hash, nodes: read, runs: readRuns };
}

function decodeParts(packed: string): readonly [string[], number[], number[]] | undefined {
  const parts = parseJson(packed);
  if (!Array.isArray(parts) || parts[0] !== formatVersion) return undefined;
  const [, names, nodes, runs] = parts as readonly unknown[];
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return undefined;
  if (!isNumberList(nodes, perNode) || !isNumberList(runs, perRun)) return undefined;
  return [names, nodes, runs];
}

function isNumberList(value: unknown, by: number): value is number[] {
  return Array.isArray(value) && value.length % by === 0 && value.every((one) => Number.isSafeInteger(one));
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
