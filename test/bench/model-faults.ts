/** Every fault of every vendor, asked once each: which models were tried, and who wrote what the reader has in the end. */

import { createWorkersAiGenerator } from '../../worker/adapters/ai-sdk/workers-ai-generator.ts';
import { createSystemClock } from '../../worker/adapters/embedded/clock.ts';
import type { Client } from '../../worker/contract/client.ts';
import type { GenerationAttempt } from '../../worker/core/generation.ts';
import { runGeneration } from '../../worker/flows/generation/run-generation.ts';
import { testGeneration } from '../support/generation.ts';
import { says, scriptedGenerator } from '../support/scripted-generator.ts';
import type { Vendors } from '../support/vendors/start-vendors.ts';
import { vendorFaults, type VendorFault } from '../support/vendors/vendor-faults.ts';
import {
  evidenceIdsIn,
  inSlowPieces,
  type VendorReply,
  type VendorScript,
} from '../support/vendors/vendor-script.ts';

export interface FaultOutcome {
  readonly fault: string;
  readonly column: string;
  readonly told: string;
  readonly isBlank: boolean;
}

export interface AskedServer {
  readonly client: Client;
  readonly id: string;
  readonly vendors: Vendors;
  readonly signal: AbortSignal;
}

const ownKey = 'openai, own key';
const doors = ['openai', 'groq', 'compatible', 'google', 'anthropic', ownKey] as const;
const shapes = ['response', 'choices'] as const;
const ofShape = (shape: string): string => `workers-ai (${shape})`;
export const columns: readonly string[] = [...doors, ...shapes.map(ofShape)];
export const question = 'How are the chunks of a file joined back into its text?';
const faults = Object.keys(vendorFaults) as VendorFault[];
const atOnce = 3;

/** A model is named after its fault, so that each cell has one of its own and none of them rests; any other name is one that works. */
export const faultOf: VendorScript = (call) => {
  const fault = faults[Number(/^fault-(\d+)$/.exec(call.model)?.[1] ?? Number.NaN)];
  if (fault !== undefined) return vendorFaults[fault] satisfies VendorReply;
  const id = evidenceIdsIn(call.prompt)[0] ?? 'none';
  return inSlowPieces(
    `The chunks of a file are joined by \`join_chunks\`. [chunk:${id}] Nothing is lost. [chunk:${id}]`,
    25,
  );
};

/** The first of all loads what the others then have. */
const warmUp = 'steady';

export async function askFaults(
  { client, id, vendors, signal }: AskedServer,
  note: (told: string) => void,
): Promise<FaultOutcome[]> {
  vendors.use(faultOf);
  await client.answer(id, { question, model: `openai/${warmUp}`, retry: true });
  const cells = faults.flatMap((fault, index) => doors.map((column) => ({ fault, index, column })));
  const outcomes: FaultOutcome[] = [];
  const ask = async ({ fault, index, column }: (typeof cells)[number]): Promise<void> => {
    const vendor = column === ownKey ? 'openai' : column;
    const request = { question, model: `${vendor}/fault-${index}`, retry: true };
    const answer = await client.answer(id, request, column === ownKey ? 'key-of-the-asker' : undefined);
    const attempts = answer.generation?.attempts ?? [];
    const wrote = answer.degraded !== undefined && answer.generation?.isCutOff === true;
    const told = `${attemptsTold(attempts)} → ${answer.answerer}${wrote ? ' + embedded' : ''}`;
    const isBlank = answer.answer.trim() === '' || attempts.length === 0;
    outcomes.push({ fault, column, told, isBlank });
    note(`${outcomes.length} of ${cells.length} cells`);
  };
  await eachOf(cells, async (cell) => {
    signal.throwIfAborted();
    await ask(cell);
  });
  return outcomes;
}

/** The binding is no address that a local server could be given: the chain itself is run over the adapter. */
export async function askWorkersAi(vendors: Vendors): Promise<FaultOutcome[]> {
  vendors.use(faultOf);
  await runChain(vendors, 'response', warmUp);
  const cells = shapes.flatMap((shape) => faults.map((fault, index) => ({ shape, fault, index })));
  const outcomes: FaultOutcome[] = [];
  await eachOf(cells, async ({ shape, fault, index }) => {
    const { told, text } = await runChain(vendors, shape, `fault-${index}`);
    outcomes.push({ fault, column: ofShape(shape), told, isBlank: text.trim() === '' });
  });
  return outcomes;
}

async function runChain(vendors: Vendors, shape: (typeof shapes)[number], model: string) {
  const clock = createSystemClock();
  const generators = new Map([
    ['workers-ai', createWorkersAiGenerator(vendors.ai(shape))] as const,
    ['compatible', scriptedGenerator('compatible', says('It works.'))] as const,
  ]);
  const waits = { firstPartMs: 2_000, nextPartMs: 1_000, longestRetryMs: 2_000 };
  const asked = {
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
  const generation = testGeneration(clock, { generators, waits });
  for await (const step of runGeneration({ clock, generation }, asked)) {
    if (step.type === 'text-delta') text += step.text;
    if (step.type !== 'finish') continue;
    const { attempts, isCutOff, model: wrote } = step.facts;
    told = `${attemptsTold(attempts)} → ${wrote ?? 'embedded'}${isCutOff ? ' + embedded' : ''}`;
  }
  return { text, told };
}

async function eachOf<Cell>(cells: readonly Cell[], ask: (cell: Cell) => Promise<void>): Promise<void> {
  const waiting = [...cells];
  const askOn = async (): Promise<void> => {
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) await ask(cell);
  };
  await Promise.all(Array.from({ length: atOnce }, askOn));
}

/** Of the model that fails: what became of each try. */
function attemptsTold(attempts: readonly Pick<GenerationAttempt, 'model' | 'outcome'>[]): string {
  const failing = attempts.filter(({ model }) => !model.endsWith('/steady')).map(({ outcome }) => outcome);
  const [first] = failing;
  return failing.length === 2 && failing.every((one) => one === first) ? `${first} ×2` : failing.join(', ');
}
