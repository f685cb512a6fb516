/** An answer is told again only where nothing it depends on has changed. */
import { expect, it } from 'vitest';
import type { AnswerEvent } from '../../../worker/core/answer.ts';
import { openModeViewer } from '../../../worker/core/viewer.ts';
import type { Generation } from '../../../worker/flows/generation/generation.ts';
import { takeTurn } from '../../../worker/flows/take-turn.ts';
import { createHashingEmbedder } from '../../support/hashing-embedder.ts';
import { readySnapshot } from '../../support/ready-snapshot.ts';
import { says, scriptedGenerator, type CallScript } from '../../support/scripted-generator.ts';
import { openWorkbench } from '../../support/services.ts';

it('another embedder makes of the same question another one', async () => {
  const bench = await openWorkbench();
  const { id } = await readySnapshot(bench, { files: [{ path: 'a.py', text: 'alpha = 1\n' }] });
  const asked = {
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
    choices.map((choice) => takeTurn({ ...bench.services, dense: choice }, asked)),
  );
  const digests = turns.map(({ digest }) => digest);
  expect(new Set(digests).size).toBe(3);
  expect(digests[3]).toBe(digests[0]);
});

it('a misspelt word is read as the one it is a slip away from, and from the cache again', async () => {
  const bench = await openWorkbench();
  const text = '# Baskets hold what is bought.\ndef total(basket):\n    return sum(basket)\n';
  const { id } = await readySnapshot(bench, { files: [{ path: 'a.py', text }] });
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
    await turn.keep(events);
    read.push({ cached: turn.cached, ...events.find((event) => event.type === 'question')?.reading });
  }
  const reading = { text: 'What do baskets hold?', confidence: 'low', refused: false, carried: [] };
  expect(read).toMatchObject([
    { ...reading, cached: false, asked: 'What do baksets hold?' },
    { ...reading, cached: true, asked: ' What do baksets hold? ' },
  ]);
});

it('what came with a key or files of one’s own is told again in its own conversation alone', async () => {
  const bench = await openWorkbench();
  const { id } = await readySnapshot(bench, { files: [{ path: 'a.py', text: 'alpha = 1\n' }] });
  const openai = scriptedGenerator('openai', says('`alpha` is 1. [chunk:e1]'));
  const generation = {
    ...bench.services.generation,
    generators: new Map([['openai', openai] as const]),
    models: [{ provider: 'openai', model: 'm' } as const],
  };
  const services = { ...bench.services, generation };
  const written = { model: undefined, temperature: undefined, maxOutputTokens: undefined };
  const files = [{ name: 'mine.py', text: 'alpha = "mine alone"\n' }];
  const kept: Record<string, boolean> = {};
  for (const [name, how] of [
    ['neither', {}],
    ['key', { modelKey: 'own', writing: { ...written, model: 'openai/m' } }],
    ['files', { files, writing: { ...written, model: 'embedded' } }],
  ] as const) {
    const ask = (near?: readonly AnswerEvent[]) =>
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
          ...how,
        },
        () => near,
      );
    const turn = await ask();
    const events: AnswerEvent[] = [];
    for await (const event of turn.events) events.push(event);
    await turn.keep(events);
    kept[name] = (await ask()).cached;
    expect((await ask(events)).cached, name).toBe(true);
  }
  expect(kept).toEqual({ neither: true, key: false, files: false });
});

const ends = (reason: 'length' | 'stop'): CallScript =>
  async function* () {
    yield { type: 'text-delta', text: '`alpha` is 1. [chunk:e1]' };
    if (reason === 'length') yield { type: 'finish', reason, usage: undefined };
  };

it('an answer that is as long as was asked is whole, and told again; one that broke off is not', async () => {
  const bench = await openWorkbench();
  const { id } = await readySnapshot(bench, { files: [{ path: 'a.py', text: 'alpha = 1\n' }] });
  const again = async (script: CallScript, question: string) => {
    const generation = {
      ...bench.services.generation,
      generators: new Map([['openai', scriptedGenerator('openai', script)] as const]),
      models: [{ provider: 'openai', model: 'm' } as const],
    };
    const asked = { viewer: openModeViewer, repositoryId: id, version: undefined, question };
    const rest = { topK: undefined, fresh: false, earlier: [] };
    const ask = () => takeTurn({ ...bench.services, generation }, { ...asked, ...rest });
    const { events, keep } = await ask();
    const told: AnswerEvent[] = [];
    for await (const event of events) told.push(event);
    await keep(told);
    return (await ask()).cached;
  };
  expect(await again(ends('length'), 'What is alpha?')).toBe(true);
  expect(await again(ends('stop'), 'What is the value of alpha?')).toBe(false);
});

it('an answer that says what it could not rest on is told again where that does not change', async () => {
  const bench = await openWorkbench();
  const { id } = await readySnapshot(bench, { files: [{ path: 'a.py', text: 'alpha = 1\n' }] });
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
  const { events, keep } = await ask();
  const told: AnswerEvent[] = [];
  for await (const event of events) told.push(event);
  await keep(told);
  expect(told[0]).toMatchObject({ reading: { notes: [expect.stringContaining('no history')] } });
  expect((await ask()).cached).toBe(true);
});

it('a longer answer than the deployment’s is for one’s own machine or one’s own key; how much a model reads tells answers apart', async () => {
  const bench = await openWorkbench();
  const { id } = await readySnapshot(bench, { files: [{ path: 'a.py', text: 'alpha = 1\n' }] });
  const longest = async (of: Partial<Generation>, modelKey?: string) => {
    const openai = scriptedGenerator('openai', says('`alpha` is 1. [chunk:e1]'));
    const generation = {
      ...bench.services.generation,
      generators: new Map([['openai', openai] as const]),
      models: [{ provider: 'openai', model: 'm' } as const],
      ...of,
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
  expect((await longest({ offersAll: false })).tokens).toEqual([500]);
  expect((await longest({ offersAll: false }, 'own')).tokens).toEqual([100_000]);
  const open = await longest({ offersAll: true });
  expect(open.tokens).toEqual([100_000]);
  expect((await longest({ offersAll: true, promptTokens: 2_000 })).digest).not.toBe(open.digest);
});

it('passages are ordered as the question asks for, told where that cannot be, and kept apart', async () => {
  const bench = await openWorkbench();
  const { id } = await readySnapshot(bench, {
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
        signals: evidence.flatMap((one) => ('scores' in one ? Object.keys(one.scores) : [])),
        notes,
      };
    }),
  );
  expect(new Set(turns.map(({ digest }) => digest)).size).toBe(3);
  const [usual, fused, crossEncoded] = turns;
  expect(usual?.signals).toContain('words');
  expect(fused?.signals).toEqual(['fused']);
  expect([usual, fused, crossEncoded].map((turn) => turn?.notes.length)).toEqual([0, 0, 1]);
});
