/** Asks one question for each fault of each provider. Records the outcome of each attempt and who wrote the final answer. */

import { createWorkersAiGenerator } from '../../../worker/adapters/ai-sdk/workers-ai-generator.ts';
import { createSystemClock } from '../../../worker/adapters/embedded/clock.ts';
import type { Client } from '../../../worker/contract/client.ts';
import type { GenerationAttempt } from '../../../worker/core/answers/generation.ts';
import { runGeneration } from '../../../worker/flows/models/run-generation.ts';
import { createTestGeneration } from '../../support/fakes/generation.ts';
import { streamTexts, createScriptedGenerator } from '../../support/fakes/scripted-generator.ts';
import type { Providers } from '../../support/providers/start-providers.ts';
import { providerFaults, type ProviderFault } from '../../support/providers/provider-faults.ts';
import {
  findEvidenceIds,
  splitIntoSlowPieces,
  type ProviderReply,
  type ProviderScript,
} from '../../support/providers/provider-script.ts';

export interface FaultOutcome {
  readonly fault: string;
  readonly column: string;
  /** Attempts and final writer as one cell of the table; the name is part of the `--json` output. */
  readonly told: string;
  readonly isBlank: boolean;
}

export interface ModelBenchServer {
  readonly client: Client;
  readonly id: string;
  readonly providers: Providers;
  readonly signal: AbortSignal;
}

const ownKey = 'openai, own key';
const httpColumns = ['openai', 'groq', 'compatible', 'google', 'anthropic', ownKey] as const;
const shapes = ['response', 'choices'] as const;
const shapeColumn = (shape: string): string => `workers-ai (${shape})`;
export const faultColumns: readonly string[] = [...httpColumns, ...shapes.map(shapeColumn)];
export const question = 'How are the chunks of a file joined back into its text?';
const faults = Object.keys(providerFaults) as ProviderFault[];
const concurrency = 3;

/** Fails if the model is named after a fault, as in `fault-3`. Each cell thus has its own model and no circuit breaker opens. Other models succeed. */
export const respondWithFault: ProviderScript = (call) => {
  const fault = faults[Number(/^fault-(\d+)$/.exec(call.model)?.[1] ?? Number.NaN)];
  if (fault !== undefined) return providerFaults[fault] satisfies ProviderReply;
  const id = findEvidenceIds(call.prompt)[0] ?? 'none';
  return splitIntoSlowPieces(
    `The chunks of a file are joined by \`join_chunks\`. [chunk:${id}] Nothing is lost. [chunk:${id}]`,
    25,
  );
};

/** The model of the first call, which loads modules and fills caches. */
const warmUp = 'steady';

export async function runProviderFaults(
  { client, id, providers, signal }: ModelBenchServer,
  note: (text: string) => void,
): Promise<FaultOutcome[]> {
  providers.use(respondWithFault);
  await client.answer(id, { question, model: `openai/${warmUp}`, retry: true });
  const cells = faults.flatMap((fault, index) => httpColumns.map((column) => ({ fault, index, column })));
  const outcomes: FaultOutcome[] = [];
  const run = async ({ fault, index, column }: (typeof cells)[number]): Promise<void> => {
    const provider = column === ownKey ? 'openai' : column;
    const request = { question, model: `${provider}/fault-${index}`, retry: true };
    const answer = await client.answer(id, request, column === ownKey ? 'key-of-the-user' : undefined);
    const attempts = answer.generation?.attempts ?? [];
    const hasFallback = answer.degraded !== undefined && answer.generation?.isCutOff === true;
    const told = `${formatAttempts(attempts)} → ${answer.answerer}${hasFallback ? ' + embedded' : ''}`;
    const isBlank = answer.answer.trim() === '' || attempts.length === 0;
    outcomes.push({ fault, column, told, isBlank });
    note(`${outcomes.length} of ${cells.length} cells`);
  };
  await forEachConcurrently(cells, async (cell) => {
    signal.throwIfAborted();
    await run(cell);
  });
  return outcomes;
}

/** Runs the model chain directly over the adapter, since the Workers AI binding has no URL to configure a local server with. */
export async function runWorkersAiFaults(providers: Providers): Promise<FaultOutcome[]> {
  providers.use(respondWithFault);
  await runChain(providers, 'response', warmUp);
  const cells = shapes.flatMap((shape) => faults.map((fault, index) => ({ shape, fault, index })));
  const outcomes: FaultOutcome[] = [];
  await forEachConcurrently(cells, async ({ shape, fault, index }) => {
    const { told, text } = await runChain(providers, shape, `fault-${index}`);
    outcomes.push({ fault, column: shapeColumn(shape), told, isBlank: text.trim() === '' });
  });
  return outcomes;
}

async function runChain(providers: Providers, shape: (typeof shapes)[number], model: string) {
  const clock = createSystemClock();
  const generators = new Map([
    ['workers-ai', createWorkersAiGenerator(providers.ai(shape))] as const,
    ['compatible', createScriptedGenerator('compatible', streamTexts('It works.'))] as const,
  ]);
  const waits = { firstPartMs: 2_000, nextPartMs: 1_000, maxRetryMs: 2_000 };
  const options = {
    models: [
      { provider: 'workers-ai', model },
      { provider: 'compatible', model: 'steady' },
    ] as const,
    request: {
      messages: [{ role: 'user', text: question }] as const,
      tools: [],
      schema: undefined,
      temperature: undefined,
      maxOutputTokens: 500,
    },
    key: undefined,
    signal: new AbortController().signal,
  };
  let text = '';
  let told = '';
  const generation = createTestGeneration(clock, { generators, timeouts: waits });
  for await (const step of runGeneration({ clock, generation }, options)) {
    if (step.type === 'text-delta') text += step.text;
    if (step.type !== 'finish') continue;
    const { attempts, isCutOff, model: writer } = step.facts;
    told = `${formatAttempts(attempts)} → ${writer ?? 'embedded'}${isCutOff ? ' + embedded' : ''}`;
  }
  return { text, told };
}

async function forEachConcurrently<Cell>(
  cells: readonly Cell[],
  run: (cell: Cell) => Promise<void>,
): Promise<void> {
  const waiting = [...cells];
  const runNext = async (): Promise<void> => {
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) await run(cell);
  };
  await Promise.all(Array.from({ length: concurrency }, runNext));
}

/** Lists the outcomes of the attempts with the failing model. */
function formatAttempts(attempts: readonly Pick<GenerationAttempt, 'model' | 'outcome'>[]): string {
  const failing = attempts.filter(({ model }) => !model.endsWith('/steady')).map(({ outcome }) => outcome);
  const [first] = failing;
  return failing.length === 2 && failing.every((outcome) => outcome === first)
    ? `${first} ×2`
    : failing.join(', ');
}
