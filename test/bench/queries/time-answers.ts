/**
 * Times answers, one after another. The first part of an answer is the first text or claim that the user sees. Repeats each question in its
 * conversation to measure how much time the cache saves.
 */

import type { AnswerRequest } from '../../../worker/contract/answers/schema.ts';
import type { Client } from '../../../worker/contract/client.ts';
import { percentile } from '../timing.ts';

interface Times {
  readonly firstPartMs: number;
  readonly totalMs: number;
  /** Total time that the server reports, without the network. */
  readonly servedMs: number;
}

export type AnswerTimes = ReturnType<typeof summarize>;

export async function timeAnswers(run: {
  readonly client: Client;
  readonly id: string;
  readonly questions: readonly string[];
  /** Number of first questions that are not counted. */
  readonly warmUps: number;
}): Promise<AnswerTimes> {
  const { client, id, questions, warmUps } = run;
  const first: Times[] = [];
  const repeats: Times[] = [];
  for (const [index, question] of questions.entries()) {
    const request = { question, conversationId: `bench-${Date.now()}-${index}` };
    first.push(await timeAnswer(client, id, request));
    repeats.push(await timeAnswer(client, id, request));
  }
  return summarize(first.slice(warmUps), repeats.slice(warmUps));
}

async function timeAnswer(client: Client, id: string, request: AnswerRequest): Promise<Times> {
  const startedAt = performance.now();
  let firstPartMs: number | undefined;
  let servedMs = 0;
  for await (const { part } of client.streamAnswer(id, request)) {
    if (part.type === 'error')
      throw new Error(`The answer to "${request.question}" failed: ${part.errorText}`);
    if (part.type === 'text-delta' || part.type === 'data-claim')
      firstPartMs ??= performance.now() - startedAt;
    if (part.type === 'data-timings') servedMs = part.data.totalMs;
  }
  if (firstPartMs === undefined) throw new Error(`The answer to "${request.question}" is empty.`);
  return { firstPartMs, totalMs: performance.now() - startedAt, servedMs };
}

function summarize(first: readonly Times[], repeats: readonly Times[]) {
  const firstPart = first.map((times) => times.firstPartMs);
  const total = first.map((times) => times.totalMs);
  const repeated = repeats.map((times) => times.totalMs);
  return {
    answers: first.length,
    firstPartP50Ms: percentile(firstPart, 0.5),
    firstPartP95Ms: percentile(firstPart, 0.95),
    answerP50Ms: percentile(total, 0.5),
    answerP95Ms: percentile(total, 0.95),
    repeatedP50Ms: percentile(repeated, 0.5),
    repeatedP95Ms: percentile(repeated, 0.95),
    /** Time of the repeated answer as a percentage of the first answer's time: elapsed time, and the time that the server reports. */
    repeatedPercentP50: percentile(percentages(repeats, first, 'totalMs'), 0.5),
    repeatedServedPercentP50: percentile(percentages(repeats, first, 'servedMs'), 0.5),
  };
}

function percentages(
  repeats: readonly Times[],
  first: readonly Times[],
  field: 'totalMs' | 'servedMs',
): number[] {
  return repeats.map((times, index) => (100 * times[field]) / (first[index]?.[field] ?? 1));
}
