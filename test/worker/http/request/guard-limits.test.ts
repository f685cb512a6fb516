/** Limits over HTTP: headers on every response, problem details on refusal, and nothing at all in open mode. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { NewTurn, TurnEvent } from '../../../../worker/core/answers/conversation.ts';
import { AppError } from '../../../../worker/core/errors.ts';
import type { Owner, Viewer } from '../../../../worker/core/viewer.ts';
import {
  accountSubject,
  deploymentAccount,
  type Metering,
} from '../../../../worker/flows/limits/metering.ts';
import { createApp, type Composed } from '../../../../worker/http/app.ts';
import { createTestGeneration } from '../../../support/fakes/generation.ts';
import { createManualClock, type ManualClock } from '../../../support/fakes/manual-clock.ts';
import { createScriptedGenerator, streamTexts } from '../../../support/fakes/scripted-generator.ts';
import { createMemoryLimits } from '../../../support/fakes/memory-limits.ts';

const anonymous: Viewer = { kind: 'anonymous', id: 'v', addressId: '192.0.2.0' };
const user: Viewer = { kind: 'user', id: 'anna', isAdmin: false };
const begin: TurnEvent = {
  type: 'begin',
  turn: 't',
  number: 1,
  question: 'Why?',
  snapshot: 's',
  cached: false,
};
const stopped: TurnEvent = { type: 'stopped', reason: 'The user stopped it.' };
const failed: TurnEvent = {
  type: 'failed',
  failure: { code: 'answer_interrupted', message: 'The server restarted.', details: {} },
};

const generation = (model: string | undefined): TurnEvent => ({
  type: 'generation',
  generation: {
    model,
    isCutOff: false,
    attempts: [],
    firstTokenMs: undefined,
    totalMs: 1,
    isOwnKey: true,
    usage: { input: 0, cached: 0, output: 0 },
    costUsd: undefined,
  },
  degraded: undefined,
});

let identify: () => Promise<Viewer>;
let clock: ManualClock;
let viewer: Viewer;
let metering: Metering;
let events: readonly TurnEvent[];
let asked: NewTurn[];
/** Accounts in the order of the questions that were added to their totals. */
let totals: string[];
let startTurn: () => Promise<AsyncIterable<TurnEvent>>;

beforeEach(() => {
  clock = createManualClock(Date.UTC(2026, 10, 28, 10, 0, 20));
  viewer = anonymous;
  identify = () => Promise.resolve(viewer);
  metering = {
    limits: createMemoryLimits(clock),
    anonymous: { requests: 3, questions: 2 },
    user: { requests: 100, questions: 2, repositories: 1 },
    publishable: {},
    dollarsPerDay: undefined,
  };
  events = [begin, stopped];
  asked = [];
  totals = [];
  startTurn = () => Promise.resolve(stream(events));
});

async function* stream(sent: readonly TurnEvent[]): AsyncGenerator<TurnEvent> {
  yield* sent;
}

type Send = (path: string, init?: RequestInit) => Promise<Response> | Response;

const request = (path: string, init: RequestInit = {}, mode: 'open' | 'hosted' = 'hosted') =>
  openApp(mode)(path, init);

/** An app remembers refused senders. */
const openApp = (mode: 'open' | 'hosted' = 'hosted'): Send => {
  const repository = { id: 'r', name: 'r', owner: 'anna', visibility: 'public' };
  const composed = {
    services: {
      clock,
      generation: createTestGeneration(clock, {
        generators: new Map([['openai', createScriptedGenerator('openai', streamTexts('x'))]]),
      }),
      hosting: { verifyDelivery: undefined },
      metering: mode === 'open' ? undefined : metering,
      identities: { identify: () => identify(), identifyVisitor: () => Promise.resolve(anonymous) },
      questionTotals: { add: ({ id }: Owner) => Promise.resolve(void totals.push(id)) },
      catalog: {
        readRepository: () =>
          Promise.resolve({
            repository,
            snapshots: [{ id: 's', number: 1, status: 'ready', generation: 1 }],
          }),
      },
      conversations: {
        maxTurns: 200,
        ask: (_key: unknown, turn: NewTurn) => {
          asked.push(turn);
          return startTurn();
        },
      },
    },
    adapters: {},
    version: '0',
    config: { mode, allowedHosts: ['localhost'], settings: {} },
  } as unknown as Composed;
  const app = createApp<object>(() => composed);
  return (path, init = {}) =>
    app.request(
      `http://localhost${path}`,
      { ...init, headers: { host: 'localhost', ...(init.headers as Record<string, string>) } },
      {},
    );
};
const ask = (headers: Record<string, string> = {}, model?: string) =>
  request('/v1/repositories/r/answers', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify({ question: 'Why?', conversationId: 'c', model }),
  });
