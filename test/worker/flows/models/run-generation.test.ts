/** Calls a chain of models: retries, back-off, time limits and rate limits. No model continues another model's text. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  parseModelName,
  type ModelName,
  type ProviderName,
} from '../../../../worker/core/answers/generation.ts';
import { AppError } from '../../../../worker/core/errors.ts';
import type { Generation } from '../../../../worker/flows/models/generation.ts';
import { backoffMs } from '../../../../worker/flows/models/model-circuit-breaker.ts';
import { runGeneration, type GenerationStep } from '../../../../worker/flows/models/run-generation.ts';
import type { GenerateRequest } from '../../../../worker/ports/generator.ts';
import { unlimited } from '../../../../worker/runtime/generation-choice.ts';
import { createTestGeneration } from '../../../support/fakes/generation.ts';
import { createManualClock, type ManualClock } from '../../../support/fakes/manual-clock.ts';
import { createManualPauses, type ManualPauses } from '../../../support/fakes/manual-pauses.ts';
import {
  failAfter,
  hangAfter,
  streamTexts,
  createScriptedGenerator,
  type CallScript,
  type ScriptedGenerator,
} from '../../../support/fakes/scripted-generator.ts';

const first = readName('openai/first');
const second = readName('groq/second');
const waits = { firstPartMs: 30_000, nextPartMs: 20_000, maxRetryMs: 5_000 };
/** The minimum delay plus half of the jitter. */
const retryMs = 600;
const limited = (retryAfterMs?: number) =>
  new AppError('model_limited', 'openai: too many requests', { details: { retryAfterMs } });
const overloadError = new AppError('model_unavailable', 'openai: 529 overloaded');
const request: Omit<GenerateRequest, 'model' | 'signal' | 'key'> = {
  messages: [{ role: 'user', text: 'What opens the gate?' }],
  tools: [],
  schema: undefined,
  temperature: undefined,
  maxOutputTokens: 100,
};

let clock: ManualClock;
let pauses: ManualPauses;
let openai: ScriptedGenerator;
let groq: ScriptedGenerator;
let services: { clock: ManualClock; generation: Generation };

function setUp(changes: Partial<Generation>, ...scripts: readonly CallScript[]): void {
  openai = createScriptedGenerator('openai', ...scripts);
  groq = createScriptedGenerator('groq', streamTexts('Of the second.'));
  const generators = new Map<ProviderName, ScriptedGenerator>([
    ['openai', openai],
    ['groq', groq],
  ]);
  const generation = createTestGeneration(clock, {
    generators,
    timeouts: waits,
    pause: pauses.pause,
    ...changes,
  });
  services = { clock, generation };
}

beforeEach(() => {
  clock = createManualClock();
  pauses = createManualPauses();
});

interface GenerationOptions {
  readonly models?: readonly ModelName[];
  readonly key?: string;
  readonly signal?: AbortSignal;
  readonly request?: Partial<typeof request>;
}

function ask({ models = [first, second], key, signal, request: changes }: GenerationOptions = {}) {
  return runGeneration(services, {
    models,
    request: { ...request, ...changes },
    key,
    signal: signal ?? new AbortController().signal,
  });
}

async function collect(steps: AsyncIterable<GenerationStep>) {
  const all: GenerationStep[] = [];
  for await (const step of steps) all.push(step);
  const last = all.pop();
  if (last?.type !== 'finish') throw new Error('The generation did not finish.');
  const text = all.map((step) => (step.type === 'text-delta' ? step.text : `<${step.type}>`)).join('');
  return { text, ...last, outcomes: last.facts.attempts.map(({ model, outcome }) => `${model} ${outcome}`) };
}

