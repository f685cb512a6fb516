/** In random histories with renames and merges, the last change of every line is the change that `git blame` reports. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { followFiles } from '../../../../support/workbench/followed-lines.ts';
import { git } from '../../../../support/files/git.ts';
import { createFolder } from '../../../../support/files/temporary-folder.ts';

const paths = ['a.txt', 'b.txt', 'sub/c.txt'] as const;

/** `file` selects a file; `at` and `to` select lines in it. Each number is taken modulo the number of files or lines. */
const change = fc.record({
  kind: fc.constantFrom('edit', 'edit', 'edit', 'insert', 'insert', 'delete', 'move', 'rename'),
  file: fc.nat(2),
  at: fc.nat(1000),
  to: fc.nat(1000),
});
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('commit' as const),
      changes: fc.array(change, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('branch' as const), at: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('merge' as const), at: fc.nat(2) }) },
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const branches = ['main', 'one', 'two'] as const;

test('agrees with git blame on every line of random histories', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const folder = makeHistory(steps);
      const tracked = git(folder, 'ls-files')
        .split('\n')
        .filter((path) => path !== '');
      const { ledger, commits } = await followFiles(folder, tracked);
      const changes: string[] = [];
      for (let line = 0; line < ledger.lines; line++)
        changes.push(
          `${commits[ledger.lineSteps(line)[0]?.commit ?? 0] ?? ''} ${ledger.lastLineNumber(line)}`,
        );
      expect(changes).toEqual(tracked.flatMap((path) => blame(folder, path)));
    }),
    { numRuns: 6, seed: 20260901, endOnFailure: true },
  );
}, 120_000);

/** Returns the commit of each line and the line's number in that commit. */
function blame(folder: string, path: string): string[] {
  const rows = git(folder, 'blame', '-w', '--porcelain', 'HEAD', '--', path).split('\n');
  return rows.flatMap((row) => {
    const match = /^([0-9a-f]{40}) (\d+) \d+/.exec(row);
    return match === null ? [] : [`${match[1] ?? ''} ${match[2] ?? ''}`];
  });
}

function makeHistory(steps: readonly Step[]): string {
  let written = 0;
  const createLine = (): string => `line ${written++} ${(written * 7919).toString(36)} of the text`;
  const initialFiles = Object.fromEntries(
    paths.map((path) => [path, Array.from({ length: 12 }, () => `${createLine()}\n`).join('')]),
  );
  const folder = createFolder(initialFiles);
  git(folder, 'init', '--quiet');
  save(folder);
  let branch: string = branches[0];
  for (const step of steps) {
    if (step.kind === 'commit') {
      for (const lineChange of step.changes) apply(folder, lineChange, createLine);
      save(folder);
    } else if (step.kind === 'branch') {
      branch = branches[step.at] ?? branch;
      git(folder, 'checkout', '--quiet', ...(exists(folder, branch) ? [] : ['-b']), branch);
    } else mergeOrCommitConflict(folder, branches[step.at] ?? branch, branch);
  }
  return folder;
}

/** Commits a conflict as git leaves it, so that the conflict markers become lines of the merge. */
function mergeOrCommitConflict(folder: string, other: string, current: string): void {
  if (other === current || !exists(folder, other)) return;
  try {
    git(folder, 'merge', '--quiet', '--no-ff', '--message', 'Merge', other);
  } catch {
    save(folder);
  }
}

function exists(folder: string, branch: string): boolean {
  return git(folder, 'branch', '--list', branch) !== '';
}

let commits = 0;
function save(folder: string): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', `Commit ${commits++}`);
}

function apply(folder: string, { kind, file, at, to }: Change, createLine: () => string): void {
  const tracked = git(folder, 'ls-files')
    .split('\n')
    .filter((path) => existsSync(join(folder, path)));
  const path = tracked[file % tracked.length];
  if (path === undefined) return;
  const lines = readFileSync(join(folder, path), 'utf8').split('\n').slice(0, -1);
  const index = at % (lines.length + 1);
  const target = to % (lines.length + 1);
  const name = `renamed-${at % 5}.txt`;
  if (kind === 'rename') {
    if (name !== path) git(folder, 'mv', '--force', path, name);
    return;
  }
  if (kind === 'edit') lines.splice(index, 1, `${lines[index] ?? ''} and ${createLine()}`);
  else if (kind === 'insert') lines.splice(index, 0, createLine(), createLine());
  else if (kind === 'delete') lines.splice(index, 2);
  else lines.splice(target, 0, ...lines.splice(index, 4));
  writeFileSync(join(folder, path), lines.map((line) => `${line}\n`).join(''));
}
