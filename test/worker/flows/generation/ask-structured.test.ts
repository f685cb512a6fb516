/** One question to a model in JSON: the second try, the time it has, and that whatever goes wrong is a sentence. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { askStructured } from '../../../../worker/flows/generation/ask-structured.ts';
import { createModelHelp } from '../../../../worker/flows/generation/model-help.ts';
import { testGeneration } from '../../../support/generation.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import {
  failsAfter,
  hangsAfter,
  says,
  scriptedGenerator,
  type CallScript,
} from '../../../support/scripted-generator.ts';

const model = { provider: 'openai', model: 'scripted' } as const;
const schema = { type: 'object' };
const readColour = (json: unknown): string | undefined =>
  typeof json === 'object' && json !== null && 'colour' in json && typeof json.colour === 'string'
    ? json.colour
    : undefined;
const question = {
  messages: [{ role: 'user', text: 'Which colour?' } as const],
  schema,
  read: readColour,
  maxOutputTokens: 20,
};

function given(...scripts: readonly CallScript[]) {
  const clock = createManualClock();
  const generator = scriptedGenerator('openai', ...scripts);
  const generators = new Map([['openai', generator] as const]);
  const waits = { firstPartMs: 60_000, nextPartMs: 60_000, longestRetryMs: 0 };
  const generation = testGeneration(clock, { generators, models: [model], waits });
  return { services: { clock, generation }, generator };
}

const ask = (services: ReturnType<typeof given>['services'], changes: { timeoutMs?: number } = {}) =>
  askStructured(
    services,
    { models: [model], key: undefined, signal: new AbortController().signal },
    { ...question, ...changes },
  );

describe('a question in JSON', () => {
  it('is answered at once by a model that keeps to the shape, which it is told', async () => {
    const { services, generator } = given(says('{"col', 'our":"red"}'));
    expect(await ask(services)).toMatchObject({ value: 'red', failure: undefined });
    expect(generator.calls).toHaveLength(1);
    expect(generator.calls[0]).toMatchObject({ schema, maxOutputTokens: 20 });
  });

  it('is asked again, once, where the answer has another shape; both are counted', async () => {
    const { services, generator } = given(says('Red, I think.'), says('```json\n{"colour":"red"}\n```'));
    const told = await ask(services);
    expect(told).toMatchObject({ value: 'red', spent: { usage: { input: 200, cached: 80, output: 20 } } });
    expect(generator.calls[1]?.messages.slice(1)).toEqual([
      { role: 'assistant', text: 'Red, I think.' },
      { role: 'user', text: expect.stringContaining('JSON alone') },
    ]);
    const stubborn = given(says('{"color":"red"}'));
    expect(await ask(stubborn.services)).toMatchObject({
      value: undefined,
      failure: 'The model answered twice in another shape than was asked for.',
      isAway: false,
      spent: { usage: { input: 200, cached: 80, output: 20 } },
    });
    expect(stubborn.generator.calls).toHaveLength(2);
  });

  it('is asked without a shape where the vendor refuses one', async () => {
    const refusal = new AppError('model_refused', 'openai: response_format is not supported');
    const { services, generator } = given(failsAfter(refusal), says('{"colour":"red"}'));
    expect(await ask(services)).toMatchObject({ value: 'red' });
    expect(generator.calls.map((call) => call.schema)).toEqual([schema, undefined]);
  });

  it('has no answer of a model that fails, is away or takes too long, and a sentence that says so', async () => {
    const limited = given(failsAfter(new AppError('model_limited', 'openai: too many requests')));
    expect(await ask(limited.services)).toMatchObject({
      value: undefined,
      failure: 'openai/scripted: openai: too many requests.',
      isAway: true,
    });
    const slow = given(hangsAfter('{"colour":'));
    expect(await ask(slow.services, { timeoutMs: 20 })).toMatchObject({
      value: undefined,
      failure: 'The model did not answer within 20 ms.',
    });
    expect(slow.generator.calls[0]?.signal.aborted).toBe(true);
  });

  it('stops with its reader', async () => {
    const { services } = given(hangsAfter());
    const reader = new AbortController();
    const told = askStructured(
      services,
      { models: [model], key: undefined, signal: reader.signal },
      question,
    );
    reader.abort();
    await expect(told).rejects.toMatchObject({ code: 'answer_stopped' });
  });
});

describe('the help of one question', () => {
  it('is asked once for the same, and not again by whoever did not answer', async () => {
    const { services, generator } = given(
      says('{"colour":"red"}'),
      failsAfter(new AppError('model_unavailable', 'openai: away')),
    );
    const help = createModelHelp(services);
    expect(await Promise.all([help.ask(question), help.ask(question)])).toMatchObject([
      { value: 'red' },
      { value: 'red' },
    ]);
    expect(generator.calls).toHaveLength(1);
    const other = { ...question, messages: [{ role: 'user', text: 'And now?' } as const] };
    expect(await help.ask(other)).toMatchObject({ value: undefined, isAway: true });
    const calls = generator.calls.length;
    expect(await help.ask(question)).toMatchObject({
      value: undefined,
      failure: expect.stringContaining('away'),
    });
    expect(generator.calls).toHaveLength(calls);
  });

  it('is of whoever writes the answer, with their key; else of the deployment', async () => {
    const { services, generator } = given(says('{"colour":"red"}'));
    const signal = new AbortController().signal;
    const own = { provider: 'openai', model: 'own' } as const;
    await createModelHelp(services, { models: [own], key: 'k-1', signal }).ask(question);
    await createModelHelp(services, { models: [], key: 'k-1', signal }).ask(question);
    expect(generator.calls.map(({ model: name, key }) => [name, key])).toEqual([
      ['own', 'k-1'],
      ['scripted', undefined],
    ]);
  });

  it('is told missing where no model is configured', async () => {
    const { services } = given(says('{}'));
    const without = { ...services, generation: { ...services.generation, models: [] } };
    expect(await createModelHelp(without).ask(question)).toMatchObject({
      value: undefined,
      failure: 'No model is configured (MODELS).',
    });
  });
});
