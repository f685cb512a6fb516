/**
 * Answers, one after another. The first part of an answer is the first the reader sees: text or a claim. Each question is then asked
 * again in its conversation, for what the cache saves.
 */

import type { AnswerRequest } from '../../worker/contract/answer.ts';
import type { Client } from '../../worker/contract/client.ts';
import { percentile } from './percentile.ts';

interface Times {
  readonly firstPartMs: number;
  readonly totalMs: number;
  /** The same as the server tells it: without the way to it and back. */
  readonly servedMs: number;
}

export type AnswerTimes = ReturnType<typeof summarise>;

export async function timeAnswers(asked: {
  readonly client: Client;
  readonly id: string;
  readonly questions: readonly string[];
  /** So many of the first are not counted. */
  readonly warmUps: number;
}): Promise<AnswerTimes> {
  const { client, id, questions, warmUps } = asked;
  const first: Times[] = [];
  const again: Times[] = [];
  for (const [index, question] of questions.entries()) {
    const request = { question, conversationId: `bench-${Date.now()}-${index}` };
    first.push(await timeAnswer(client, id, request));
    again.push(await timeAnswer(client, id, request));
  }
  return summarise(first.slice(warmUps), again.slice(warmUps));
}

async function timeAnswer(client: Client, id: string, asked: AnswerRequest): Promise<Times> {
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

function summarise(first: readonly Times[], again: readonly Times[]) {
  const firstPart = first.map((times) => times.firstPartMs);
  const total = first.map((times) => times.totalMs);
  const repeated = again.map((times) => times.totalMs);
  return {
    answers: first.length,
    firstPartP50Ms: percentile(firstPart, 0.5),
    firstPartP95Ms: percentile(firstPart, 0.95),
    answerP50Ms: percentile(total, 0.5),
    answerP95Ms: percentile(total, 0.95),
    repeatedP50Ms: percentile(repeated, 0.5),
    repeatedP95Ms: percentile(repeated, 0.95),
    /** Percent of the time its first answer took: as its asker waits for it, and as the server tells it. */
    repeatedPercentP50: percentile(shares(again, first, 'totalMs'), 0.5),
    repeatedServedPercentP50: percentile(shares(again, first, 'servedMs'), 0.5),
  };
}

function shares(again: readonly Times[], first: readonly Times[], of: 'totalMs' | 'servedMs'): number[] {
  return again.map((times, index) => (100 * times[of]) / (first[index]?.[of] ?? 1));
}
