/**
 * `memory [folder]`: measures the memory of the Worker's isolate and of the local runtime while a server indexes about 200,000 lines, answers 500
 * searches and 200 questions in separate conversations, and idles. Without a folder it indexes sources of the installed packages. `--heap <MB>`
 * limits the JavaScript heap of every isolate. V8 then collects garbage as in production, and the server ends if a heap needs more.
 */

import { createClient, type Client } from '../../../worker/contract/client.ts';
import { defaultHeapMb, type LocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { usageError } from '../../../clients/cli/command-error.ts';
import { openSource } from '../../../clients/cli/source/open-source.ts';
import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { type Bench, withServer } from '../bench.ts';
import { libraryQueries, libraryQuestions } from '../library-questions.ts';
import { libraryFiles, librarySource } from '../library-tree.ts';
import { measureIndexing } from '../indexing/measure-indexing.ts';
import { readLiveHeap, watchIsolate, type IsolateMemory } from './watch-isolate.ts';
import { watchMemory, type ServerMemory } from './watch-memory.ts';

/** About 200,000 lines. */
const treeBytes = 7_100_000;
const searches = 500;
const questions = 200;
/** Longer than idle objects stay in memory: conversations for ten seconds, pages of vectors for thirty. */
const idleMs = 60_000;

interface PhaseMemory {
  readonly isolate: IsolateMemory;
  /** Resident memory of the processes: all isolates, SQLite, and freed memory that the allocator retains. */
  readonly resident: ServerMemory;
}

export const memoryBench: Bench = async (args, context) => {
  const { path, heapMb } = readArguments(args);
  const files = libraryFiles(treeBytes);
  const source =
    path === undefined
      ? librarySource('library', files)
      : await openSource({ path, workingDirectory: process.cwd() });
  return withServer({ signal: context.signal, heapMb }, async (server) => {
    const client = createClient({ baseUrl: server.url });
    const indexing = await measurePhase(server, () => measureIndexing(server, source, context));
    const { outcome } = indexing.result;
    const searching = await measurePhase(server, () =>
      search(client, outcome.id, libraryQueries(files, searches)),
    );
    const answering = await measurePhase(server, () =>
      askQuestions(client, outcome.id, libraryQuestions(files, questions)),
    );
    const idle = await measurePhase(server, () => new Promise((resolve) => setTimeout(resolve, idleMs)));
    const phases = {
      indexing: indexing.memory,
      searching: searching.memory,
      answering: answering.memory,
      resting: idle.memory,
    };
    const live = await readLiveHeap(server);
    context.terminal.print(describe(phases, live));
    const { lines, chunks } = outcome.counts;
    return { lines, chunks, searches, questions, heapMb, ...phases, live };
  });
};

async function measurePhase<T>(
  server: LocalServer,
  run: () => Promise<T>,
): Promise<{ result: T; memory: PhaseMemory }> {
  const { result, isolate } = await watchIsolate(server, () => watchMemory(server, run));
  return { result: result.result, memory: { isolate, resident: result.memory } };
}

async function search(client: Client, id: string, queries: readonly string[]): Promise<void> {
  for (const query of queries) await client.search(id, { query, expandGraph: true });
}

async function askQuestions(client: Client, id: string, questionList: readonly string[]): Promise<void> {
  for (const [index, question] of questionList.entries())
    for await (const { part } of client.streamAnswer(id, { question, conversationId: `memory-${index}` }))
      if (part.type === 'error') throw new Error(`The answer to "${question}" failed: ${part.errorText}`);
}

function describe(phases: Readonly<Record<string, PhaseMemory>>, live: object): string {
  const rows = Object.entries(phases).map(([phase, { isolate, resident }]) => [
    phase,
    String(isolate.peakHeapMb),
    String(isolate.peakBuffersMb),
    String(resident.worker.peakMb),
    String(resident.both.peakMb),
    String(isolate.longestWaitMs),
  ]);
  const head = ['peak, MB', 'heap', 'buffers', 'workerd', 'with proxy', 'longest wait, ms'];
  return `${formatTable([head, ...rows])}\n\nLive at the end, MB\n${formatTable(Object.entries(live).map(([name, size]) => [name, String(size)]))}`;
}

function readArguments(args: readonly string[]): { path: string | undefined; heapMb: number } {
  const flagIndex = args.indexOf('--heap');
  const paths = flagIndex < 0 ? args : args.toSpliced(flagIndex, 2);
  const heapMb = flagIndex < 0 ? defaultHeapMb : Number(args[flagIndex + 1]);
  if (paths.length > 1 || !(heapMb > 0))
    throw usageError(
      `Unknown arguments: ${args.join(' ')}.`,
      'npm run -s bench -- memory [folder] [--heap <MB>]',
    );
  return { path: paths[0], heapMb };
}