describe('a model that answers', () => {
  it('is the only model that is called, and its tokens and cost are reported', async () => {
    setUp({ getPrice: () => ({ input: 2, output: 10 }) }, streamTexts('It ', 'opens.'));
    const answer = await collect(ask({ request: { temperature: 0.3 } }));
    expect(answer).toMatchObject({ text: 'It opens.', reason: 'stop' });
    expect(answer.facts).toEqual({
      model: 'openai/first',
      isCutOff: false,
      attempts: [{ model: 'openai/first', outcome: 'answered', detail: 'It answered.', ms: 0 }],
      usage: { input: 100, cached: 40, output: 10 },
      costUsd: (100 * 2 + 10 * 10) / 1_000_000,
      firstTokenMs: 0,
      totalMs: 0,
      isOwnKey: false,
    });
    expect(openai.calls).toMatchObject([{ model: 'first', temperature: 0.3, maxOutputTokens: 100 }]);
    expect(groq.calls).toEqual([]);
  });

  it('has times that are measured from the call', async () => {
    setUp({}, async function* () {
      clock.advance(300);
      yield { type: 'text-delta', text: 'It opens.' };
      clock.advance(700);
      yield { type: 'finish', reason: 'stop', usage: undefined };
    });
    const { facts } = await collect(ask());
    expect(facts).toMatchObject({ firstTokenMs: 300, totalMs: 1_000, attempts: [{ ms: 1_000 }] });
  });

  it('may call tools without text', async () => {
    setUp({}, async function* () {
      yield { type: 'tool-call', call: { id: 't1', name: 'read', input: '{}' } };
      yield { type: 'finish', reason: 'tool-calls', usage: undefined };
    });
    expect(await collect(ask())).toMatchObject({ text: '<tool-call>', outcomes: ['openai/first answered'] });
  });

  it('is aborted if it writes far more than requested', async () => {
    setUp({}, async function* () {
      for (;;) yield { type: 'text-delta', text: 'gate '.repeat(100) };
    });
    const { text, reason, facts } = await collect(ask());
    expect(text.length).toBeLessThanOrEqual(100 * 20 + 500);
    expect({ reason, isCutOff: facts.isCutOff }).toEqual({ reason: 'length', isCutOff: false });
  });
});

describe('a model that fails before its first word', () => {
  const empty = streamTexts('  \n');
  it.each([
    ['429', failAfter(limited()), 'limited'],
    ['529', failAfter(overloadError), 'unavailable'],
    ['a broken stream', failAfter(new AppError('model_stream_broken', 'x')), 'cut-off'],
    ['a stream that ends', async function* () {} as CallScript, 'cut-off'],
    ['whitespace only', empty, 'empty'],
  ])('with %s is retried once, then the next model is called', async (_, script, outcome) => {
    setUp({}, script);
    const answer = collect(ask());
    await pauses.end(retryMs);
    expect(await answer).toMatchObject({
      text: 'Of the second.',
      facts: { model: 'groq/second' },
      outcomes: [`openai/first ${outcome}`, `openai/first ${outcome}`, 'groq/second answered'],
    });
  });

  it('may answer on its second attempt', async () => {
    setUp({}, failAfter(overloadError), streamTexts('It opens.'));
    const answer = collect(ask());
    await pauses.end(retryMs);
    expect(await answer).toMatchObject({ text: 'It opens.', facts: { model: 'openai/first' } });
    expect(groq.calls).toEqual([]);
  });

  it('is retried after the delay that its provider requires', async () => {
    setUp({}, failAfter(limited(3_000)), streamTexts('It opens.'));
    const answer = collect(ask());
    await pauses.end(3_200);
    expect((await answer).text).toBe('It opens.');
  });

  it('is not retried if its provider requires too long a delay', async () => {
    setUp({}, failAfter(limited(5_001)));
    expect(await collect(ask())).toMatchObject({
      outcomes: ['openai/first limited', 'groq/second answered'],
    });
  });

  it.each([
    ['model_refused', 'no such model'],
    ['model_key_refused', 'the key is not valid'],
  ] as const)('with %s is not retried', async (code, message) => {
    setUp({}, failAfter(new AppError(code, message)));
    const { outcomes, facts } = await collect(ask());
    expect(outcomes).toEqual(['openai/first refused', 'groq/second answered']);
    expect(facts.attempts[0]?.detail).toBe(`${message}.`);
  });

  it('is not retried if its provider withheld the text', async () => {
    setUp({}, async function* () {
      yield { type: 'finish', reason: 'filtered', usage: undefined };
    });
    expect((await collect(ask())).outcomes).toEqual(['openai/first filtered', 'groq/second answered']);
  });

  it('ends without text if it is the last, and reports the attempts', async () => {
    setUp({}, failAfter(new TypeError('sk-secret at 0x1f')));
    const answer = collect(ask({ models: [first] }));
    await pauses.end(retryMs);
    const { text, reason, facts } = await answer;
    expect({ text, reason }).toEqual({ text: '', reason: undefined });
    expect(facts).toMatchObject({ model: undefined, isCutOff: false });
    expect(facts.attempts.map(({ detail }) => detail)).toEqual(
      Array(2).fill('The call failed with an unexpected error.'),
    );
  });

  it('of a provider that cannot be called is skipped', async () => {
    setUp({}, streamTexts('x'));
    expect((await collect(ask({ models: [readName('google/other'), second] }))).outcomes).toEqual([
      'google/other refused',
      'groq/second answered',
    ]);
  });
});

