/** Ensures that the server has indexed every tree of the cases once, under its own name. */

import type { Client } from '../../worker/contract/client.ts';
import { CommandError } from '../../clients/cli/command-error.ts';
import { indexSource } from '../../clients/cli/indexing/index-source.ts';
import { showIndexProgress } from '../../clients/cli/indexing/index-progress.ts';
import type { Terminal } from '../../clients/cli/terminal/terminal.ts';
import type { CaseTree } from './case-tree.ts';
import type { IndexRecord } from './index-record.ts';
import { listCommit, createCommitSource } from './open-commit.ts';

interface IndexingContext {
  readonly client: Client;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Whether to index existing trees again. */
  readonly reindex: boolean;
  readonly record: IndexRecord;
}

/** @returns server ids by tree name @throws CommandError if a tree cannot be indexed */
export async function indexTrees(
  trees: Iterable<CaseTree>,
  context: IndexingContext,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  if (!context.reindex) {
    for (const { id, name, servedSnapshotId } of await context.client.listRepositories())
      if (servedSnapshotId !== null) ids.set(name, id);
  }
  const requestedTrees = new Map([...trees].map((tree) => [tree.name, tree]));
  const missingTrees = [...requestedTrees.values()].filter(({ name }) => !ids.has(name));
  const staleNames = context.record.findStale([...requestedTrees.keys()].filter((name) => ids.has(name)));
  if (staleNames.length > 0)
    context.terminal.note(
      `${staleNames.length} of ${requestedTrees.size} trees were indexed with another version of the sources; use --reindex to index them again.`,
    );
  for (const [index, tree] of missingTrees.entries()) {
    context.terminal.note(`Indexing ${tree.name} (${index + 1} of ${missingTrees.length})`);
    ids.set(tree.name, await indexTree(tree, context));
    context.record.add(tree.name);
  }
  return ids;
}

async function indexTree({ name, clone, root }: CaseTree, context: IndexingContext): Promise<string> {
  const { client, terminal, signal } = context;
  const tree = await listCommit(clone, root);
  if (tree.files.length === 0) {
    const message = `${name} contains no file${root === undefined ? '' : ` below ${root}`}.`;
    throw new CommandError('usage', 'tree_empty', { message, fix: 'Check the set’s commit and root.' });
  }
  const report = terminal.isInteractive ? showIndexProgress(terminal) : () => undefined;
  const source = createCommitSource(clone, tree);
  const outcome = await indexSource(client, { source, name, subdirectory: root, signal, report });
  terminal.overwrite('');
  if (outcome.status === 'ready') {
    const { files, chunks } = outcome.counts;
    terminal.note(`  ${files} files, ${chunks} chunks in ${(outcome.totalMs / 1000).toFixed(1)} s`);
    return outcome.id;
  }
  const { message, fix } = outcome.error ?? { message: 'The server gave no reason.', fix: '' };
  throw new CommandError('failed', 'indexing_failed', { message: `${name}: ${message}`, fix });
}
