/** A question that a model answers in JSON: the second attempt, the time limit, and failures as sentences. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { askStructured, findJson } from '../../../../worker/flows/models/ask-structured.ts';
import { createModelHelp } from '../../../../worker/flows/models/model-help.ts';
import { createTestGeneration } from '../../../support/fakes/generation.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';
import {
  failAfter,
  hangAfter,
  streamTexts,
  createScriptedGenerator,
  type CallScript,
} from '../../../support/fakes/scripted-generator.ts';

const model = { provider: 'openai', model: 'scripted' } as const;
const schema = { type: 'object' };
const readColor = (json: unknown): string | undefined =>
  typeof json === 'object' && json !== null && 'colour' in json && typeof json.colour === 'string'
    ? json.colour
    : undefined;
const question = {
  messages: [{ role: 'user', text: 'Which colour?' } as const],
  schema,
  read: readColor,
  maxOutputTokens: 20,
};

function setUp(...scripts: readonly CallScript[]) {
  const clock = createManualClock();
  const generator = createScriptedGenerator('openai', ...scripts);
  const generators = new Map([['openai', generator] as const]);
  const waits = { firstPartMs: 60_000, nextPartMs: 60_000, maxRetryMs: 0 };
  const generation = createTestGeneration(clock, { generators, models: [model], timeouts: waits });
  return { services: { clock, generation }, generator };
}

const ask = (services: ReturnType<typeof setUp>['services'], changes: { timeoutMs?: number } = {}) =>
  askStructured(
    services,
    { models: [model], key: undefined, signal: new AbortController().signal },
    { ...question, ...changes },
  );

describe('a question in JSON', () => {
  it('is answered at once by a model that follows the schema in the request', async () => {
    const { services, generator } = setUp(streamTexts('{"col', 'our":"red"}'));
    expect(await ask(services)).toMatchObject({ value: 'red', failure: undefined });
    expect(generator.calls).toHaveLength(1);
    expect(generator.calls[0]).toMatchObject({ schema, maxOutputTokens: 20 });
  });

  it('is asked once more if the answer has another shape, and both calls are counted', async () => {
    const { services, generator } = setUp(
      streamTexts('Red, I think.'),
      streamTexts('```json\n{"colour":"red"}\n```'),
    );
    const answer = await ask(services);
    expect(answer).toMatchObject({ value: 'red', spent: { usage: { input: 200, cached: 80, output: 20 } } });
    expect(generator.calls[1]?.messages.slice(1)).toEqual([
      { role: 'assistant', text: 'Red, I think.' },
      { role: 'user', text: expect.stringContaining('JSON alone') },
    ]);
    const stubborn = setUp(streamTexts('{"color":"red"}'));
    expect(await ask(stubborn.services)).toMatchObject({
      value: undefined,
      failure: 'The model answered twice in the wrong shape.',
      isUnavailable: false,
      spent: { usage: { input: 200, cached: 80, output: 20 } },
    });
    expect(stubborn.generator.calls).toHaveLength(2);
  });

  it('is asked without a schema if the provider rejects one', async () => {
    const rejection = new AppError('model_refused', 'openai: response_format is not supported');
    const { services, generator } = setUp(failAfter(rejection), streamTexts('{"colour":"red"}'));
    expect(await ask(services)).toMatchObject({ value: 'red' });
    expect(generator.calls.map((call) => call.schema)).toEqual([schema, undefined]);
  });

  it('returns a sentence instead of a value if the model fails, is unavailable or takes too long', async () => {
    const limited = setUp(failAfter(new AppError('model_limited', 'openai: too many requests')));
    expect(await ask(limited.services)).toMatchObject({
      value: undefined,
      failure: 'openai/scripted: openai: too many requests.',
      isUnavailable: true,
    });
    const slow = setUp(hangAfter('{"colour":'));
    expect(await ask(slow.services, { timeoutMs: 20 })).toMatchObject({
      value: undefined,
      failure: 'The model did not answer within 20 ms.',
    });
    expect(slow.generator.calls[0]?.signal.aborted).toBe(true);
  });

  it('stops when the user stops it', async () => {
    const { services } = setUp(hangAfter());
    const controller = new AbortController();
    const answer = askStructured(
      services,
      { models: [model], key: undefined, signal: controller.signal },
      question,
    );
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: 'answer_stopped' });
  });
});

describe('the help for one question', () => {
  it('sends the same prompt once, and calls no model again after one did not answer', async () => {
    const { services, generator } = setUp(
      streamTexts('{"colour":"red"}'),
      failAfter(new AppError('model_unavailable', 'openai: away')),
    );
    const help = createModelHelp(services);
    expect(await Promise.all([help.ask(question), help.ask(question)])).toMatchObject([
      { value: 'red' },
      { value: 'red' },
    ]);
    expect(generator.calls).toHaveLength(1);
    const other = { ...question, messages: [{ role: 'user', text: 'And now?' } as const] };
    expect(await help.ask(other)).toMatchObject({ value: undefined, isUnavailable: true });
    const calls = generator.calls.length;
    expect(await help.ask(question)).toMatchObject({
      value: undefined,
      failure: expect.stringContaining('away'),
    });
    expect(generator.calls).toHaveLength(calls);
  });

  it('uses the models that write the answer with their key, or else the deployment’s models', async () => {
    const { services, generator } = setUp(streamTexts('{"colour":"red"}'));
    const signal = new AbortController().signal;
    const own = { provider: 'openai', model: 'own' } as const;
    await createModelHelp(services, { models: [own], key: 'k-1', signal }).ask(question);
    await createModelHelp(services, { models: [], key: 'k-1', signal }).ask(question);
    expect(generator.calls.map(({ model: name, key }) => [name, key])).toEqual([
      ['own', 'k-1'],
      ['scripted', undefined],
    ]);
  });

  it('reports that no model is configured', async () => {
    const { services } = setUp(streamTexts('{}'));
    const without = { ...services, generation: { ...services.generation, models: [] } };
    expect(await createModelHelp(without).ask(question)).toMatchObject({
      value: undefined,
      failure: 'No model is configured (MODELS).',
    });
  });
});

it.each([
  ['alone', '{"order":[2,1]}', { order: [2, 1] }],
  ['in a fence', 'Here you are:\n```json\n{"order": [2, 1]}\n```\nAnything else?', { order: [2, 1] }],
  ['after brackets that are not JSON', 'The passages [sic] {as asked}: {"a": "}"}', { a: '}' }],
  ['with an escaped quotation mark in a string', '{"a": "say \\"{\\""} {', { a: 'say "{"' }],
  ['as a list', '[3, 1]', [3, 1]],
])('finds JSON %s', (_, text, value) => expect(findJson(text)).toEqual(value));

it.each([
  ['in words', 'I cannot order these.'],
  ['that is truncated', '{"order": [1, 2'],
  ['with single quotation marks', "{'colour': 'red'}"],
  ['in many brackets', '{'.repeat(100_000)],
])('finds no JSON %s', (_, text) => expect(findJson(text)).toBeUndefined());
