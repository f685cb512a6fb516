/**
 * Finds what every line of a set of files has been through, by one walk over the patches of a history, children before parents.
 * A blame of each file would walk it as often as there are files, and tell of each line its last change alone.
 */

import { createPatchMemory, followCommit } from './follow-commit.ts';
import type { PatchMemory } from './follow-commit.ts';
import { followMerge } from './follow-merge.ts';
import { patchOptions, readGit, streamGit } from './history-git.ts';
import type { CommitPlaces } from './line-places.ts';
import { createLineSplitter } from './line-splitter.ts';
import { openObjects } from './object-reader.ts';
import type { ObjectReader } from './object-reader.ts';
import { commitFormat, createPatchReader } from './read-patches.ts';
import type { CommitHeader, PatchReader, PatchReceiver } from './read-patches.ts';
import { createWalkState } from './walk-state.ts';
import type { WalkState } from './walk-state.ts';

interface FollowedFile {
  /** From the top of the repository, as bytes. */
  readonly path: string;
  readonly lines: number;
}

export interface FollowOptions {
  readonly folder: string;
  readonly tip: string;
  /** Whether the files are those of the work tree, which may differ from the tip's. */
  readonly isWorkTree: boolean;
  readonly files: readonly FollowedFile[];
  /** Commits whose parents are not here. */
  readonly boundary: ReadonlySet<string>;
  /** Commits that only reformat. */
  readonly ignored: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** Called with every commit passed, and how many lines' origins are still open. */
  readonly onCommit?: (passed: number, open: number) => void;
}

export interface FollowedLines extends Pick<WalkState, 'ledger' | 'commits' | 'paths'> {
  /** Why the walk ended before its end, in git's words. */
  readonly brokenOff: string | undefined;
}

/** Lines are numbered through all files, in their order. Never throws for what git lacks: those lines' origins are unknown. */
export async function followLines(options: FollowOptions): Promise<FollowedLines> {
  const { folder, tip, signal } = options;
  const state = createWalkState(options.files.reduce((sum, { lines }) => sum + lines, 0));
  const objects = openObjects(folder, signal);
  const memory = createPatchMemory();
  try {
    await startAt(options, state);
    const log = [
      '--bare',
      'log',
      '--topo-order',
      '--diff-merges=first-parent',
      commitFormat,
      ...patchOptions,
    ];
    const bare = { ...options, folder: await gitFolder(options) };
    const brokenOff = await walk([...log, '--end-of-options', tip], bare, { state, objects, memory });
    state.loseAll();
    const { ledger, commits, paths } = state;
    return { ledger, commits, paths, brokenOff };
  } finally {
    objects.stop();
  }
}

/**
 * Where git's own files lie. Read from there as bare, no attribute of the work tree keeps the lines of a file (`-diff`) from being
 * told: of a lock file as of any other it can be asked where they come from.
 */
async function gitFolder({ folder, signal }: FollowOptions): Promise<string> {
  const { code, output } = await readGit(folder, ['rev-parse', '--absolute-git-dir'], signal);
  return code === 0 ? output.toString().replace(/\n$/, '') : folder;
}

/** The lines where they stand in the tip: those of a work tree are taken there over what is not committed. */
async function startAt(options: FollowOptions, state: WalkState): Promise<void> {
  let places: CommitPlaces = new Map();
  let line = 0;
  for (const file of options.files) {
    const first = line;
    line += file.lines;
    if (file.lines === 0) continue;
    const lines = Int32Array.from({ length: file.lines }, (_, at) => first + at);
    places.set(file.path, { lines, numbers: Int32Array.from(lines, (_, at) => at + 1) });
  }
  if (options.isWorkTree) {
    const follower = followCommit({ state, places, id: undefined, isIgnored: false }, createPatchMemory());
    const reader = createPatchReader(follower);
    await readLines(
      ['diff', ...patchOptions, '--ignore-submodules', options.tip, '--'],
      options,
      async (lines) => {
        while (lines.next()) reader.take(lines.bytes, lines.start, lines.end);
      },
    );
    reader.end();
    places = follower.finish();
  }
  await loseUnknown(options, state, places);
  state.send(options.tip, places);
}

