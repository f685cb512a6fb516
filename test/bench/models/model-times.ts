/** Measures how soon a stop reaches a provider, and how much latency the server adds to a model's first text. Both use the public API. */

import { splitIntoSlowPieces } from '../../support/providers/provider-script.ts';
import { respondWithFault, question, type ModelBenchServer } from './model-faults.ts';
import { percentile } from '../timing.ts';

const providerNames = ['openai', 'google', 'anthropic', 'compatible'] as const;
const stopsOfEach = 5;
const firstWordsOfEach = 10;

interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
}

export interface ModelTimes {
  readonly stops: readonly number[];
  readonly stopMs: Spread;
  readonly firstWords: readonly number[];
  readonly firstWordMs: Spread;
  readonly beforeCallMs: Spread;
  readonly loadOfMachine: number;
}

export async function timeStops({ client, id, providers, signal }: ModelBenchServer) {
  // The answer is long enough that it is still streaming when it is stopped.
  providers.use(() =>
    splitIntoSlowPieces('The chunks of a file are joined one after another. '.repeat(60), 25),
  );
  const stops: number[] = [];
  for (const provider of providerNames)
    for (let turn = 0; turn < stopsOfEach; turn += 1) {
      signal.throwIfAborted();
      const conversationId = `stop-${provider}-${turn}`;
      const callsBefore = providers.calls.length;
      const body = { question, model: `${provider}/steady`, retry: true, conversationId };
      let stoppedAt: number | undefined;
      for await (const { part } of client.streamAnswer(id, body, signal))
        if (part.type === 'text-delta' && stoppedAt === undefined) {
          stoppedAt = performance.now();
          await client.stop(id, conversationId);
        }
      const call = providers.calls[callsBefore];
      await call?.closed;
      if (stoppedAt === undefined || call?.closedAt === undefined || !call.wasStopped)
        throw new Error(`The answer of ${provider} was not stopped while it was streaming.`);
      stops.push(call.closedAt - stoppedAt);
    }
  return { stops: stops.map(roundToTenth), stopMs: summarizeSpread(stops) };
}

export async function timeFirstWords({ client, id, providers, signal }: ModelBenchServer) {
  providers.use(respondWithFault);
  const firstWords: number[] = [];
  const beforeCalls: number[] = [];
  for (let turn = 0; turn < firstWordsOfEach; turn += 1)
    for (const provider of providerNames) {
      signal.throwIfAborted();
      const callsBefore = providers.calls.length;
      const askedAt = performance.now();
      const body = {
        question,
        model: `${provider}/steady`,
        retry: true,
        conversationId: `first-${provider}-${turn}`,
      };
      let firstAt: number | undefined;
      for await (const { part } of client.streamAnswer(id, body, signal))
        if (part.type === 'text-delta') firstAt ??= performance.now();
      const call = providers.calls[callsBefore];
      if (firstAt === undefined || call?.firstPartAt === undefined)
        throw new Error(`${provider} wrote nothing.`);
      firstWords.push(firstAt - call.firstPartAt);
      beforeCalls.push(call.receivedAt - askedAt);
    }
  return {
    firstWords: firstWords.map(roundToTenth),
    firstWordMs: summarizeSpread(firstWords),
    beforeCallMs: summarizeSpread(beforeCalls),
  };
}

function summarizeSpread(values: readonly number[]): Spread {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95), longest: percentile(values, 1) };
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