const used = async (measure: string, account = 'user:anna') => {
  const { standings } = await metering.limits.read(account, { name: 'account', limits: { questions: 9 } });
  return standings.find((standing) => standing.measure === measure)?.used;
};
const readAudience = async () =>
  ((await (await request('/v1/health')).json()) as { modelAnswers?: string }).modelAnswers;

it('health names who still gets model answers, where the deployment has a ceiling', async () => {
  expect(await readAudience()).toBeUndefined();
  metering = { ...metering, dollarsPerDay: 0.001 };
  expect(await readAudience()).toBe('everyone');
  const subjects = [{ name: accountSubject, limits: {} }];
  await metering.limits.reserve(deploymentAccount, { subjects, spend: { microdollars: 1_000 } });
  expect(await readAudience()).toBe('own-keys');
});

describe('requests', () => {
  it('report each limit, what is left and when it resets', async () => {
    const { headers } = await request('/v1/models');
    expect(headers.get('ratelimit-policy')).toBe('"requests";q=3;w=60, "questions";q=2;w=86400');
    expect(headers.get('ratelimit')).toBe('"requests";r=2;t=40, "questions";r=2;t=50380');
  });

  it('are refused above the limit with what was exceeded, when it resets and what helps', async () => {
    for (let index = 0; index < 3; index += 1) expect((await request('/v1/models')).status).toBe(200);
    const response = await request('/v1/models');
    expect(response.status).toBe(429);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('retry-after')).toBe('40');
    expect(await response.json()).toMatchObject({
      code: 'limit_reached',
      detail: 'This address has used its 3 requests a minute. The limit resets at 2026-11-28 10:01 UTC.',
      fix: 'Wait until then. Or sign in, which has higher limits.',
      details: { measure: 'requests', limit: 3, used: 3, retryAfter: 40, helps: ['wait', 'sign_in'] },
    });
    clock.advance(40_000);
    expect((await request('/v1/models')).status).toBe(200);
  });

  it('count and carry headers also when they fail', async () => {
    const response = await request('/v1/nowhere');
    expect(response.status).toBe(404);
    expect(response.headers.get('ratelimit')).toContain('"requests";r=2');
  });

  it('with a refused key count for the address', async () => {
    identify = () => Promise.reject(new AppError('key_refused', 'No API key has this secret.'));
    const send = () => request('/v1/models', { headers: { authorization: 'Bearer wf_unknown' } });
    for (let index = 0; index < 3; index += 1) expect((await send()).status).toBe(401);
    expect((await send()).status).toBe(429);
    identify = () => Promise.resolve(user);
    expect((await send()).status).toBe(200);
    identify = () => Promise.resolve(viewer);
    expect((await request('/v1/models')).status).toBe(429);
  });

  it('of one address are not refused because another one sent the same cookie', async () => {
    const app = openApp();
    const send = (address: string, sender: Viewer) => {
      viewer = sender;
      return app(`/v1/models`, { headers: { cookie: 'theme=dark', 'cf-connecting-ip': address } });
    };
    for (let index = 0; index < 3; index += 1) await send('192.0.2.1', anonymous);
    expect((await send('192.0.2.1', anonymous)).status).toBe(429);
    const other: Viewer = { ...anonymous, addressId: '198.51.100.0' };
    expect((await send('198.51.100.1', other)).status).toBe(200);
  });

  it('of webhooks and pages are not counted', async () => {
    await request('/v1/webhooks/github', { method: 'POST' });
    expect((await request('/v1/models')).headers.get('ratelimit')).toContain('"requests";r=2');
  });

  it('are neither counted nor reported in open mode', async () => {
    const reserve = vi.spyOn(metering.limits, 'reserve');
    const response = await request('/v1/models', {}, 'open');
    expect(response.headers.get('ratelimit')).toBeNull();
    expect(reserve).not.toHaveBeenCalled();
  });
});

