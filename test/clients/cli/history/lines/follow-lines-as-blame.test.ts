/** Random histories with renames and merges: the last change of every line is the one that `git blame` reports. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { followFiles } from '../../../../support/workbench/followed-lines.ts';
import { git } from '../../../../support/files/git.ts';
import { createFolder } from '../../../../support/files/temporary-folder.ts';

const paths = ['a.txt', 'b.txt', 'sub/c.txt'] as const;

/** `file` chooses a file; `at` and `to` choose places in it. The code takes each modulo what exists. */
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
      const ours: string[] = [];
      for (let line = 0; line < ledger.lines; line++)
        ours.push(`${commits[ledger.lineSteps(line)[0]?.commit ?? 0] ?? ''} ${ledger.lastLineNumber(line)}`);
      expect(ours).toEqual(tracked.flatMap((path) => blame(folder, path)));
    }),
    { numRuns: 6, seed: 20260901, endOnFailure: true },
  );
}, 120_000);

/** The commit of each line, and the line's number in that commit. */
function blame(folder: string, path: string): string[] {
  const rows = git(folder, 'blame', '-w', '--porcelain', 'HEAD', '--', path).split('\n');
  return rows.flatMap((row) => {
    const found = /^([0-9a-f]{40}) (\d+) \d+/.exec(row);
    return found === null ? [] : [`${found[1] ?? ''} ${found[2] ?? ''}`];
  });
}

function makeHistory(steps: readonly Step[]): string {
  let written = 0;
  const fresh = (): string => `line ${written++} ${(written * 7919).toString(36)} of the text`;
  const first = Object.fromEntries(
    paths.map((path) => [path, Array.from({ length: 12 }, () => `${fresh()}\n`).join('')]),
  );
  const folder = createFolder(first);
  git(folder, 'init', '--quiet');
  save(folder);
  let branch: string = branches[0];
  for (const step of steps) {
    if (step.kind === 'commit') {
      for (const one of step.changes) apply(folder, one, fresh);
      save(folder);
    } else if (step.kind === 'branch') {
      branch = branches[step.at] ?? branch;
      git(folder, 'checkout', '--quiet', ...(exists(folder, branch) ? [] : ['-b']), branch);
    } else mergeOrCommitConflict(folder, branches[step.at] ?? branch, branch);
  }
  return folder;
}

/** Commits a conflict as git leaves it, so that the conflict markers become lines of the merge. */
function mergeOrCommitConflict(folder: string, other: string, own: string): void {
  if (other === own || !exists(folder, other)) return;
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

function apply(folder: string, { kind, file, at, to }: Change, fresh: () => string): void {
  const tracked = git(folder, 'ls-files')
    .split('\n')
    .filter((path) => existsSync(join(folder, path)));
  const path = tracked[file % tracked.length];
  if (path === undefined) return;
  const lines = readFileSync(join(folder, path), 'utf8').split('\n').slice(0, -1);
  const place = at % (lines.length + 1);
  const target = to % (lines.length + 1);
  const name = `renamed-${at % 5}.txt`;
  if (kind === 'rename') {
    if (name !== path) git(folder, 'mv', '--force', path, name);
    return;
  }
  if (kind === 'edit') lines.splice(place, 1, `${lines[place] ?? ''} and ${fresh()}`);
  else if (kind === 'insert') lines.splice(place, 0, fresh(), fresh());
  else if (kind === 'delete') lines.splice(place, 2);
  else lines.splice(target, 0, ...lines.splice(place, 4));
  writeFileSync(join(folder, path), lines.map((line) => `${line}\n`).join(''));
}
