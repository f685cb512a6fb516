/**
 * `query`: measures sequential searches and answers over HTTP at about 15,000 chunks. Also measures the speed of the machine before and after the
 * searches. `--data <folder>` stores the index for the next run; `--searches` skips the answers.
 */

import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { type AnswerTimes, timeAnswers } from './time-answers.ts';
import { type SearchTimes, timeSearches } from './time-searches.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import type { LocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { type Bench, type BenchContext, withServer } from '../bench.ts';
import { libraryQueries, libraryQuestions } from '../library-questions.ts';
import { libraryFiles, librarySource, type LibraryFile } from '../library-tree.ts';
import { timeFixedLoop } from '../timing.ts';
import { measureIndexing } from '../indexing/measure-indexing.ts';

/** Makes about 15,000 chunks. */
const treeBytes = 10_500_000;
const name = 'library';
const searches = 200;
const answers = 100;
/** Number of first calls that are not counted, since they load modules and cache index pages. */
const warmUps = 5;

export const queryBench: Bench = async (args, context) => {
  const { signal, terminal } = context;
  const files = libraryFiles(treeBytes);
  return withServer({ signal, ...readDataOption(args) }, async (server) => {
    const client = createClient({ baseUrl: server.url });
    const { id, counts } = await ensureLibrary(client, server, { files, context });
    const target = { server, client, id, warmUps };
    const loopMs = [timeFixedLoop()];
    const search = await timeSearches({ ...target, queries: libraryQueries(files, searches + warmUps) });
    loopMs.push(timeFixedLoop());
    const questions = libraryQuestions(files, answers + warmUps);
    const answer = args.includes('--searches') ? undefined : await timeAnswers({ ...target, questions });
    const result = { chunks: counts.chunks, lines: counts.lines, loopMs, ...search, ...answer };
    terminal.print(describeQueries(result));
    return result;
  });
};

function readDataOption(args: readonly string[]): { dataDirectory?: string } {
  const flagIndex = args.indexOf('--data');
  const folder = flagIndex < 0 ? undefined : args[flagIndex + 1];
  return folder === undefined ? {} : { dataDirectory: folder };
}

/** Returns the tree from an earlier run, or indexes it now. */
async function ensureLibrary(
  client: Client,
  server: LocalServer,
  { files, context }: { readonly files: readonly LibraryFile[]; readonly context: BenchContext },
) {
  const existing = (await client.listRepositories()).find(
    (repository) => repository.name === name && repository.status === 'ready',
  );
  if (existing !== undefined) return existing;
  return (await measureIndexing(server, librarySource(name, files), context)).outcome;
}

interface QueryTimes extends SearchTimes, Partial<AnswerTimes> {
  readonly chunks: number;
  /** Milliseconds of the fixed loop before and after the searches. */
  readonly loopMs: readonly number[];
}

function describeQueries(result: QueryTimes): string {
  const { searches, answers } = result;
  const rows = [
    ['', 'calls', 'p50 ms', 'p95 ms'],
    ['search with every part', searches, result.searchP50Ms, result.searchP95Ms],
    ['retrieval, as the server reports it', searches, result.searchServedP50Ms, result.searchServedP95Ms],
    ...result.parts.map((part) => [`search without ${part.without}`, part.searches, part.p50Ms, part.p95Ms]),
  ];
  const answerRows = [
    ['first part of an answer', answers ?? 0, result.firstPartP50Ms ?? 0, result.firstPartP95Ms ?? 0],
    ['whole answer', answers ?? 0, result.answerP50Ms ?? 0, result.answerP95Ms ?? 0],
    ['repeated question', answers ?? 0, result.repeatedP50Ms ?? 0, result.repeatedP95Ms ?? 0],
  ];
  const rendered = formatTable(answers === undefined ? rows : [...rows, ...answerRows]);
  const machine = `a fixed loop took ${result.loopMs.join(' and ')} ms on this machine`;
  return `${result.chunks} chunks; ${machine}; the server used ${result.searchCpuMs} ms of processor time per search\n${rendered}`;
}