/** Files that are not in the tip have no history, though there may once have been others of their name. */
async function loseUnknown(
  { folder, tip, signal }: FollowOptions,
  state: WalkState,
  places: CommitPlaces,
): Promise<void> {
  const { output } = await readGit(
    folder,
    ['ls-tree', '-r', '-z', '--full-tree', '--name-only', tip],
    signal,
  );
  const known = new Set(output.toString('latin1').split('\0'));
  for (const [path, there] of places) {
    if (known.has(path)) continue;
    places.delete(path);
    state.lose(new Map([[path, there]]));
  }
}

interface Means {
  readonly state: WalkState;
  readonly objects: ObjectReader;
  readonly memory: PatchMemory;
}

interface Step {
  readonly reader: PatchReader;
  finish(): Promise<void>;
}

/** @returns what git complained of, where it did. */
async function walk(
  args: readonly string[],
  options: FollowOptions,
  means: Means,
): Promise<string | undefined> {
  const { state } = means;
  let passed = 0;
  let step: Step | undefined;
  const idle = createPatchReader(deaf);
  const finish = async (): Promise<void> => {
    await step?.finish();
    step = undefined;
  };
  const complaint = await readLines(args, options, async (lines) => {
    while (lines.next()) {
      const { bytes, start, end } = lines;
      const header = (step?.reader ?? idle).header(bytes, start, end);
      if (header === undefined) (step?.reader ?? idle).take(bytes, start, end);
      else {
        await finish();
        if (state.open === 0) return false;
        step = stepOf(header, options, means);
        options.onCommit?.(++passed, state.open);
      }
    }
    return true;
  });
  await finish();
  return complaint;
}

/** What is to be done with a commit's patch; undefined where no followed line is in it. */
function stepOf(
  commit: CommitHeader,
  { boundary, ignored }: FollowOptions,
  { state, objects, memory }: Means,
): Step | undefined {
  const places = state.take(commit.id);
  if (places === undefined) return undefined;
  if (boundary.has(commit.id)) {
    state.lose(places);
    return undefined;
  }
  const isIgnored = ignored.has(commit.id);
  if (commit.parents.length > 1) {
    const follower = followMerge({ state, places, commit, objects, isIgnored });
    return stepWith(follower, () => follower.finish());
  }
  const follower = followCommit({ state, places, id: commit.id, isIgnored }, memory);
  return stepWith(follower, async () => {
    const before = follower.finish();
    const [parent] = commit.parents;
    if (parent === undefined) state.lose(before);
    else state.send(parent, before);
  });
}

function stepWith(receiver: PatchReceiver, finish: () => Promise<void>): Step {
  const reader = createPatchReader(receiver);
  return {
    reader,
    finish: async () => {
      reader.end();
      await finish();
    },
  };
}

/** @param each takes the lines of a piece; `false` ends the reading. @returns git's complaint, where it failed. */
async function readLines(
  args: readonly string[],
  { folder, signal }: Pick<FollowOptions, 'folder' | 'signal'>,
  each: (lines: ReturnType<typeof createLineSplitter>) => Promise<boolean | void>,
): Promise<string | undefined> {
  const git = streamGit(folder, args, signal);
  git.stdin.end();
  const lines = createLineSplitter();
  let isEnough = false;
  for await (const piece of git.stdout) {
    lines.load(piece);
    isEnough = (await each(lines)) === false;
    if (isEnough) break;
  }
  if (isEnough) git.stop();
  const { code, complaint } = await git.ended;
  signal.throwIfAborted();
  return isEnough || code === 0 ? undefined : complaint || `git ended with ${code}`;
}

const deaf: PatchReceiver = {
  file: () => undefined,
  hunk: () => ({ removed: false, added: false }),
  removed: () => undefined,
  added: () => undefined,
  hunkEnd: () => undefined,
};
