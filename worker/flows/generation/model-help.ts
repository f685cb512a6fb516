/**
 * The models one question may have help of while what answers it is searched for. What is asked twice in the same words is asked once,
 * and a model that did not answer is not waited for again: a question pays for one time limit at most.
 */

import { addSpent, modelId, nothingSpent, type Spent } from '../../core/generation.ts';
import type { Services } from '../services.ts';
import {
  askStructured,
  type AskedModels,
  type Structured,
  type StructuredQuestion,
} from './ask-structured.ts';
import type { Writer } from './writer.ts';

export interface ModelHelp {
  /** Those that are asked, `provider/model`, in order. */
  readonly models: readonly string[];
  /** Tokens a prompt may hold. */
  readonly promptTokens: number;
  /** @throws AppError `answer_stopped` */
  ask<Value>(question: StructuredQuestion<Value>): Promise<Structured<Value>>;
  /** By all that was asked and has ended. */
  spent(): Spent;
  /** Whether it is paid for with the key that came with the question. */
  readonly isOwnKey: boolean;
}

/** Whoever writes the answer helps to find it, with the same key; where no model writes it, those of the deployment do. */
export function createModelHelp(
  services: Pick<Services, 'generation' | 'clock'>,
  writer?: Pick<Writer, 'models' | 'key' | 'signal'>,
): ModelHelp {
  const asked = modelsFor(services, writer);
  const known = new Map<string, Promise<Structured<{ readonly json: unknown }>>>();
  let away: Structured<never> | undefined;
  let spent = nothingSpent;
  const askNow: typeof askStructured = async (...given) => {
    const told = await askStructured(...given);
    spent = addSpent(spent, told.spent);
    return told;
  };
  return {
    models: asked.models.map(modelId),
    promptTokens: services.generation.promptTokens,
    async ask<Value>(question: StructuredQuestion<Value>): Promise<Structured<Value>> {
      if (away !== undefined) return away;
      const words = JSON.stringify(question.messages);
      const read = (json: unknown) => (question.read(json) === undefined ? undefined : { json });
      const told = known.get(words) ?? askNow(services, asked, { ...question, read });
      known.set(words, told);
      const { value, ...rest } = await told;
      if (rest.isAway) away = { ...rest, value: undefined };
      return { ...rest, value: value && question.read(value.json) };
    },
    spent: () => spent,
    isOwnKey: asked.key !== undefined,
  };
}

function modelsFor(
  { generation }: Pick<Services, 'generation'>,
  writer: Pick<Writer, 'models' | 'key' | 'signal'> | undefined,
): AskedModels {
  const signal = writer?.signal ?? new AbortController().signal;
  if (writer === undefined || writer.models.length === 0)
    return { models: generation.models, key: undefined, signal };
  return { models: writer.models, key: writer.key, signal };
}