describe('a text without words', () => {
  it.each(['### Answer', '### The answer\n\n', '[chunk:e1]', '...', '- [chunk:none]\n'])(
    'is not emitted, and the next model is called: %j',
    async (text) => {
      setUp({ timeouts: { ...waits, maxRetryMs: 0 } }, streamTexts(...(text.match(/[^]{1,3}/g) ?? [])));
      expect(await collect(ask())).toMatchObject({ text: 'Of the second.', facts: { model: 'groq/second' } });
    },
  );

  it('is emitted with the words that follow it', async () => {
    setUp({}, streamTexts('### A', 'nswer\n', '\n- ', 'It opens', '.'));
    const { text, outcomes } = await collect(ask());
    expect(text).toBe('### Answer\n\n- It opens.');
    expect(outcomes).toEqual(['openai/first answered']);
  });

  it('is not a heading that states something', async () => {
    setUp({}, streamTexts('### The gate is ', 'certified.'));
    expect((await collect(ask())).text).toBe('### The gate is certified.');
  });
});

describe('time limits', () => {
  it('abort a call without a word in time, and the next model is called', async () => {
    setUp({}, hangAfter());
    const answer = collect(ask());
    await pauses.end(30_000);
    const { outcomes, facts } = await answer;
    expect(openai.calls[0]?.signal.aborted).toBe(true);
    expect(outcomes).toEqual(['openai/first timed-out', 'groq/second answered']);
    expect(facts.attempts[0]?.detail).toBe('It sent nothing within 30 s.');
  });

  it('end the text if no further word arrives in time', async () => {
    setUp({}, hangAfter('It '));
    const answer = collect(ask());
    await pauses.end(20_000);
    expect(await answer).toMatchObject({
      text: 'It ',
      facts: { model: 'openai/first', isCutOff: true },
      outcomes: ['openai/first timed-out'],
    });
    expect(openai.calls[0]?.signal.aborted).toBe(true);
  });

  it('are longer for a model that thinks visibly, if parts keep arriving', async () => {
    setUp({}, async function* () {
      for (let thought = 0; thought < 8; thought += 1) {
        clock.advance(waits.nextPartMs - 1);
        yield { type: 'thinking' };
      }
      yield* streamTexts('It opens.')(openai.calls[0] as GenerateRequest);
    });
    expect(await collect(ask())).toMatchObject({ text: 'It opens.', outcomes: ['openai/first answered'] });
    setUp({}, async function* () {
      yield { type: 'thinking' };
      await new Promise(() => undefined);
    });
    const answer = collect(ask({ models: [first] }));
    await pauses.end(waits.nextPartMs);
    expect((await answer).outcomes).toEqual(['openai/first timed-out']);
  });

  it('abort a model that only thinks, which other questions then do not call either', async () => {
    setUp({}, async function* () {
      for (;;) {
        clock.advance(waits.nextPartMs - 1);
        yield { type: 'thinking' };
      }
    });
    const { text, outcomes, facts } = await collect(ask());
    expect(text).toBe('Of the second.');
    expect(outcomes).toEqual(['openai/first timed-out', 'groq/second answered']);
    expect(facts.attempts[0]?.detail).toBe('It thought for 180 s and wrote nothing.');
    expect(openai.calls[0]?.signal.aborted).toBe(true);
    await collect(ask());
    expect(openai.calls).toHaveLength(1);
  });

  it('leave no timer running', async () => {
    const signals: AbortSignal[] = [];
    const watched: Generation['pause'] = (ms, signal) => {
      signals.push(signal);
      return pauses.pause(ms, signal);
    };
    setUp({ pause: watched }, streamTexts('It ', 'opens.'));
    await collect(ask());
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  });
});

