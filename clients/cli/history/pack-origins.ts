/**
 * Packs line histories into upload batches of several files. Adjacent lines with the same history form one run. A
 * batch contains each commit once, and a file contains each of its former paths once.
 */

import type { ExportedOrigins } from '../../../worker/contract/history/import-schema.ts';
import type { FollowedLines } from './lines/follow-lines.ts';
import { toByteString, fromByteString } from './git-path.ts';
import type { TipFile } from './list-tip-files.ts';

type ExportedFile = ExportedOrigins['files'][number];

/** Limits of one request; a server accepts 200 files and 65,536 commits. */
const maxFiles = 200;
const maxCommits = 20_000;
const maxLength = 1_000_000;
const maxNames = 1_000;
const maxPathLength = 4_096;
/** A larger file is sent with only the last change of each line. */
const maxFileLength = 2_000_000;

/** Approximate lengths in JSON. */
const lengths = { commit: 43, node: 20, run: 16, file: 120 };

/** @param prefix the folder that indexed paths are relative to, as text */
export function* packOrigins(
  followed: FollowedLines,
  files: readonly TipFile[],
  prefix: string,
): Generator<ExportedOrigins> {
  let batch = createBatch(followed.commits);
  let firstLine = 0;
  for (const file of files) {
    const whole = packFile(followed, { file, firstLine, prefix, maxSteps: Number.POSITIVE_INFINITY });
    const fitting =
      estimateLength(whole) <= maxFileLength
        ? whole
        : packFile(followed, { file, firstLine, prefix, maxSteps: 1 });
    firstLine += file.lines;
    if (!batch.fits(fitting)) {
      yield batch.origins;
      batch = createBatch(followed.commits);
    }
    batch.add(fitting);
  }
  if (batch.origins.files.length > 0) yield batch.origins;
}

/** Packs one file. Its nodes refer to commits by the numbers of the walk. */
function packFile(
  { ledger, paths }: FollowedLines,
  {
    file,
    firstLine,
    prefix,
    maxSteps,
  }: { file: TipFile; firstLine: number; prefix: string; maxSteps: number },
): ExportedFile {
  const ownPath = toByteString(prefix + file.path);
  const packed: ExportedFile = { path: file.path, hash: file.hash, names: [], nodes: [], runs: [] };
  const nodeNumbers = new Map<string, number>();
  const names = new Map<string, number>();
  const assignName = (path: string): number => {
    if (path === ownPath || path.length > maxPathLength) return -1;
    const number = names.get(path) ?? names.size;
    if (number >= maxNames) return -1;
    if (number === names.size) {
      names.set(path, number);
      packed.names.push(indexedPath(path, prefix));
    }
    return number;
  };
  for (let line = firstLine; line < firstLine + file.lines; line++) {
    let node = -1;
    for (const { commit, code, path } of ledger.lineSteps(line).slice(0, maxSteps).toReversed()) {
      const name = assignName(paths[path] ?? ownPath);
      const key = `${commit} ${code} ${name} ${node}`;
      const number = nodeNumbers.get(key) ?? packed.nodes.length;
      if (number === packed.nodes.length) packed.nodes.push([commit, code, name, node]);
      nodeNumbers.set(key, number);
      node = number;
    }
    addToRuns(packed.runs, node, ledger.lastLineNumber(line));
  }
  return packed;
}

function addToRuns(runs: ExportedFile['runs'], node: number, number: number): void {
  const last = runs.at(-1);
  if (last !== undefined && last[1] === node && last[2] + last[0] === number) last[0]++;
  else runs.push([1, node, number]);
}

/** Converts a path to an indexed path if it lies in the same folder. */
function indexedPath(path: string, prefix: string): string {
  const text = fromByteString(path);
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function estimateLength({ names, nodes, runs }: ExportedFile): number {
  const nameLength = names.reduce((sum, name) => sum + name.length, 0);
  return lengths.file + nameLength + nodes.length * lengths.node + runs.length * lengths.run;
}

/** Collects the files of one request and their commits, renumbered for the request. */
function createBatch(ids: FollowedLines['commits']) {
  const origins: ExportedOrigins = { commits: [], files: [] };
  const batchNumbers = new Map<number, number>();
  let length = 0;
  const assignNumber = (commit: number): number => {
    const number = batchNumbers.get(commit) ?? batchNumbers.size;
    if (number === batchNumbers.size) {
      batchNumbers.set(commit, number);
      origins.commits.push(ids[commit] ?? null);
    }
    return number;
  };
  return {
    origins,
    fits: (file: ExportedFile): boolean =>
      origins.files.length === 0 ||
      (origins.files.length < maxFiles &&
        origins.commits.length < maxCommits &&
        length + origins.commits.length * lengths.commit + estimateLength(file) <= maxLength),
    add: (file: ExportedFile): void => {
      const nodes = file.nodes.map(([commit, code, name, before]): ExportedFile['nodes'][number] => [
        assignNumber(commit),
        code,
        name,
        before,
      ]);
      origins.files.push({ ...file, nodes });
      length += estimateLength(file);
    },
  };
}
