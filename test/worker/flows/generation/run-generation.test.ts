/** The chain of models: who is asked, how often, when it gives up, and that a text is never anyone else's from its middle on. */
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { readModelName, type ModelName, type ProviderName } from '../../../../worker/core/generation.ts';
import type { Generation } from '../../../../worker/flows/generation/generation.ts';
import { restMs } from '../../../../worker/flows/generation/resting-models.ts';
import { runGeneration, type GenerationStep } from '../../../../worker/flows/generation/run-generation.ts';
import type { GenerateRequest } from '../../../../worker/ports/generator.ts';
import { unlimited } from '../../../../worker/runtime/generation-choice.ts';
import { testGeneration } from '../../../support/generation.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { createManualPauses, type ManualPauses } from '../../../support/manual-pauses.ts';
import {
  failsAfter,
  hangsAfter,
  says,
  scriptedGenerator,
  type CallScript,
  type ScriptedGenerator,
} from '../../../support/scripted-generator.ts';

const first = named('openai/first');
const second = named('groq/second');
const waits = { firstPartMs: 30_000, nextPartMs: 20_000, longestRetryMs: 5_000 };
/** Half of the scatter on top of the least. */
const backoffMs = 600;
const limited = (retryAfterMs?: number) =>
  new AppError('model_limited', 'openai: too many requests', { details: { retryAfterMs } });
const away = new AppError('model_unavailable', 'openai: 529 overloaded');
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

function given(changes: Partial<Generation>, ...scripts: readonly CallScript[]): void {
  openai = scriptedGenerator('openai', ...scripts);
  groq = scriptedGenerator('groq', says('Of the second.'));
  const generators = new Map<ProviderName, ScriptedGenerator>([
    ['openai', openai],
    ['groq', groq],
  ]);
  const generation = testGeneration(clock, { generators, waits, pause: pauses.pause, ...changes });
  services = { clock, generation };
}

beforeEach(() => {
  clock = createManualClock();
  pauses = createManualPauses();
});

interface Asking {
  readonly models?: readonly ModelName[];
  readonly key?: string;
  readonly signal?: AbortSignal;
  readonly request?: Partial<typeof request>;
}

function ask({ models = [first, second], key, signal, request: changes }: Asking = {}) {
  return runGeneration(services, {
    models,
    request: { ...request, ...changes },
    key,
    signal: signal ?? new AbortController().signal,
  });
}

async function told(steps: AsyncIterable<GenerationStep>) {
  const all: GenerationStep[] = [];
  for await (const step of steps) all.push(step);
  const last = all.pop();
  if (last?.type !== 'finish') throw new Error('It did not finish.');
  const text = all.map((step) => (step.type === 'text-delta' ? step.text : `<${step.type}>`)).join('');
  return { text, ...last, outcomes: last.facts.attempts.map(({ model, outcome }) => `${model} ${outcome}`) };
}