describe('a call that never ends', () => {
  it('is aborted, even if parts keep arriving', async () => {
    setUp({}, async function* () {
      for (;;) {
        clock.advance(waits.nextPartMs - 1);
        yield { type: 'text-delta', text: 'a' };
      }
    });
    const { facts, outcomes } = await collect(ask());
    expect(outcomes).toEqual(['openai/first timed-out']);
    expect(facts).toMatchObject({
      isCutOff: true,
      attempts: [{ detail: 'It did not finish within 600 s.' }],
    });
    expect(facts.totalMs).toBeLessThanOrEqual(600_000 + waits.nextPartMs);
    expect(openai.calls[0]?.signal.aborted).toBe(true);
  });
});

describe('after the first word', () => {
  it.each([
    ['429', limited()],
    ['overloaded', overloadError],
    ['malformed', new AppError('model_stream_broken', 'openai: a chunk cannot be read')],
    ['unforeseen', new TypeError('x')],
  ])('no other model continues after the error: %s', async (_, error) => {
    setUp({}, failAfter(error, 'It '));
    expect(await collect(ask())).toMatchObject({
      text: 'It ',
      facts: { model: 'openai/first', isCutOff: true, costUsd: undefined },
      outcomes: ['openai/first cut-off'],
    });
    expect(groq.calls).toEqual([]);
  });

  it('the whitespace before that word is emitted too', async () => {
    setUp({}, streamTexts(' ', '\n', 'It', ' ', 'opens.'));
    expect((await collect(ask())).text).toBe(' \nIt opens.');
  });
});

describe('a model that failed', () => {
  it('is skipped, which is reported, until one probe call succeeds', async () => {
    setUp({}, failAfter(limited(60_000)), streamTexts('It opens.'));
    await collect(ask());
    clock.advance(20_000);
    const { outcomes, facts } = await collect(ask());
    expect(outcomes).toEqual(['openai/first limited', 'groq/second answered']);
    // The provider's message stays out of other answers, since it may repeat a question.
    expect(facts.attempts[0]?.detail).toBe(
      'Its provider limited it a short while ago. The next attempt is in 40 s.',
    );
    expect(openai.calls.length).toBe(1);
    clock.advance(40_000);
    expect((await collect(ask())).text).toBe('It opens.');
    expect((await collect(ask())).text).toBe('It opens.');
  });

  it('is skipped by other questions while a probe runs', async () => {
    setUp({}, failAfter(limited(60_000)), hangAfter());
    await collect(ask());
    clock.advance(60_000);
    const probe = ask();
    const waiting = probe.next();
    expect((await collect(ask())).text).toBe('Of the second.');
    expect(openai.calls.length).toBe(2);
    clock.advance(backoffMs);
    await pauses.end(30_000);
    await waiting;
  });

  it('is probed by the next question if the probe was abandoned', async () => {
    setUp({}, failAfter(limited(60_000)), hangAfter('It '), hangAfter(), streamTexts('It opens.'));
    await collect(ask());
    clock.advance(60_000);
    const abandoned = ask();
    await abandoned.next();
    await abandoned.return(undefined);
    const stop = new AbortController();
    const stopped = ask({ signal: stop.signal }).next();
    await expect.poll(() => openai.calls.length).toBe(3);
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'answer_stopped' });
    expect((await collect(ask())).text).toBe('It opens.');
  });

  it('with a user’s own key is not skipped by any question', async () => {
    setUp({}, failAfter(limited(60_000)), streamTexts('It opens.'));
    await collect(ask({ models: [first], key: 'own' }));
    expect((await collect(ask())).text).toBe('It opens.');
    setUp({}, failAfter(limited(60_000)), streamTexts('It opens.'));
    await collect(ask());
    expect((await collect(ask({ models: [first], key: 'own' }))).text).toBe('It opens.');
  });

  it('only for one question is called for the next question', async () => {
    setUp({}, failAfter(new AppError('model_refused', 'too long')), streamTexts('It opens.'));
    await collect(ask());
    expect((await collect(ask())).text).toBe('It opens.');
  });
});

