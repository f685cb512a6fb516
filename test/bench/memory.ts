/**
 * `memory [folder]`: memory of the Worker's isolate and of the local runtime while a server indexes about 200,000 lines, answers 500
 * searches and 200 questions with a conversation each, and rests. Without a folder it indexes sources of the installed packages.
 */

import { createClient } from '../../worker/contract/client.ts';
import type { Client } from '../../worker/contract/client.ts';
import type { LocalServer } from '../../clients/cli/local-server.ts';
import { openSource } from '../../clients/cli/source/open-source.ts';
import { table } from '../../clients/cli/table.ts';
import type { Bench } from './bench.ts';
import { libraryQueries, libraryQuestions } from './library-questions.ts';
import { libraryFiles, librarySource } from './library-tree.ts';
import { measureIndexing } from './measure-indexing.ts';
import { watchIsolate, type IsolateMemory } from './watch-isolate.ts';
import { watchMemory, type ServerMemory } from './watch-memory.ts';
import { withServer } from './with-server.ts';

/** About 200,000 lines. */
const treeBytes = 7_100_000;
const searches = 500;
const questions = 200;
/** Objects of conversations leave memory after ten seconds, pages of vectors after thirty. */
const restMs = 60_000;

interface PhaseMemory {
  readonly isolate: IsolateMemory;
  /** Resident memory of the processes, array buffers of all isolates, SQLite and memory kept for later included. */
  readonly resident: ServerMemory;
}

export const memoryBench: Bench = async ([path], context) => {
  const files = libraryFiles(treeBytes);
  const source =
    path === undefined
      ? librarySource('library', files)
      : await openSource({ path, workingDirectory: process.cwd() });
  return withServer({ signal: context.signal }, async (server) => {
    const client = createClient({ baseUrl: server.url });
    const indexing = await measured(server, () => measureIndexing(server, source, context));
    const { outcome } = indexing.result;
    const searching = await measured(server, () =>
      search(client, outcome.id, libraryQueries(files, searches)),
    );
    const answering = await measured(server, () =>
      ask(client, outcome.id, libraryQuestions(files, questions)),
    );
    const resting = await measured(server, () => new Promise((resolve) => setTimeout(resolve, restMs)));
    const phases = {
      indexing: indexing.memory,
      searching: searching.memory,
      answering: answering.memory,
      resting: resting.memory,
    };
    context.terminal.print(describe(phases));
    return { lines: outcome.counts.lines, chunks: outcome.counts.chunks, searches, questions, ...phases };
  });
};

async function measured<T>(
  server: LocalServer,
  run: () => Promise<T>,
): Promise<{ result: T; memory: PhaseMemory }> {
  const { result, memory } = await watchMemory(server, () => watchIsolate(server, run));
  return { result: result.result, memory: { isolate: result.isolate, resident: memory } };
}

async function search(client: Client, id: string, queries: readonly string[]): Promise<void> {
  for (const query of queries) await client.search(id, { query, expandGraph: true });
}

async function ask(client: Client, id: string, asked: readonly string[]): Promise<void> {
  for (const [index, question] of asked.entries())
    for await (const { part } of client.streamAnswer(id, { question, conversationId: `memory-${index}` }))
      if (part.type === 'error')
        throw new Error(`"${question}" was answered with an error: ${part.errorText}`);
}

function describe(phases: Readonly<Record<string, PhaseMemory>>): string {
  return table([
    [
      'MB',
      'heap, at most',
      'buffers, at most',
      'live heap',
      'live buffers and WASM',
      'resident',
      'longest wait, ms',
    ],
    ...Object.entries(phases).map(([phase, { isolate, resident }]) =>
      [
        phase,
        isolate.peakHeapMb,
        isolate.peakBuffersMb,
        isolate.live.heap,
        isolate.live.arrayBuffers,
        resident.both.peakMb,
        isolate.longestWaitMs,
      ].map(String),
    ),
  ]);
}
