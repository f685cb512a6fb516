/** Opens conversations in workerd about one small repository in real databases. */

import { env } from 'cloudflare:workers';
import { createDurableConversations } from '../../../worker/adapters/durable-objects/conversations.ts';
import { createTreeSitterParser } from '../../../worker/adapters/tree-sitter/parser.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import type { ConversationsSubject } from '../../contracts/conversations.ts';
import { emptyIndex } from './d1.ts';
import { indexCalls } from './objects-worker.ts';
import { uploadAndIndex } from './run-jobs.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const files = {
  'README.md': '# Pieces\n\nCuts files into chunks and joins them again.\n',
  'src/pieces.ts': `/** Joins the chunks of a file back into its text. */
export function joinChunks(chunks: readonly string[]): string {
  return chunks.join('');
}

/** Cuts a text after each line. */
export function cutLines(text: string): string[] {
  return text.split('\\n');
}
`,
};

/** @param startMs the time of the workbench's clock */
export async function openConversations(
  startMs?: number,
): Promise<ConversationsSubject & { readonly bench: Workbench }> {
  indexCalls.delayMs = 0;
  // Pending calls of an earlier test would write into the databases after they are emptied.
  while (indexCalls.pending > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  // Deleting a conversation deletes its cited files in every index database.
  await emptyIndex(env.INDEX_1);
  const bench = await openWorkbench(
    () => ({
      parser: createTreeSitterParser(),
      settings: parseConfig({}).settings,
    }),
    startMs,
  );
  const { id } = await uploadAndIndex(bench, files);
  return {
    bench,
    conversations: createDurableConversations(
      (name) => env.CONVERSATION.get(env.CONVERSATION.idFromName(name)),
      bench.services.catalog,
    ),
    repositoryId: id,
    slowDown: (delayMs) => {
      indexCalls.delayMs = delayMs;
    },
    calls: () => indexCalls.count,
    pending: () => indexCalls.pending,
  };
}
