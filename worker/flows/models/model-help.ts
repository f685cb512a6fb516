/**
 * Lets the search for one question ask models. It sends each prompt once. After the models fail to answer, it asks none again, so a
 * question waits for one time limit at most.
 */

import type { AnswerEvent } from '../../core/answers/answer.ts';
import {
  addSpend,
  formatModelName,
  zeroSpend,
  type GenerationFacts,
  type ModelSpend,
} from '../../core/answers/generation.ts';
import type { Services } from '../services.ts';
import {
  askStructured,
  type ModelAccess,
  type StructuredAnswer,
  type StructuredQuestion,
} from './ask-structured.ts';
import type { Writer } from './generation.ts';

export interface ModelHelp {
  /** The models to ask, as `provider/model`, in order of preference. */
  readonly models: readonly string[];
  /** Maximum tokens of a prompt. */
  readonly promptTokens: number;
  /** @throws AppError `answer_stopped` */
  ask<Value>(question: StructuredQuestion<Value>): Promise<StructuredAnswer<Value>>;
  /** What all finished calls have spent. */
  spent(): ModelSpend;
  /** Whether the user's own key pays for the calls. */
  readonly isOwnKey: boolean;
}

/** The models that write the answer also help to find it, with the same key. If no model writes it, the deployment's models help. */
export function createModelHelp(
  services: Pick<Services, 'generation' | 'clock'>,
  writer?: Pick<Writer, 'models' | 'key' | 'signal'>,
): ModelHelp {
  const access = chooseHelpers(services, writer);
  const answers = new Map<string, Promise<StructuredAnswer<{ readonly json: unknown }>>>();
  let unavailable: StructuredAnswer<never> | undefined;
  let spent = zeroSpend;
  const askNow: typeof askStructured = async (...args) => {
    const answer = await askStructured(...args);
    spent = addSpend(spent, answer.spent);
    return answer;
  };
  return {
    models: access.models.map(formatModelName),
    promptTokens: services.generation.promptTokens,
    async ask<Value>(question: StructuredQuestion<Value>): Promise<StructuredAnswer<Value>> {
      if (unavailable !== undefined) return unavailable;
      const prompt = JSON.stringify(question.messages);
      const read = (json: unknown) => (question.read(json) === undefined ? undefined : { json });
      const answer = answers.get(prompt) ?? askNow(services, access, { ...question, read });
      answers.set(prompt, answer);
      const { value, ...rest } = await answer;
      if (rest.isUnavailable) unavailable = { ...rest, value: undefined };
      return { ...rest, value: value && question.read(value.json) };
    },
    spent: () => spent,
    isOwnKey: access.key !== undefined,
  };
}

function chooseHelpers(
  { generation }: Pick<Services, 'generation'>,
  writer: Pick<Writer, 'models' | 'key' | 'signal'> | undefined,
): ModelAccess {
  const signal = writer?.signal ?? new AbortController().signal;
  if (writer === undefined || writer.models.length === 0)
    return { models: generation.models, key: undefined, signal };
  return { models: writer.models, key: writer.key, signal };
}

/** Adds the cost of help to the `generation` event of an answer, or emits one at the end if no model wrote the text. */
export async function* addHelpCosts(
  events: AsyncIterable<AnswerEvent>,
  { spent, isOwnKey }: Pick<ModelHelp, 'spent' | 'isOwnKey'>,
): AsyncGenerator<AnswerEvent> {
  let hasGeneration = false;
  for await (const event of events) {
    if (event.type !== 'generation') yield event;
    else yield { ...event, generation: { ...event.generation, ...addSpend(event.generation, spent()) } };
    hasGeneration ||= event.type === 'generation';
  }
  const helpCosts = spent();
  if (!hasGeneration && helpCosts !== zeroSpend)
    yield {
      type: 'generation',
      generation: { ...composedFacts, ...helpCosts, isOwnKey },
      degraded: undefined,
    };
}

/** Facts for a composed text, which no model wrote. */
export const composedFacts: Omit<GenerationFacts, keyof ModelSpend | 'isOwnKey'> = {
  model: undefined,
  isCutOff: false,
  attempts: [],
  firstTokenMs: undefined,
  totalMs: 0,
};
