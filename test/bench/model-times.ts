/** How soon a stop reaches a vendor, and what is added to a model's own first word, both through the public door. */

import { inSlowPieces } from '../support/vendors/vendor-script.ts';
import { faultOf, question, type AskedServer } from './model-faults.ts';
import { percentile } from './percentile.ts';

const vendorNames = ['openai', 'google', 'anthropic', 'compatible'] as const;
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

export async function timeStops({ client, id, vendors, signal }: AskedServer) {
  // Long enough that it is not told by the time it is stopped.
  vendors.use(() => inSlowPieces('The chunks of a file are joined one after another. '.repeat(60), 25));
  const stops: number[] = [];
  for (const vendor of vendorNames)
    for (let turn = 0; turn < stopsOfEach; turn += 1) {
      signal.throwIfAborted();
      const conversationId = `stop-${vendor}-${turn}`;
      const before = vendors.calls.length;
      const body = { question, model: `${vendor}/steady`, retry: true, conversationId };
      let stoppedAt: number | undefined;
      for await (const { part } of client.streamAnswer(id, body, signal))
        if (part.type === 'text-delta' && stoppedAt === undefined) {
          stoppedAt = performance.now();
          await client.stop(id, conversationId);
        }
      const call = vendors.calls[before];
      await call?.closed;
      if (stoppedAt === undefined || call?.closedAt === undefined || !call.wasStopped)
        throw new Error(`The answer of ${vendor} was not stopped while it was written.`);
      stops.push(call.closedAt - stoppedAt);
    }
  return { stops: stops.map(rounded), stopMs: spreadOf(stops) };
}

export async function timeFirstWords({ client, id, vendors, signal }: AskedServer) {
  vendors.use(faultOf);
  const firstWords: number[] = [];
  const beforeCalls: number[] = [];
  for (let turn = 0; turn < firstWordsOfEach; turn += 1)
    for (const vendor of vendorNames) {
      signal.throwIfAborted();
      const before = vendors.calls.length;
      const askedAt = performance.now();
      const body = {
        question,
        model: `${vendor}/steady`,
        retry: true,
        conversationId: `first-${vendor}-${turn}`,
      };
      let firstAt: number | undefined;
      for await (const { part } of client.streamAnswer(id, body, signal))
        if (part.type === 'text-delta') firstAt ??= performance.now();
      const call = vendors.calls[before];
      if (firstAt === undefined || call?.firstPartAt === undefined)
        throw new Error(`${vendor} wrote nothing.`);
      firstWords.push(firstAt - call.firstPartAt);
      beforeCalls.push(call.receivedAt - askedAt);
    }
  return {
    firstWords: firstWords.map(rounded),
    firstWordMs: spreadOf(firstWords),
    beforeCallMs: spreadOf(beforeCalls),
  };
}

function spreadOf(values: readonly number[]): Spread {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95), longest: percentile(values, 1) };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
