/** Turns of a conversation: an answer is reused only if nothing that it depends on has changed. */
import { expect, it } from 'vitest';
import type { AnswerEvent } from '../../../../../worker/core/answers/answer.ts';
import { openModeViewer } from '../../../../../worker/core/viewer.ts';
import { takeTurn } from '../../../../../worker/flows/answer/conversation/take-turn.ts';
import type { Generation } from '../../../../../worker/flows/models/generation.ts';
import { createHashingEmbedder } from '../../../../support/fakes/hashing-embedder.ts';
import { addReadySnapshot } from '../../../../support/workbench/add-snapshot.ts';
import {
  streamTexts,
  createScriptedGenerator,
  type CallScript,
} from '../../../../support/fakes/scripted-generator.ts';
import { openWorkbench } from '../../../../support/workbench/workbench.ts';

it('computes another digest for another embedder', async () => {
  const bench = await openWorkbench();
  const { id } = await addReadySnapshot(bench, { files: [{ path: 'a.py', text: 'alpha = 1\n' }] });
  const request = {
    viewer: openModeViewer,
    repositoryId: id,
    version: undefined,
    question: 'Where is alpha?',
    topK: undefined,
    fresh: true,
    earlier: [],
  };
  const { dense } = bench.services;
  const choices = [dense, dense && { ...dense, embedder: createHashingEmbedder(32) }, undefined, dense];
  const turns = await Promise.all(
    choices.map((choice) => takeTurn({ ...bench.services, dense: choice }, request)),
  );
  const digests = turns.map(({ digest }) => digest);
  expect(new Set(digests).size).toBe(3);
  expect(digests[3]).toBe(digests[0]);
});

it('computes another digest for another style or language', async () => {
  const bench = await openWorkbench();
  const { id } = await addReadySnapshot(bench, { files: [{ path: 'a.py', text: 'alpha = 1\n' }] });
  const wordings = [
    {},
    { style: 'short' },
    { style: 'detailed' },
    { language: 'de' },
    { language: 'fr' },
  ] as const;
  const digests = [];
  for (const wording of [...wordings, { style: 'short' } as const]) {
    const turn = await takeTurn(bench.services, {
      viewer: openModeViewer,
      repositoryId: id,
      version: undefined,
      question: 'Where is alpha?',
      topK: undefined,
      writing: { model: undefined, temperature: undefined, maxOutputTokens: undefined, ...wording },
      fresh: true,
      earlier: [],
    });
    digests.push(turn.digest);
  }
  expect(new Set(digests).size).toBe(wordings.length);
  expect(digests.at(-1)).toBe(digests[1]);
});

it('corrects a misspelled word, also in an answer from the cache', async () => {
  const bench = await openWorkbench();
  const text = '# Baskets hold what is bought.\ndef total(basket):\n    return sum(basket)\n';
  const { id } = await addReadySnapshot(bench, { files: [{ path: 'a.py', text }] });
  const read = [];
  for (const question of ['What do baksets hold?', ' What do baksets hold? ']) {
    const turn = await takeTurn(bench.services, {
      viewer: openModeViewer,
      repositoryId: id,
      version: undefined,
      question,
      topK: undefined,
      fresh: false,
      earlier: [],
    });
    const events: AnswerEvent[] = [];
    for await (const event of turn.events) events.push(event);
    await turn.store(events);
    read.push({ cached: turn.cached, ...events.find((event) => event.type === 'question')?.reading });
  }
  const reading = { text: 'What do baskets hold?', confidence: 'low', refused: false, carried: [] };
  expect(read).toMatchObject([
    { ...reading, cached: false, asked: 'What do baksets hold?' },
    { ...reading, cached: true, asked: ' What do baksets hold? ' },
  ]);
});

it('reuses an answer with the user’s own key or files only in its own conversation', async () => {
  const bench = await openWorkbench();
  const { id } = await addReadySnapshot(bench, { files: [{ path: 'a.py', text: 'alpha = 1\n' }] });
  const openai = createScriptedGenerator('openai', streamTexts('`alpha` is 1. [chunk:e1]'));
  const generation = {
    ...bench.services.generation,
    generators: new Map([['openai', openai] as const]),
    models: [{ provider: 'openai', model: 'm' } as const],
  };
  const services = { ...bench.services, generation };
  const written = { model: undefined, temperature: undefined, maxOutputTokens: undefined };
  const files = [{ name: 'mine.py', text: 'alpha = "mine alone"\n' }];
  const stored: Record<string, boolean> = {};
  for (const [name, options] of [
    ['neither', {}],
    ['key', { modelKey: 'own', writing: { ...written, model: 'openai/m' } }],
    ['files', { files, writing: { ...written, model: 'embedded' } }],
  ] as const) {
    const ask = (recent?: readonly AnswerEvent[]) =>
      takeTurn(
        services,
        {
          viewer: openModeViewer,
          repositoryId: id,
          version: undefined,
          question: `What is alpha, ${name}?`,
          topK: undefined,
          fresh: false,
          earlier: [],
          ...options,
        },
        () => recent,
      );
    const turn = await ask();
    const events: AnswerEvent[] = [];
    for await (const event of turn.events) events.push(event);
    await turn.store(events);
    stored[name] = (await ask()).cached;
    expect((await ask(events)).cached, name).toBe(true);
  }
  expect(stored).toEqual({ neither: true, key: false, files: false });
});

