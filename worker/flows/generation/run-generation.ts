/**
 * Text from the first of several models that gives any. One that fails before its first word is tried once more, if that is soon; then
 * the next is asked. Once a word was told, no other model goes on from there: what breaks off has broken off. How it went is the last
 * that is told.
 */

import { AppError } from '../../core/errors.ts';
import {
  modelId,
  type AttemptOutcome,
  type FinishReason,
  type GenerationFacts,
  type ModelName,
} from '../../core/generation.ts';
import { countTokens } from '../../core/tokens.ts';
import type { GenerateRequest, Generator } from '../../ports/generator.ts';
import type { Services } from '../services.ts';
import { callModel, type CallEnd } from './call-model.ts';
import { paceCall } from './pace-call.ts';
import type { ModelRests } from './resting-models.ts';
import { retryWait } from './retry-wait.ts';
import { createTally, type Tally } from './tally-attempts.ts';
import type { WrittenPart } from './written-text.ts';

export type GenerationStep =
  | WrittenPart
  | { readonly type: 'finish'; readonly facts: GenerationFacts; readonly reason: FinishReason | undefined };

interface AskedGeneration {
  /** In the order they take over from one another. */
  readonly models: readonly ModelName[];
  readonly request: Omit<GenerateRequest, 'model' | 'signal' | 'key'>;
  /** The asker's own: such calls are not counted against the deployment's limits, and what fails with it may do with another's. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  /** Told of each model before it is asked: what text comes then is its. */
  readonly onAsking?: (model: string) => void;
}

type Needed = Pick<Services, 'generation' | 'clock'>;

const triesOfModel = 2;
/** What another try may mend. Whoever kept its reader waiting to the end of all patience is not waited for twice. */
const worthRetrying: ReadonlySet<AttemptOutcome> = new Set(['limited', 'unavailable', 'cut-off', 'empty']);
/** What says of the model, rather than of this question, that it is better left alone for a while. */
const worthResting: ReadonlySet<AttemptOutcome> = new Set(['limited', 'unavailable', 'timed-out']);

/**
 * `finish` is always the last; without any text before it no model gave one.
 * @throws AppError `answer_stopped` when the signal is given, and nothing else
 */
export async function* runGeneration(
  services: Needed,
  asked: AskedGeneration,
): AsyncGenerator<GenerationStep> {
  const { generation, clock } = services;
  const tally = createTally(generation, () => clock.now(), asked.key !== undefined);
  const promptTokens = tokensOf(asked.request);
  for (const model of asked.models) {
    asked.onAsking?.(modelId(model));
    const end = yield* askModel(services, { ...asked, model, promptTokens, tally });
    if (end?.isTold !== true) continue;
    yield { type: 'finish', facts: tally.facts(end), reason: end.reason };
    return;
  }
  yield { type: 'finish', facts: tally.facts(undefined), reason: undefined };
}

interface AskedModel extends AskedGeneration {
  readonly model: ModelName;
  readonly promptTokens: number;
  readonly tally: Tally;
}

/** @returns how its last call ended; undefined where none was made */
async function* askModel(
  { generation, clock }: Needed,
  asked: AskedModel,
): AsyncGenerator<WrittenPart, CallEnd | undefined> {
  const { model, key, tally } = asked;
  const generator = generation.generators.get(model.provider);
  if (generator === undefined) {
    tally.passedOver(model, 'refused', `${model.provider} cannot be called here.`);
    return undefined;
  }
  // What befalls a key of one's own tells nothing of the deployment's.
  const rests = key === undefined ? generation.rests : undefined;
  const resting = rests?.resting(modelId(model));
  if (resting !== undefined) {
    tally.passedOver(model, resting.outcome, resting.detail);
    return undefined;
  }
  try {
    return yield* tryModel({ generation, clock }, { ...asked, generator, rests });
  } finally {
    // Where it is known how the model is, this changes nothing.
    rests?.left(modelId(model));
  }
}

interface CalledModel extends AskedModel {
  readonly generator: Generator;
  /** Undefined where its calls tell nothing of it to others. */
  readonly rests: ModelRests | undefined;
}

async function* tryModel(
  { generation, clock }: Needed,
  asked: CalledModel,
): AsyncGenerator<WrittenPart, CallEnd | undefined> {
  const { model, signal, tally, rests } = asked;
  for (let tries = 1; ; tries += 1) {
    throwIfStopped(signal);
    const room = await paced(generation, asked);
    if (signal.aborted && room.isGranted) await room.settle(0);
    throwIfStopped(signal);
    if (!room.isGranted) {
      tally.passedOver(model, 'paced', room.detail);
      return undefined;
    }
    const end = yield* callModel({ generation, clock }, { ...asked, settle: room.settle });
    throwIfStopped(signal);
    tally.called(model, end);
    if (!worthResting.has(end.outcome)) rests?.answered(modelId(model));
    if (end.isTold) return end;
    const waitMs = worthRetrying.has(end.outcome)
      ? retryWait(end.retryAfterMs, generation.waits, generation.random())
      : undefined;
    if (tries === triesOfModel || waitMs === undefined) {
      if (worthResting.has(end.outcome)) rests?.failed(modelId(model), end);
      return end;
    }
    await heeding(signal, generation.pause(waitMs, signal));
  }
}

function paced(
  generation: Services['generation'],
  { model, key, signal, promptTokens, request }: AskedModel,
) {
  if (key !== undefined) return { isGranted: true, settle: () => Promise.resolve() } as const;
  const tokens = promptTokens + request.maxOutputTokens;
  return heeding(signal, paceCall(generation, { model, tokens, signal }));
}

/** A wait that ends because its reader stopped it ends as everything else then does. */
async function heeding<Value>(signal: AbortSignal, waiting: Promise<Value>): Promise<Value> {
  try {
    return await waiting;
  } catch (error) {
    throwIfStopped(signal);
    throw error;
  }
}

function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('answer_stopped', 'It was stopped while it was being made.');
}

/** An estimate: vendors count by vocabularies of their own. */
function tokensOf({ messages, tools, schema }: AskedGeneration['request']): number {
  const texts = messages.map((message) => (message.role === 'tool' ? message.result : message.text));
  const shapes = JSON.stringify([tools, schema ?? null]);
  return [...texts, shapes].reduce((sum, text) => sum + countTokens(text), 0);
}