describe('limits', () => {
  const limits = { ...unlimited, requestsPerMinute: 1 };
  it('are respected, and the next model is called if capacity does not return soon', async () => {
    setUp(
      { getLimits: ({ provider }) => (provider === 'openai' ? limits : unlimited) },
      streamTexts('It opens.'),
    );
    expect((await collect(ask())).text).toBe('It opens.');
    const { text, outcomes, facts } = await collect(ask());
    expect(text).toBe('Of the second.');
    expect(outcomes).toEqual(['openai/first paced', 'groq/second answered']);
    expect(facts.attempts[0]?.detail).toBe('Its limit of 1 calls a minute has no capacity for another 60 s.');
  });

  it('count the prompt of an interrupted call, but not of a rejected call', async () => {
    const used: number[] = [];
    const quota: Generation['quota'] = {
      reserve: () => Promise.resolve({ isGranted: true, id: '1' }),
      settle: async (_bucket, _id, tokens) => void used.push(tokens),
    };
    const oneEach = { getLimits: () => limits, quota, timeouts: { ...waits, maxRetryMs: 0 } };
    for (const code of ['model_stream_broken', 'model_refused', 'model_limited'] as const) {
      setUp(oneEach, failAfter(new AppError(code, 'x')));
      await collect(ask({ models: [first] }));
    }
    expect(used).toEqual([expect.toSatisfy((tokens: number) => tokens > 0), 0, 0]);
  });

  it('release the reservation if the user left before the call', async () => {
    const used: number[] = [];
    const stop = new AbortController();
    const quota: Generation['quota'] = {
      reserve: async () => {
        stop.abort();
        return { isGranted: true, id: '1' };
      },
      settle: async (_bucket, _id, tokens) => void used.push(tokens),
    };
    setUp({ getLimits: () => limits, quota }, streamTexts('It opens.'));
    await expect(collect(ask({ signal: stop.signal }))).rejects.toMatchObject({ code: 'answer_stopped' });
    expect(used).toEqual([0]);
    expect(openai.calls).toEqual([]);
  });

  it('are waited for if there is capacity soon', async () => {
    setUp({ getLimits: () => limits }, streamTexts('It opens.'));
    await collect(ask({ models: [first] }));
    clock.advance(58_000);
    const answer = collect(ask({ models: [first] }));
    clock.advance(2_000);
    await pauses.end(2_100);
    expect((await answer).outcomes).toEqual(['openai/first answered']);
  });

  it('reserve the maximum tokens and release unused tokens', async () => {
    // The words of the prompt have 5 tokens, and its JSON has a few more. The output limit is 100. The provider reports 110 used.
    setUp({ getLimits: () => ({ ...unlimited, tokensPerMinute: 235 }) }, streamTexts('It opens.'));
    const onlyFirst = { models: [first] };
    expect((await collect(ask(onlyFirst))).outcomes).toEqual(['openai/first answered']);
    expect((await collect(ask(onlyFirst))).outcomes).toEqual(['openai/first answered']);
    expect((await collect(ask(onlyFirst))).outcomes).toEqual(['openai/first paced']);
  });

  it('that are smaller than a call are reported as such', async () => {
    setUp({ getLimits: () => ({ ...unlimited, tokensPerDay: 50 }) }, streamTexts('It opens.'));
    expect((await collect(ask({ models: [first] }))).facts.attempts[0]?.detail).toMatch(
      /^A call of up to \d+ tokens is larger than its limit of 50 tokens a day\.$/,
    );
  });

  it('are not exceeded if their counters are unavailable', async () => {
    const quota: Generation['quota'] = {
      reserve: () => Promise.reject(new Error('away')),
      settle: () => Promise.resolve(),
    };
    setUp({ quota, getLimits: () => limits }, streamTexts('It opens.'));
    expect((await collect(ask({ models: [first] }))).outcomes).toEqual(['openai/first paced']);
  });

  it('do not count calls with the user’s own key', async () => {
    setUp({ getLimits: () => limits }, streamTexts('It opens.'));
    const own = { models: [first], key: 'own' };
    await collect(ask(own));
    expect((await collect(ask(own))).outcomes).toEqual(['openai/first answered']);
  });
});