const endWith = (reason: 'length' | 'stop'): CallScript =>
  async function* () {
    yield { type: 'text-delta', text: '`alpha` is 1. [chunk:e1]' };
    if (reason === 'length') yield { type: 'finish', reason, usage: undefined };
  };

it('reuses an answer truncated at the requested length, but not an interrupted answer', async () => {
  const bench = await openWorkbench();
  const { id } = await addReadySnapshot(bench, { files: [{ path: 'a.py', text: 'alpha = 1\n' }] });
  const isReused = async (script: CallScript, question: string) => {
    const generation = {
      ...bench.services.generation,
      generators: new Map([['openai', createScriptedGenerator('openai', script)] as const]),
      models: [{ provider: 'openai', model: 'm' } as const],
    };
    const request = { viewer: openModeViewer, repositoryId: id, version: undefined, question };
    const rest = { topK: undefined, fresh: false, earlier: [] };
    const ask = () => takeTurn({ ...bench.services, generation }, { ...request, ...rest });
    const { events, store } = await ask();
    const answer: AnswerEvent[] = [];
    for await (const event of events) answer.push(event);
    await store(answer);
    return (await ask()).cached;
  };
  expect(await isReused(endWith('length'), 'What is alpha?')).toBe(true);
  expect(await isReused(endWith('stop'), 'What is the value of alpha?')).toBe(false);
});

it('reuses an answer with a note that the version has no known history', async () => {
  const bench = await openWorkbench();
  const { id } = await addReadySnapshot(bench, { files: [{ path: 'a.py', text: 'alpha = 1\n' }] });
  const ask = () =>
    takeTurn(bench.services, {
      viewer: openModeViewer,
      repositoryId: id,
      version: undefined,
      question: 'Why was alpha added?',
      topK: undefined,
      fresh: false,
      earlier: [],
    });
  const { events, store } = await ask();
  const answer: AnswerEvent[] = [];
  for await (const event of events) answer.push(event);
  await store(answer);
  expect(answer[0]).toMatchObject({ reading: { notes: [expect.stringContaining('no known history')] } });
  expect((await ask()).cached).toBe(true);
});

it('allows longer output only locally or with the user’s own key, and includes the prompt size in the digest', async () => {
  const bench = await openWorkbench();
  const { id } = await addReadySnapshot(bench, { files: [{ path: 'a.py', text: 'alpha = 1\n' }] });
  const requestLongest = async (overrides: Partial<Generation>, modelKey?: string) => {
    const openai = createScriptedGenerator('openai', streamTexts('`alpha` is 1. [chunk:e1]'));
    const generation = {
      ...bench.services.generation,
      generators: new Map([['openai', openai] as const]),
      models: [{ provider: 'openai', model: 'm' } as const],
      ...overrides,
    };
    const turn = await takeTurn(
      { ...bench.services, generation },
      {
        viewer: openModeViewer,
        repositoryId: id,
        version: undefined,
        question: 'Where is alpha?',
        topK: undefined,
        fresh: true,
        earlier: [],
        writing: { model: 'openai/m', temperature: undefined, maxOutputTokens: 100_000 },
        modelKey,
      },
    );
    for await (const event of turn.events) void event;
    return { tokens: openai.calls.map(({ maxOutputTokens }) => maxOutputTokens), digest: turn.digest };
  };
  expect((await requestLongest({ offersAll: false })).tokens).toEqual([500]);
  expect((await requestLongest({ offersAll: false }, 'own')).tokens).toEqual([100_000]);
  const open = await requestLongest({ offersAll: true });
  expect(open.tokens).toEqual([100_000]);
  expect((await requestLongest({ offersAll: true, promptTokens: 2_000 })).digest).not.toBe(open.digest);
});

it('orders passages with the requested reranker, notes if it is unavailable, and caches the answers separately', async () => {
  const bench = await openWorkbench();
  const { id } = await addReadySnapshot(bench, {
    files: [
      { path: 'a.py', text: '# Baskets hold what is bought.\ndef total(basket):\n    return sum(basket)\n' },
    ],
  });
  const turns = await Promise.all(
    ([undefined, 'none', 'cross-encoder'] as const).map(async (reranker) => {
      const turn = await takeTurn(bench.services, {
        viewer: openModeViewer,
        repositoryId: id,
        version: undefined,
        question: 'What do baskets hold?',
        topK: undefined,
        reranker,
        fresh: true,
        earlier: [],
      });
      const events: AnswerEvent[] = [];
      for await (const event of turn.events) events.push(event);
      const evidence = events.flatMap((event) => (event.type === 'sources' ? event.evidence : []));
      const notes = events.flatMap((event) => (event.type === 'question' ? (event.reading.notes ?? []) : []));
      return {
        digest: turn.digest,
        signals: evidence.flatMap((item) => ('scores' in item ? Object.keys(item.scores) : [])),
        notes,
      };
    }),
  );
  expect(new Set(turns.map(({ digest }) => digest)).size).toBe(3);
  const [usual, fused, crossEncoded] = turns;
  expect(usual?.signals).toContain('words');
  expect([...new Set(fused?.signals)]).toEqual(['fused']);
  expect([usual, fused, crossEncoded].map((turn) => turn?.notes.length)).toEqual([0, 0, 1]);
});