describe('a model that answers', () => {
  it('is the only one asked, with what was asked; its tokens and their price are told', async () => {
    given({ priceOf: () => ({ input: 2, output: 10 }) }, says('It ', 'opens.'));
    const answer = await told(ask({ request: { temperature: 0.3 } }));
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

  it('has its first word and its whole time told from when it was called', async () => {
    given({}, async function* () {
      clock.advance(300);
      yield { type: 'text-delta', text: 'It opens.' };
      clock.advance(700);
      yield { type: 'finish', reason: 'stop', usage: undefined };
    });
    const { facts } = await told(ask());
    expect(facts).toMatchObject({ firstTokenMs: 300, totalMs: 1_000, attempts: [{ ms: 1_000 }] });
  });

  it('may call tools and write no word', async () => {
    given({}, async function* () {
      yield { type: 'tool-call', call: { id: 't1', name: 'read', input: '{}' } };
      yield { type: 'finish', reason: 'tool-calls', usage: undefined };
    });
    expect(await told(ask())).toMatchObject({ text: '<tool-call>', outcomes: ['openai/first answered'] });
  });

  it('is ended where it writes far more than was asked for', async () => {
    given({}, async function* () {
      for (;;) yield { type: 'text-delta', text: 'gate '.repeat(100) };
    });
    const { text, reason, facts } = await told(ask());
    expect(text.length).toBeLessThanOrEqual(100 * 20 + 500);
    expect({ reason, isCutOff: facts.isCutOff }).toEqual({ reason: 'length', isCutOff: false });
  });
});

describe('a model that fails before its first word', () => {
  const empty = says('  \n');
  it.each([
    ['429', failsAfter(limited()), 'limited'],
    ['529', failsAfter(away), 'unavailable'],
    ['a broken stream', failsAfter(new AppError('model_stream_broken', 'x')), 'cut-off'],
    ['a stream that ends', async function* () {} as CallScript, 'cut-off'],
    ['blanks alone', empty, 'empty'],
  ])('of %s is tried once more; then the next is asked', async (_, script, outcome) => {
    given({}, script);
    const answer = told(ask());
    await pauses.end(backoffMs);
    expect(await answer).toMatchObject({
      text: 'Of the second.',
      facts: { model: 'groq/second' },
      outcomes: [`openai/first ${outcome}`, `openai/first ${outcome}`, 'groq/second answered'],
    });
  });

  it('answers at its second try', async () => {
    given({}, failsAfter(away), says('It opens.'));
    const answer = told(ask());
    await pauses.end(backoffMs);
    expect(await answer).toMatchObject({ text: 'It opens.', facts: { model: 'openai/first' } });
    expect(groq.calls).toEqual([]);
  });

  it('is waited for as long as its vendor asks, and no less', async () => {
    given({}, failsAfter(limited(3_000)), says('It opens.'));
    const answer = told(ask());
    await pauses.end(3_200);
    expect((await answer).text).toBe('It opens.');
  });

  it('is not waited for where its vendor asks for longer than anyone waits', async () => {
    given({}, failsAfter(limited(5_001)));
    expect(await told(ask())).toMatchObject({
      outcomes: ['openai/first limited', 'groq/second answered'],
    });
  });

  it.each([
    ['model_refused', 'no such model'],
    ['model_key_refused', 'the key is not valid'],
  ] as const)('of %s is not tried again', async (code, message) => {
    given({}, failsAfter(new AppError(code, message)));
    const { outcomes, facts } = await told(ask());
    expect(outcomes).toEqual(['openai/first refused', 'groq/second answered']);
    expect(facts.attempts[0]?.detail).toBe(`${message}.`);
  });

  it('is not tried again where it withheld what it wrote', async () => {
    given({}, async function* () {
      yield { type: 'finish', reason: 'filtered', usage: undefined };
    });
    expect((await told(ask())).outcomes).toEqual(['openai/first filtered', 'groq/second answered']);
  });

  it('with nobody after it ends without text, and says how it went', async () => {
    given({}, failsAfter(new TypeError('sk-secret at 0x1f')));
    const answer = told(ask({ models: [first] }));
    await pauses.end(backoffMs);
    const { text, reason, facts } = await answer;
    expect({ text, reason }).toEqual({ text: '', reason: undefined });
    expect(facts).toMatchObject({ model: undefined, isCutOff: false });
    expect(facts.attempts.map(({ detail }) => detail)).toEqual(
      Array(2).fill('Its call failed in a way that was not foreseen.'),
    );
  });

  it('of a vendor that cannot be called is passed over', async () => {
    given({}, says('x'));
    expect((await told(ask({ models: [named('google/other'), second] }))).outcomes).toEqual([
      'google/other refused',
      'groq/second answered',
    ]);
  });
});

describe('a text that says nothing', () => {
  it.each(['### Answer', '### The answer\n\n', '[chunk:e1]', '...', '- [chunk:none]\n'])(
    'is none: of %j nothing is told, and the next is asked',
    async (text) => {
      given({ waits: { ...waits, longestRetryMs: 0 } }, says(...(text.match(/[^]{1,3}/g) ?? [])));
      expect(await told(ask())).toMatchObject({ text: 'Of the second.', facts: { model: 'groq/second' } });
    },
  );

  it('is the beginning of one that says something, and told with it', async () => {
    given({}, says('### A', 'nswer\n', '\n- ', 'It opens', '.'));
    const { text, outcomes } = await told(ask());
    expect(text).toBe('### Answer\n\n- It opens.');
    expect(outcomes).toEqual(['openai/first answered']);
  });

  it('is no heading that states something', async () => {
    given({}, says('### The gate is ', 'certified.'));
    expect((await told(ask())).text).toBe('### The gate is certified.');
  });
});

describe('time limits', () => {
  it('no word in time: the call is aborted, and the next is asked', async () => {
    given({}, hangsAfter());
    const answer = told(ask());
    await pauses.end(30_000);
    const { outcomes, facts } = await answer;
    expect(openai.calls[0]?.signal.aborted).toBe(true);
    expect(outcomes).toEqual(['openai/first timed-out', 'groq/second answered']);
    expect(facts.attempts[0]?.detail).toBe('Nothing came from it within 30 s.');
  });

  it('no other word in time: the text ends where it stands', async () => {
    given({}, hangsAfter('It '));
    const answer = told(ask());
    await pauses.end(20_000);
    expect(await answer).toMatchObject({
      text: 'It ',
      facts: { model: 'openai/first', isCutOff: true },
      outcomes: ['openai/first timed-out'],
    });
    expect(openai.calls[0]?.signal.aborted).toBe(true);
  });

  it('one that shows that it thinks is waited for, part by part', async () => {
    given({}, async function* () {
      for (let thought = 0; thought < 8; thought += 1) {
        clock.advance(waits.nextPartMs - 1);
        yield { type: 'thinking' };
      }
      yield* says('It opens.')(openai.calls[0] as GenerateRequest);
    });
    expect(await told(ask())).toMatchObject({ text: 'It opens.', outcomes: ['openai/first answered'] });
    given({}, async function* () {
      yield { type: 'thinking' };
      await new Promise(() => undefined);
    });
    const answer = told(ask({ models: [first] }));
    await pauses.end(waits.nextPartMs);
    expect((await answer).outcomes).toEqual(['openai/first timed-out']);
  });

  it('one that only thinks is not waited for without end, nor asked to think again, by others either', async () => {
    given({}, async function* () {
      for (;;) {
        clock.advance(waits.nextPartMs - 1);
        yield { type: 'thinking' };
      }
    });
    const { text, outcomes, facts } = await told(ask());
    expect(text).toBe('Of the second.');
    expect(outcomes).toEqual(['openai/first timed-out', 'groq/second answered']);
    expect(facts.attempts[0]?.detail).toBe('It thought for 180 s without a word.');
    expect(openai.calls[0]?.signal.aborted).toBe(true);
    await told(ask());
    expect(openai.calls).toHaveLength(1);
  });

  it('leave no pause behind', async () => {
    const signals: AbortSignal[] = [];
    const watched: Generation['pause'] = (ms, signal) => {
      signals.push(signal);
      return pauses.pause(ms, signal);
    };
    given({ pause: watched }, says('It ', 'opens.'));
    await told(ask());
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  });
});

describe('a call that never comes to its end', () => {
  it('is ended, however often it says something', async () => {
    given({}, async function* () {
      for (;;) {
        clock.advance(waits.nextPartMs - 1);
        yield { type: 'text-delta', text: 'a' };
      }
    });
    const { facts, outcomes } = await told(ask());
    expect(outcomes).toEqual(['openai/first timed-out']);
    expect(facts).toMatchObject({
      isCutOff: true,
      attempts: [{ detail: 'It was not done within 600 s.' }],
    });
    expect(facts.totalMs).toBeLessThanOrEqual(600_000 + waits.nextPartMs);
    expect(openai.calls[0]?.signal.aborted).toBe(true);
  });
});

describe('once a word was told', () => {
  it.each([
    ['429', limited()],
    ['overloaded', away],
    ['malformed', new AppError('model_stream_broken', 'openai: a chunk cannot be read')],
    ['unforeseen', new TypeError('x')],
  ])('no other model goes on: %s', async (_, error) => {
    given({}, failsAfter(error, 'It '));
    expect(await told(ask())).toMatchObject({
      text: 'It ',
      facts: { model: 'openai/first', isCutOff: true, costUsd: undefined },
      outcomes: ['openai/first cut-off'],
    });
    expect(groq.calls).toEqual([]);
  });

  it('blanks before it are told with it', async () => {
    given({}, says(' ', '\n', 'It', ' ', 'opens.'));
    expect((await told(ask())).text).toBe(' \nIt opens.');
  });
});

describe('a model that failed', () => {
  it('rests, which is told; then one call finds out whether it is back', async () => {
    given({}, failsAfter(limited(60_000)), says('It opens.'));
    await told(ask());
    clock.advance(20_000);
    const { outcomes, facts } = await told(ask());
    expect(outcomes).toEqual(['openai/first limited', 'groq/second answered']);
    // What its vendor said to one is not told another: it may repeat what was asked.
    expect(facts.attempts[0]?.detail).toBe(
      'It was limited by its vendor a short while ago. It is asked again in 40 s.',
    );
    expect(openai.calls.length).toBe(1);
    clock.advance(40_000);
    expect((await told(ask())).text).toBe('It opens.');
    expect((await told(ask())).text).toBe('It opens.');
  });

  it('is let alone by others while one finds out', async () => {
    given({}, failsAfter(limited(60_000)), hangsAfter());
    await told(ask());
    clock.advance(60_000);
    const probe = ask();
    const waiting = probe.next();
    expect((await told(ask())).text).toBe('Of the second.');
    expect(openai.calls.length).toBe(2);
    clock.advance(restMs);
    await pauses.end(30_000);
    await waiting;
  });

  it('is asked by the next where the one who was finding out left', async () => {
    given({}, failsAfter(limited(60_000)), hangsAfter('It '), hangsAfter(), says('It opens.'));
    await told(ask());
    clock.advance(60_000);
    const left = ask();
    await left.next();
    await left.return(undefined);
    const stop = new AbortController();
    const stopped = ask({ signal: stop.signal }).next();
    await expect.poll(() => openai.calls.length).toBe(3);
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'answer_stopped' });
    expect((await told(ask())).text).toBe('It opens.');
  });

  it('with a key of one’s own does not rest for others, nor for its owner', async () => {
    given({}, failsAfter(limited(60_000)), says('It opens.'));
    await told(ask({ models: [first], key: 'own' }));
    expect((await told(ask())).text).toBe('It opens.');
    given({}, failsAfter(limited(60_000)), says('It opens.'));
    await told(ask());
    expect((await told(ask({ models: [first], key: 'own' }))).text).toBe('It opens.');
  });

  it('for this question alone is asked the next', async () => {
    given({}, failsAfter(new AppError('model_refused', 'too long')), says('It opens.'));
    await told(ask());
    expect((await told(ask())).text).toBe('It opens.');
  });
});