describe('a user’s own key', () => {
  it('goes to the provider and appears in no output', async () => {
    const key = 'sk-own-1234567890';
    setUp({}, failAfter(new AppError('model_key_refused', `Incorrect API key provided: ${key}`)));
    const { facts } = await collect(ask({ models: [first], key }));
    expect(openai.calls[0]?.key).toBe(key);
    expect(JSON.stringify(facts)).not.toContain(key);
    expect(facts).toMatchObject({
      isOwnKey: true,
      attempts: [{ outcome: 'refused', detail: 'Incorrect API key provided: …' }],
    });
  });
});

describe('after the user stops the answer', () => {
  it('the call is aborted and nothing more is emitted', async () => {
    const controller = new AbortController();
    setUp({}, hangAfter('It '));
    const steps = ask({ signal: controller.signal });
    expect((await steps.next()).value).toEqual({ type: 'text-delta', text: 'It ' });
    const next = steps.next();
    controller.abort();
    await expect(next).rejects.toMatchObject({ code: 'answer_stopped' });
    expect(openai.calls[0]?.signal.aborted).toBe(true);
    expect(groq.calls).toEqual([]);
  });

  it('no retry is awaited', async () => {
    const controller = new AbortController();
    setUp({}, failAfter(overloadError));
    const next = ask({ signal: controller.signal }).next();
    // Waits for the timers of the first part and of the retry.
    while (pauses.startedMs.length < 2) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await expect(next).rejects.toMatchObject({ code: 'answer_stopped' });
    expect(openai.calls.length).toBe(1);
  });

  it('no model is called if the stop was before the start', async () => {
    setUp({}, streamTexts('It opens.'));
    await expect(ask({ signal: AbortSignal.abort() }).next()).rejects.toMatchObject({
      code: 'answer_stopped',
    });
    expect(openai.calls).toEqual([]);
  });
});

it('ends the call if the consumer stops reading', async () => {
  setUp({}, hangAfter('It '));
  const steps = ask();
  await steps.next();
  await steps.return(undefined);
  expect(openai.calls[0]?.signal.aborted).toBe(true);
});

it('reports no cost without a price or a token count', async () => {
  setUp({ getPrice: testPrice }, failAfter(limited(60_000)));
  expect((await collect(ask())).facts.costUsd).toBeUndefined();
  setUp({ getPrice: testPrice }, async function* () {
    yield { type: 'text-delta', text: 'It opens.' };
    yield { type: 'finish', reason: 'stop', usage: undefined };
  });
  expect((await collect(ask())).facts.costUsd).toBeUndefined();
});

function testPrice({ provider }: ModelName) {
  return provider === 'openai' ? { input: 1, output: 1 } : undefined;
}

function readName(id: string): ModelName {
  const name = parseModelName(id);
  if (name === undefined) throw new Error(`${id} is no model.`);
  return name;
}