describe('questions', () => {
  beforeEach(() => {
    viewer = user;
  });

  it('are counted when they are answered, and refused above the limit', async () => {
    const first = await ask();
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit')).toContain('"questions";r=1;t=50380');
    await first.text();
    await (await ask()).text();
    expect(await used('questions')).toBe(2);
    expect(totals).toEqual(['anna', 'anna']);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit')).toContain('"questions";r=0');
    expect(await refused.json()).toMatchObject({
      code: 'limit_reached',
      fix: 'Wait until then. Or use your own model key (in the API: `X-Model-Key`).',
      details: { measure: 'questions', limit: 2, helps: ['wait', 'own_model_key'] },
    });
  });

  it('report the requests that were left after their own request', async () => {
    const { limits } = metering;
    const reserve: typeof limits.reserve = async (account, request) => {
      const mine = await limits.reserve(account, request);
      // Another request is counted before the question is reserved.
      if (request.spend?.requests === 1) await limits.reserve(account, request);
      return mine;
    };
    metering = { ...metering, limits: { ...limits, reserve } };
    const response = await ask();
    await response.text();
    const [, max] = /"requests";q=(\d+)/.exec(response.headers.get('ratelimit-policy') ?? '') ?? [];
    const [, left] = /"requests";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '') ?? [];
    expect(Number(left)).toBe(Number(max) - 1);
  });

  it('of visitors have no total', async () => {
    viewer = anonymous;
    await (await ask()).text();
    expect(totals).toEqual([]);
  });

  it('with an own model key are not limited, and count in the total', async () => {
    events = [begin, generation('openai/m'), stopped];
    const response = await ask({ 'x-model-key': 'own' }, 'openai/m');
    await response.text();
    expect(response.status).toBe(200);
    expect(await used('questions')).toBe(0);
    expect(totals).toEqual(['anna']);
  });

  it('with an own model key are counted if its model wrote nothing', async () => {
    events = [begin, generation(undefined), stopped];
    await (await ask({ 'x-model-key': 'any-text' }, 'openai/m')).text();
    expect(await used('questions')).toBe(1);
  });

  it('with an own model key are allowed when none is left, but only its model may answer', async () => {
    await (await ask()).text();
    await (await ask({ 'x-model-key': 'own' }, 'openai/m')).text();
    expect(asked.map(({ writing }) => writing.needsModel)).toEqual([false, false]);
    expect((await ask()).status).toBe(429);
    expect((await ask({ 'x-model-key': 'own' }, 'openai/m')).status).toBe(200);
    expect(asked.at(-1)?.writing.needsModel).toBe(true);
  });

  it('with a key that the embedded answerer does not need are counted', async () => {
    await (await ask({ 'x-model-key': 'any' }, 'embedded')).text();
    expect(await used('questions')).toBe(1);
  });

  it('that are refused or fail are not counted', async () => {
    startTurn = () => Promise.reject(new AppError('conversation_busy', 'Another turn is running.'));
    expect((await ask()).status).toBe(409);
    expect(await used('questions')).toBe(0);
    startTurn = () => Promise.resolve(stream([begin, failed]));
    await (await ask()).text();
    expect(await used('questions')).toBe(0);
    expect(totals).toEqual([]);
  });

  it('count if the client leaves before the answer ends', async () => {
    let isClosed = false;
    startTurn = async () =>
      (async function* () {
        try {
          yield begin;
          await new Promise((resolve) => setTimeout(resolve, 20));
          yield stopped;
        } finally {
          isClosed = true;
        }
      })();
    const response = await ask();
    await response.body?.cancel();
    await vi.waitFor(() => expect(isClosed).toBe(true));
    await vi.waitFor(async () => expect(await used('questions')).toBe(1));
    clock.advance(700_000);
    expect(await used('questions')).toBe(1);
  });

  it('return after ten minutes if the server stopped in between', async () => {
    startTurn = () => new Promise(() => undefined);
    void ask();
    await vi.waitFor(async () => expect(await used('questions')).toBe(1));
    clock.advance(600_000);
    expect(await used('questions')).toBe(0);
  });
});
