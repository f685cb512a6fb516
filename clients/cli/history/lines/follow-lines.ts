/**
 * Finds the history of every line of a set of files in one walk over the patches, children before parents. `git
 * blame` would need a walk per file and report only the last change of each line.
 */

import { createPatchBuffers, followCommit } from './follow-commit.ts';
import type { PatchBuffers } from './follow-commit.ts';
import { followMerge } from './follow-merge.ts';
import { patchOptions, readGit, reportsMissingObject } from '../run-history-git.ts';
import type { CommitPlaces } from './line-places.ts';
import { openObjects } from './object-reader.ts';
import type { ObjectReader } from './object-reader.ts';
import { readGitLines } from './read-git-lines.ts';
import { commitFormat, createPatchReader } from './read-patches.ts';
import type { CommitHeader, PatchReader, PatchReceiver } from './read-patches.ts';
import { findUnreadableCommits, passUnreadableCommit } from './unreadable-commits.ts';
import type { CommitOrder } from './unreadable-commits.ts';
import { createWalkState } from './walk-state.ts';
import type { WalkState } from './walk-state.ts';

interface FollowedFile {
  /** Byte string relative to the repository's root. */
  readonly path: string;
  readonly lines: number;
}

export interface FollowOptions {
  readonly folder: string;
  readonly tip: string;
  /** Whether the files come from the work tree, which may differ from the tip. */
  readonly isWorkTree: boolean;
  readonly files: readonly FollowedFile[];
  /** Commits whose parents are missing. */
  readonly boundary: ReadonlySet<string>;
  /** Commits that only reformat. */
  readonly ignored: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** Called per visited commit, with the number of visited commits and of lines still followed. */
  readonly onCommit?: (visited: number, open: number) => void;
}

export interface FollowedLines extends Pick<WalkState, 'ledger' | 'commits' | 'paths'> {
  /** Git's error message if the walk ended early. */
  readonly readError: string | undefined;
}

/**
 * Follows the lines, which are numbered across all files in order. Missing objects are not an error: the origin of the
 * affected lines is then unknown.
 */
export async function followLines(options: FollowOptions): Promise<FollowedLines> {
  const bareFolder = await gitFolder(options);
  const followed = await followOnce(options, bareFolder, undefined);
  const { readError } = followed;
  if (readError === undefined || !reportsMissingObject(readError)) return followed;
  const order = await findUnreadableCommits(bareFolder, options.tip, options.signal);
  return order === undefined ? followed : { ...(await followOnce(options, bareFolder, order)), readError };
}

/** @param order the commits to visit; undefined for all commits, if all are readable */
async function followOnce(
  options: FollowOptions,
  bareFolder: string,
  order: CommitOrder | undefined,
): Promise<FollowedLines> {
  const state = createWalkState(options.files.reduce((sum, { lines }) => sum + lines, 0));
  const objects = openObjects(options.folder, options.signal);
  try {
    await placeTipLines(options, state);
    const context = { state, objects, buffers: createPatchBuffers() };
    const bare = { ...options, folder: bareFolder };
    const readError = await (order === undefined
      ? walk(['--topo-order', '--end-of-options', options.tip], bare, context)
      : walkReadable(order, bare, context));
    state.endAllUnknown();
    const { ledger, commits, paths } = state;
    return { ledger, commits, paths, readError };
  } finally {
    objects.stop();
  }
}

/**
 * Returns the git directory. Git runs there as in a bare repository, so no attribute of the work tree (`-diff`) hides a
 * file's lines. Lock files, which often have `-diff`, can then be followed too.
 */
async function gitFolder({ folder, signal }: FollowOptions): Promise<string> {
  const { code, output } = await readGit(folder, ['rev-parse', '--absolute-git-dir'], signal);
  return code === 0 ? output.toString().replace(/\n$/, '') : folder;
}

/** Maps the lines to their positions in the tip. Lines of a work tree are first followed through its uncommitted changes. */
async function placeTipLines(options: FollowOptions, state: WalkState): Promise<void> {
  let places: CommitPlaces = new Map();
  let line = 0;
  for (const file of options.files) {
    const firstLine = line;
    line += file.lines;
    if (file.lines === 0) continue;
    const lines = Int32Array.from({ length: file.lines }, (_, at) => firstLine + at);
    places.set(file.path, { lines, numbers: Int32Array.from(lines, (_, at) => at + 1) });
  }
  if (options.isWorkTree) {
    const follower = followCommit({ state, places, id: undefined, isIgnored: false }, createPatchBuffers());
    const reader = createPatchReader(follower);
    const { folder, tip, signal } = options;
    const args = ['diff', ...patchOptions, '--ignore-submodules', tip, '--'];
    await readGitLines({ folder, args, signal }, async (lines) => {
      while (lines.next()) reader.readLine(lines.bytes, lines.start, lines.end);
    });
    reader.end();
    places = follower.finish();
  }
  await dropUnknownFiles(options, state, places);
  state.addPending(options.tip, places);
}