describe('limits', () => {
  const limits = { ...unlimited, requestsPerMinute: 1 };
  it('are kept: with no room soon the next model is asked', async () => {
    given({ limitsOf: ({ provider }) => (provider === 'openai' ? limits : unlimited) }, says('It opens.'));
    expect((await told(ask())).text).toBe('It opens.');
    const { text, outcomes, facts } = await told(ask());
    expect(text).toBe('Of the second.');
    expect(outcomes).toEqual(['openai/first paced', 'groq/second answered']);
    expect(facts.attempts[0]?.detail).toBe('Its limit of 1 calls a minute leaves no room for 60 s.');
  });

  it('count what was read by a model that broke off before a word, and nothing of one that refused', async () => {
    const used: number[] = [];
    const quota: Generation['quota'] = {
      reserve: () => Promise.resolve({ isGranted: true, id: '1' }),
      settle: async (_bucket, _id, tokens) => void used.push(tokens),
    };
    const oneEach = { limitsOf: () => limits, quota, waits: { ...waits, longestRetryMs: 0 } };
    for (const code of ['model_stream_broken', 'model_refused', 'model_limited'] as const) {
      given(oneEach, failsAfter(new AppError(code, 'x')));
      await told(ask({ models: [first] }));
    }
    expect(used).toEqual([expect.toSatisfy((tokens: number) => tokens > 0), 0, 0]);
  });

  it('have back what was reserved where its reader left before the call', async () => {
    const used: number[] = [];
    const stop = new AbortController();
    const quota: Generation['quota'] = {
      reserve: async () => {
        stop.abort();
        return { isGranted: true, id: '1' };
      },
      settle: async (_bucket, _id, tokens) => void used.push(tokens),
    };
    given({ limitsOf: () => limits, quota }, says('It opens.'));
    await expect(told(ask({ signal: stop.signal }))).rejects.toMatchObject({ code: 'answer_stopped' });
    expect(used).toEqual([0]);
    expect(openai.calls).toEqual([]);
  });

  it('are waited for where there is room soon', async () => {
    given({ limitsOf: () => limits }, says('It opens.'));
    await told(ask({ models: [first] }));
    clock.advance(58_000);
    const answer = told(ask({ models: [first] }));
    clock.advance(2_000);
    await pauses.end(2_100);
    expect((await answer).outcomes).toEqual(['openai/first answered']);
  });

  it('of tokens take what may be used, and give back what was not', async () => {
    // The prompt is 5 tokens of words and a few of brackets; 100 may be written; 110 were used as the vendor tells.
    given({ limitsOf: () => ({ ...unlimited, tokensPerMinute: 235 }) }, says('It opens.'));
    const one = { models: [first] };
    expect((await told(ask(one))).outcomes).toEqual(['openai/first answered']);
    expect((await told(ask(one))).outcomes).toEqual(['openai/first answered']);
    expect((await told(ask(one))).outcomes).toEqual(['openai/first paced']);
  });

  it('that no call fits into are told as such', async () => {
    given({ limitsOf: () => ({ ...unlimited, tokensPerDay: 50 }) }, says('It opens.'));
    expect((await told(ask({ models: [first] }))).facts.attempts[0]?.detail).toMatch(
      /^A call of up to \d+ tokens is larger than its limit of 50 tokens a day\.$/,
    );
  });

  it('whose counts are away are not passed', async () => {
    const quota: Generation['quota'] = {
      reserve: () => Promise.reject(new Error('away')),
      settle: () => Promise.resolve(),
    };
    given({ quota, limitsOf: () => limits }, says('It opens.'));
    expect((await told(ask({ models: [first] }))).outcomes).toEqual(['openai/first paced']);
  });

  it('are those of the deployment: a key of one’s own is not counted', async () => {
    given({ limitsOf: () => limits }, says('It opens.'));
    const own = { models: [first], key: 'own' };
    await told(ask(own));
    expect((await told(ask(own))).outcomes).toEqual(['openai/first answered']);
  });
});

