/**
 * `query`: how long searches and answers take through HTTP at about 15,000 chunks, one after another. The first part of
 * an answer is the first the reader sees: text or a claim. Each question is then asked again in its conversation, for what
 * the cache saves.
 */

import { createClient } from '../../worker/contract/client.ts';
import type { AnswerRequest } from '../../worker/contract/answer.ts';
import type { Client } from '../../worker/contract/client.ts';
import { table } from '../../clients/cli/table.ts';
import type { Bench } from './bench.ts';
import { libraryQueries, libraryQuestions } from './library-questions.ts';
import { libraryFiles, librarySource } from './library-tree.ts';
import { measureIndexing } from './measure-indexing.ts';
import { percentile } from './percentile.ts';
import { withServer } from './with-server.ts';

/** Makes about 15,000 chunks. */
const treeBytes = 10_500_000;
const searches = 200;
const answers = 100;
/** Asked first and not counted, so that modules are loaded and pages of the index cached. */
const warmUps = 5;

interface AnswerTimes {
  readonly firstPartMs: number;
  readonly totalMs: number;
  /** The same as the server tells it: without the way to it and back. */
  readonly servedMs: number;
}

export const queryBench: Bench = async (_args, context) => {
  const { terminal, signal } = context;
  const files = libraryFiles(treeBytes);
  const queries = libraryQueries(files, searches + warmUps);
  const questions = libraryQuestions(files, answers + warmUps);
  return withServer({ signal }, async (server) => {
    const { outcome } = await measureIndexing(server, librarySource('library', files), context);
    const client = createClient({ baseUrl: server.url });
    const searchMs: number[] = [];
    for (const query of queries) searchMs.push(await timeSearch(client, outcome.id, query));
    const answerTimes: AnswerTimes[] = [];
    const repeated: AnswerTimes[] = [];
    for (const [index, question] of questions.entries()) {
      const asked = { question, conversationId: `bench-${index}` };
      answerTimes.push(await timeAnswer(client, outcome.id, asked));
      repeated.push(await timeAnswer(client, outcome.id, asked));
    }
    const result = summarise(searchMs.slice(warmUps), answerTimes.slice(warmUps), repeated.slice(warmUps));
    terminal.print(describe(outcome.counts.chunks, result));
    return { chunks: outcome.counts.chunks, lines: outcome.counts.lines, ...result };
  });
};

async function timeSearch(client: Client, id: string, query: string): Promise<number> {
  const startedAt = performance.now();
  await client.search(id, { query });
  return performance.now() - startedAt;
}

async function timeAnswer(client: Client, id: string, asked: AnswerRequest): Promise<AnswerTimes> {
  const startedAt = performance.now();
  let firstPartMs: number | undefined;
  let servedMs = 0;
  for await (const { part } of client.streamAnswer(id, asked)) {
    if (part.type === 'error')
      throw new Error(`"${asked.question}" was answered with an error: ${part.errorText}`);
    if (part.type === 'text-delta' || part.type === 'data-claim')
      firstPartMs ??= performance.now() - startedAt;
    if (part.type === 'data-timings') servedMs = part.data.totalMs;
  }
  if (firstPartMs === undefined) throw new Error(`"${asked.question}" was answered with nothing.`);
  return { firstPartMs, totalMs: performance.now() - startedAt, servedMs };
}

function summarise(
  searchMs: readonly number[],
  answerTimes: readonly AnswerTimes[],
  repeated: readonly AnswerTimes[],
) {
  const first = answerTimes.map((times) => times.firstPartMs);
  const total = answerTimes.map((times) => times.totalMs);
  const repeatedTotal = repeated.map((times) => times.totalMs);
  return {
    searchP50Ms: percentile(searchMs, 0.5),
    searchP95Ms: percentile(searchMs, 0.95),
    firstPartP50Ms: percentile(first, 0.5),
    firstPartP95Ms: percentile(first, 0.95),
    answerP50Ms: percentile(total, 0.5),
    answerP95Ms: percentile(total, 0.95),
    repeatedP50Ms: percentile(repeatedTotal, 0.5),
    repeatedP95Ms: percentile(repeatedTotal, 0.95),
    /** Percent of the time its first answer took: as its asker waits for it, and as the server tells it. */
    repeatedPercentP50: percentile(shares(repeated, answerTimes, 'totalMs'), 0.5),
    repeatedServedPercentP50: percentile(shares(repeated, answerTimes, 'servedMs'), 0.5),
  };
}

function shares(
  again: readonly AnswerTimes[],
  first: readonly AnswerTimes[],
  of: 'totalMs' | 'servedMs',
): number[] {
  return again.map((times, index) => (100 * times[of]) / (first[index]?.[of] ?? 1));
}

function describe(chunks: number, result: ReturnType<typeof summarise>): string {
  const rows = [
    ['', 'calls', 'p50 ms', 'p95 ms'],
    ['search', searches, result.searchP50Ms, result.searchP95Ms],
    ['first part of an answer', answers, result.firstPartP50Ms, result.firstPartP95Ms],
    ['whole answer', answers, result.answerP50Ms, result.answerP95Ms],
    ['the same asked again', answers, result.repeatedP50Ms, result.repeatedP95Ms],
  ];
  return `${chunks} chunks\n${table(rows)}`;
}