/** Files that are not in the tip have no history, even if an older commit had a file of that name. */
async function dropUnknownFiles(
  { folder, tip, signal }: FollowOptions,
  state: WalkState,
  places: CommitPlaces,
): Promise<void> {
  const { output } = await readGit(
    folder,
    ['ls-tree', '-r', '-z', '--full-tree', '--name-only', tip],
    signal,
  );
  const tipPaths = new Set(output.toString('latin1').split('\0'));
  for (const [path, filePlaces] of places) {
    if (tipPaths.has(path)) continue;
    places.delete(path);
    state.endUnknown(new Map([[path, filePlaces]]));
  }
}

interface WalkContext {
  readonly state: WalkState;
  readonly objects: ObjectReader;
  readonly buffers: PatchBuffers;
}

interface Step {
  readonly reader: PatchReader;
  finish(): Promise<void>;
}

/** Visits the readable commits in order, and passes each unreadable one. @returns git's error message, if any */
async function walkReadable(
  { ids, unreadable }: CommitOrder,
  options: FollowOptions,
  context: WalkContext,
): Promise<string | undefined> {
  let readable: string[] = [];
  const walkRange = () => walk(['--no-walk=unsorted', '--stdin'], options, context, readable);
  for (const id of ids) {
    const commit = unreadable.get(id);
    if (commit === undefined) {
      readable.push(id);
      continue;
    }
    const error = readable.length === 0 ? undefined : await walkRange();
    if (error !== undefined) return error;
    readable = [];
    const places = context.state.removePending(id);
    if (places === undefined) continue;
    if (options.boundary.has(id)) context.state.endUnknown(places);
    else passUnreadableCommit(commit, context.state, places);
  }
  return readable.length === 0 ? undefined : walkRange();
}

/** @param range options that select the commits. @returns git's error message, if any */
async function walk(
  range: readonly string[],
  options: FollowOptions,
  context: WalkContext,
  input: readonly string[] = [],
): Promise<string | undefined> {
  const { state } = context;
  let visited = 0;
  let step: Step | undefined;
  const idle = createPatchReader(ignoringReceiver);
  const finish = async (): Promise<void> => {
    await step?.finish();
    step = undefined;
  };
  const args = ['--bare', 'log', '--diff-merges=first-parent', commitFormat, ...patchOptions, ...range];
  const errorLine = await readGitLines({ ...options, args, input }, async (lines) => {
    while (lines.next()) {
      const { bytes, start, end } = lines;
      const header = (step?.reader ?? idle).header(bytes, start, end);
      if (header === undefined) (step?.reader ?? idle).readLine(bytes, start, end);
      else {
        await finish();
        if (state.openLines === 0) return false;
        step = startStep(header, options, context);
        options.onCommit?.(++visited, state.openLines);
      }
    }
    return true;
  });
  await finish();
  return errorLine;
}

/** Creates the step for a commit's patch; undefined when the commit has no followed line. */
function startStep(
  commit: CommitHeader,
  { boundary, ignored }: FollowOptions,
  { state, objects, buffers }: WalkContext,
): Step | undefined {
  const places = state.removePending(commit.id);
  if (places === undefined) return undefined;
  if (boundary.has(commit.id)) {
    state.endUnknown(places);
    return undefined;
  }
  const isIgnored = ignored.has(commit.id);
  if (commit.parents.length > 1) {
    const follower = followMerge({ state, places, commit, objects, isIgnored });
    return createStep(follower, () => follower.finish());
  }
  const follower = followCommit({ state, places, id: commit.id, isIgnored }, buffers);
  return createStep(follower, async () => {
    const parentPlaces = follower.finish();
    const [parent] = commit.parents;
    if (parent === undefined) state.endUnknown(parentPlaces);
    else state.addPending(parent, parentPlaces);
  });
}

function createStep(receiver: PatchReceiver, finish: () => Promise<void>): Step {
  const reader = createPatchReader(receiver);
  return {
    reader,
    finish: async () => {
      reader.end();
      await finish();
    },
  };
}

const ignoringReceiver: PatchReceiver = {
  file: () => undefined,
  hunk: () => ({ removed: false, added: false }),
  removed: () => undefined,
  added: () => undefined,
  hunkEnd: () => undefined,
};
