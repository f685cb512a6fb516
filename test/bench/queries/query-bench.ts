/**
 * `query`: measures sequential searches and answers over HTTP at about 15,000 chunks. Also measures the speed of the machine before and after the
 * searches. `--data <folder>` stores the index for the next run; `--searches` skips the answers; `--chunks <n>` sets the size of the index, and
 * `--concurrent <n>` measures that many searches at a time instead.
 */

import { usageError } from '../../../clients/cli/command-error.ts';
import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { type AnswerTimes, timeAnswers } from './time-answers.ts';
import { type ConcurrentTimes, timeConcurrentSearches } from './time-concurrent.ts';
import { type SearchTimes, timeSearches } from './time-searches.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import type { LocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { type Bench, type BenchContext, withServer } from '../bench.ts';
import { libraryQueries, libraryQuestions } from '../library-questions.ts';
import { libraryFiles, librarySource, type LibraryFile } from '../library-tree.ts';
import { timeFixedLoop } from '../timing.ts';
import { measureIndexing } from '../indexing/measure-indexing.ts';

/** The average of the tree. */
const bytesPerChunk = 700;
const defaultChunks = 15_000;
const name = 'library';
const searches = 200;
const concurrentSearches = 400;
const answers = 100;
/** Number of first calls that are not counted, since they load modules and cache index pages. */
const warmUps = 5;

export const queryBench: Bench = async (args, context) => {
  const { signal, terminal } = context;
  const chunks = readNumber(args, '--chunks') ?? defaultChunks;
  const concurrent = readNumber(args, '--concurrent');
  const files = repeatFiles(chunks * bytesPerChunk);
  return withServer({ signal, ...readDataOption(args) }, async (server) => {
    const client = createClient({ baseUrl: server.url });
    const { id, counts } = await ensureLibrary(client, server, { files, context });
    const target = { server, client, id, warmUps };
    const loopMs = [timeFixedLoop()];
    if (concurrent !== undefined) {
      const queries = libraryQueries(files, concurrentSearches);
      for (const query of queries.splice(0, warmUps)) await client.search(id, { query, expandGraph: true });
      const times = await timeConcurrentSearches({ ...target, queries, concurrent });
      const result = { chunks: counts.chunks, loopMs: [...loopMs, timeFixedLoop()], ...times };
      terminal.print(describeConcurrent(result));
      return result;
    }
    const search = await timeSearches({ ...target, queries: libraryQueries(files, searches + warmUps) });
    loopMs.push(timeFixedLoop());
    const questions = libraryQuestions(files, answers + warmUps);
    const answer = args.includes('--searches') ? undefined : await timeAnswers({ ...target, questions });
    const result = { chunks: counts.chunks, lines: counts.lines, loopMs, ...search, ...answer };
    terminal.print(describeQueries(result));
    return result;
  });
};

function readOption(args: readonly string[], flag: string): string | undefined {
  const flagIndex = args.indexOf(flag);
  return flagIndex < 0 ? undefined : args[flagIndex + 1];
}

/** @throws CommandError if the option is not a positive whole number */
function readNumber(args: readonly string[], flag: string): number | undefined {
  const option = readOption(args, flag);
  if (option === undefined) return undefined;
  const value = Number(option);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw usageError(
    `${flag} is ${JSON.stringify(option)}, which is not a positive whole number.`,
    `Set it to a number, for example ${flag} 50.`,
  );
}

function readDataOption(args: readonly string[]): { dataDirectory?: string } {
  const folder = readOption(args, '--data');
  return folder === undefined ? {} : { dataDirectory: folder };
}

/** Files of about `totalBytes`. If the installed packages have fewer, adds changed copies, which share no content with the original. */
function repeatFiles(totalBytes: number): readonly LibraryFile[] {
  const files = libraryFiles(totalBytes);
  const repeated = [...files];
  let missingBytes = totalBytes - files.reduce((sum, { text }) => sum + text.length, 0);
  for (let index = 0; missingBytes > 0; index += 1) {
    const file = files[index % files.length];
    if (file === undefined) break;
    const copy = 1 + Math.floor(index / files.length);
    repeated.push({ path: `copies/${copy}/${file.path}`, text: renameWords(file.text, copy) });
    missingBytes -= file.text.length;
  }
  return repeated;
}

/** Gives every long word of a copy its own ending, so that the copy adds words and definitions as a different file would. */
function renameWords(text: string, copy: number): string {
  return text.replaceAll(/\b[A-Za-z]{6,}\b/g, (word) => `${word}V${copy}`);
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

function describeConcurrent(
  result: ConcurrentTimes & { readonly chunks: number; readonly loopMs: readonly number[] },
): string {
  const { chunks, loopMs, concurrent, concurrentSearches: count, concurrentErrors: errors } = result;
  const rows = [
    ['', 'calls', 'errors', 'per second', 'p50 ms', 'p95 ms'],
    [
      `${concurrent} searches at a time`,
      count,
      errors,
      result.concurrentPerSecond,
      result.concurrentP50Ms,
      result.concurrentP95Ms,
    ],
  ];
  const machine = `a fixed loop took ${loopMs.join(' and ')} ms on this machine`;
  return `${chunks} chunks; ${machine}; the server used ${result.concurrentCpuMs} ms of processor time per search\n${formatTable(rows)}`;
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