describe('a key of one’s own', () => {
  it('goes to the vendor and into nothing that is told', async () => {
    const key = 'sk-own-1234567890';
    given({}, failsAfter(new AppError('model_key_refused', `Incorrect API key provided: ${key}`)));
    const { facts } = await told(ask({ models: [first], key }));
    expect(openai.calls[0]?.key).toBe(key);
    expect(JSON.stringify(facts)).not.toContain(key);
    expect(facts).toMatchObject({
      isOwnKey: true,
      attempts: [{ outcome: 'refused', detail: 'Incorrect API key provided: …' }],
    });
  });
});

describe('when its reader stops it', () => {
  it('the call is aborted and nothing else is told', async () => {
    const reader = new AbortController();
    given({}, hangsAfter('It '));
    const steps = ask({ signal: reader.signal });
    expect((await steps.next()).value).toEqual({ type: 'text-delta', text: 'It ' });
    const next = steps.next();
    reader.abort();
    await expect(next).rejects.toMatchObject({ code: 'answer_stopped' });
    expect(openai.calls[0]?.signal.aborted).toBe(true);
    expect(groq.calls).toEqual([]);
  });

  it('it waits for no other try', async () => {
    const reader = new AbortController();
    given({}, failsAfter(away));
    const next = ask({ signal: reader.signal }).next();
    // Of its first part and of its other try.
    while (pauses.begun.length < 2) await new Promise((resolve) => setImmediate(resolve));
    reader.abort();
    await expect(next).rejects.toMatchObject({ code: 'answer_stopped' });
    expect(openai.calls.length).toBe(1);
  });

  it('nothing is called where that was before it began', async () => {
    given({}, says('It opens.'));
    await expect(ask({ signal: AbortSignal.abort() }).next()).rejects.toMatchObject({
      code: 'answer_stopped',
    });
    expect(openai.calls).toEqual([]);
  });
});

it('a reader who takes no more ends the call', async () => {
  given({}, hangsAfter('It '));
  const steps = ask();
  await steps.next();
  await steps.return(undefined);
  expect(openai.calls[0]?.signal.aborted).toBe(true);
});

it('tells no cost of a model without a price, nor of tokens that are not told', async () => {
  given({ priceOf }, failsAfter(limited(60_000)));
  expect((await told(ask())).facts.costUsd).toBeUndefined();
  given({ priceOf }, async function* () {
    yield { type: 'text-delta', text: 'It opens.' };
    yield { type: 'finish', reason: 'stop', usage: undefined };
  });
  expect((await told(ask())).facts.costUsd).toBeUndefined();
});

function priceOf({ provider }: ModelName) {
  return provider === 'openai' ? { input: 1, output: 1 } : undefined;
}

function named(id: string): ModelName {
  const name = readModelName(id);
  if (name === undefined) throw new Error(`${id} is no model.`);
  return name;
}
