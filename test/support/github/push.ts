/** Pushes to a repository without a work tree: adds a commit, or moves a branch. */

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hosted } from './state.ts';

export interface Push {
  /** The default branch by default. A missing branch is created. */
  readonly branch?: string;
  readonly message?: string;
  /** Content by path; null removes the file. */
  readonly files?: Readonly<Record<string, string | Uint8Array | null>>;
  /** Moves the branch to this commit instead of adding a commit, by force if necessary. */
  readonly to?: string;
  /** Date of the commit, in ISO 8601. */
  readonly date?: string;
}

/** @returns the new head of the branch */
export async function push(hosted: Hosted, change: Push): Promise<string> {
  const { git } = hosted;
  const branch = change.branch ?? (await hosted.defaultBranch());
  const ref = `refs/heads/${branch}`;
  if (change.to !== undefined) {
    await git.write(['update-ref', ref, change.to]);
    return change.to;
  }
  const parent = (await git.resolveCommit(ref)) ?? (await git.resolveCommit(await hosted.defaultBranch()));
  const tree = await writeTree(hosted, parent, change.files ?? {});
  const date = change.date ?? new Date().toISOString();
  const identity = { NAME: 'Pusher', EMAIL: 'pusher@example.org', DATE: date };
  const identityVariables = Object.entries(identity).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  const parents = parent === undefined ? [] : ['-p', parent];
  const message = change.message ?? 'Pushed';
  const commit = await git.write(
    ['commit-tree', tree, ...parents],
    message,
    Object.fromEntries(identityVariables),
  );
  await git.write(['update-ref', ref, commit]);
  return commit;
}

async function writeTree(
  { git }: Hosted,
  parent: string | undefined,
  files: NonNullable<Push['files']>,
): Promise<string> {
  const index = join(tmpdir(), `github-index-${randomUUID()}`);
  const indexEnvironment = { GIT_INDEX_FILE: index };
  try {
    await git.write(
      parent === undefined ? ['read-tree', '--empty'] : ['read-tree', parent],
      '',
      indexEnvironment,
    );
    for (const [path, content] of Object.entries(files)) {
      const blob = content === null ? undefined : await git.write(['hash-object', '-w', '--stdin'], content);
      const line = blob === undefined ? `0 ${'0'.repeat(40)}\t${path}\n` : `100644 ${blob}\t${path}\n`;
      await git.write(['update-index', '--index-info'], line, indexEnvironment);
    }
    return await git.write(['write-tree'], '', indexEnvironment);
  } finally {
    await rm(index, { force: true });
  }
}
