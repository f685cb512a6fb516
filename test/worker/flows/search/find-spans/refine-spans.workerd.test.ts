/** Refines a ranking with a cross-encoder and picked files, as the deployment and the request configure it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createSecretScanner } from '../../../../../worker/adapters/secret-rules/secret-scanner.ts';
import { createTreeSitterParser } from '../../../../../worker/adapters/tree-sitter/parser.ts';
import type { AnswerEvent } from '../../../../../worker/core/answers/answer.ts';
import { AppError } from '../../../../../worker/core/errors.ts';
import type { Settings } from '../../../../../worker/core/settings.ts';
import { openModeViewer as viewer } from '../../../../../worker/core/viewer.ts';
import { takeTurn } from '../../../../../worker/flows/answer/conversation/take-turn.ts';
import type { RefinementOptions } from '../../../../../worker/flows/search/find-spans/refine-spans.ts';
import { noFilters, type SearchFilters } from '../../../../../worker/flows/search/search-filters.ts';
import { searchSnapshot } from '../../../../../worker/flows/search/search-snapshot.ts';
import type { Services } from '../../../../../worker/flows/services.ts';
import type { Reranker } from '../../../../../worker/ports/reranker.ts';
import { askWorkbench } from '../../../../support/samples/ask-workbench.ts';
import { uploadAndIndex } from '../../../../support/workbench/run-jobs.ts';
import { createScriptedReranker } from '../../../../support/fakes/scripted-reranker.ts';
import { openWorkbench, type Workbench } from '../../../../support/workbench/workbench.ts';
import { secrets, smallRepository } from '../../../../support/files/small-repository.ts';

const query = 'How are the chunks of a file joined back?';
const rerankerError = new AppError('reranker_unavailable', 'Workers AI is away.');

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openWorkbench(() => ({
    parser: createTreeSitterParser(),
    secretScanner: createSecretScanner(),
  }));
  ({ id } = await uploadAndIndex(bench, smallRepository));
});

function search(
  reranker: Reranker | undefined,
  request: {
    readonly refining?: RefinementOptions;
    readonly query?: string;
    readonly filters?: Partial<SearchFilters>;
    readonly retrieval?: Partial<Settings['retrieval']>;
    readonly byModality?: boolean;
  } = {},
) {
  const { settings } = bench.services;
  const retrieval = { ...settings.retrieval, ...request.retrieval };
  const services: Services = { ...bench.services, reranker, settings: { ...settings, retrieval } };
  const all = { sparse: 1, textDense: 1, codeDense: 1 };
  const whole = { least: 0, most: 1 };
  const bounds = { sparse: whole, textDense: whole, codeDense: whole };
  return searchSnapshot(services, viewer, {
    id,
    version: undefined,
    query: request.query ?? query,
    topK: 50,
    filters: { ...noFilters, ...request.filters },
    expandGraph: false,
    ranking: {},
    ...(request.refining === undefined ? {} : { refining: request.refining }),
    modalityQuery: request.byModality === true ? { code: undefined, weights: all, bounds } : undefined,
  });
}
type SearchResult = Awaited<ReturnType<typeof search>>;
const chunkKeys = ({ spans }: SearchResult) => spans.map(({ ranked }) => ranked.chunk.key);
const scoreNames = ({ spans }: SearchResult) =>
  new Set(spans.flatMap(({ ranked }) => Object.keys(ranked.scores)));

describe('a cross-encoder', () => {
  it('orders the best spans if the deployment has one, unless the request disables it', async () => {
    const plain = await search(undefined);
    const last = plain.spans.at(-1)?.path ?? '';
    const reranker = createScriptedReranker({ [last]: 1 });
    const found = await search(reranker);
    expect(found.spans[0]?.path).toBe(last);
    expect(found.notes).toEqual([]);
    expect(reranker.calls[0]?.question).toBe(query);
    expect(chunkKeys(found).toSorted()).toEqual(chunkKeys(plain).toSorted());
    for (const refining of [{ reranking: 'none' }] as const)
      expect(chunkKeys(await search(reranker, { refining }))).toEqual(chunkKeys(plain));
    expect(chunkKeys(await search(reranker, { refining: { reranking: 'cross-encoder' } }))).toEqual(
      chunkKeys(found),
    );
    expect(reranker.calls).toHaveLength(2);
  });

  it('reads as many of the best spans as the settings state', async () => {
    const reranker = createScriptedReranker({});
    await search(reranker, { retrieval: { rerankK: 3 } });
    expect(reranker.calls[0]?.texts).toHaveLength(3);
  });

  it('reads only spans that pass the filters', async () => {
    const reranker = createScriptedReranker({});
    const { spans } = await search(reranker, { filters: { kinds: ['test'] } });
    expect(spans.length).toBeGreaterThan(1);
    expect(reranker.calls[0]?.texts).toHaveLength(spans.length);
    for (const text of reranker.calls[0]?.texts ?? []) expect(text).toMatch(/tests\//);
  });

  it('reranks each part of a question separately, and the definitions for all of it', async () => {
    const reranker = createScriptedReranker({});
    const request = 'How are chunks split and joined? How is a parcel uploaded with a token?';
    const { subQueries } = await search(reranker, { query: request });
    expect(subQueries).toHaveLength(2);
    expect(reranker.calls.map(({ question }) => question).toSorted()).toEqual(
      [...subQueries, request].toSorted(),
    );
  });

  it('never receives a secret', async () => {
    const reranker = createScriptedReranker({});
    await search(reranker, { query: 'upload a parcel with the token' });
    const read = JSON.stringify(reranker.calls);
    expect(read).toContain('src/parcel/upload.py');
    for (const secret of Object.values(secrets)) expect(read).not.toContain(secret);
  });

  it('is not used in a search by similarity alone', async () => {
    const reranker = createScriptedReranker({});
    await search(reranker, { byModality: true });
    expect(reranker.calls).toEqual([]);
  });

  it('that fails or is not configured leaves the learned order and a note', async () => {
    const plain = await search(undefined);
    expect(plain.notes).toEqual([]);
    const failed = await search(createScriptedReranker(rerankerError));
    const missing = await search(undefined, { refining: { reranking: 'cross-encoder' } });
    for (const found of [failed, missing]) expect(chunkKeys(found)).toEqual(chunkKeys(plain));
    expect(failed.notes).toEqual([expect.stringMatching(/fitted ranker only.*Workers AI is away/)]);
    expect(missing.notes).toEqual([expect.stringMatching(/no cross-encoder/)]);
  });
});

const findReading = ({ events }: Awaited<ReturnType<typeof askWorkbench>>) =>
  events.find((event) => event.type === 'question')?.reading;

async function collectEvents(
  answer: AsyncIterable<AnswerEvent> | readonly AnswerEvent[],
): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for await (const event of answer) events.push(event);
  return events;
}

const turnRequest = () => ({
  viewer,
  repositoryId: id,
  version: undefined,
  question: query,
  topK: undefined,
  earlier: [],
});

describe('an answer', () => {
  it('notes that the cross-encoder failed, and is not cached', async () => {
    const failing = { ...bench.services, reranker: createScriptedReranker(rerankerError) };
    expect(findReading(await askWorkbench(failing, { id, question: query }))?.notes).toEqual([
      expect.stringMatching(/Workers AI is away/),
    ]);
    const request = turnRequest();
    const first = await takeTurn(failing, { ...request, fresh: false });
    const events = await collectEvents(first.events);
    await first.store(events);
    expect(await takeTurn(failing, { ...request, fresh: false }, () => events)).toMatchObject({
      cached: false,
    });
    const available = { ...bench.services, reranker: createScriptedReranker({}) };
    const whole = await takeTurn(available, { ...request, fresh: false });
    await whole.store(await collectEvents(whole.events));
    expect(await takeTurn(available, { ...request, fresh: false })).toMatchObject({ cached: true });
    expect(findReading(await askWorkbench(available, { id, question: query }))).not.toHaveProperty('notes');
  });

  it('with another reranker has another digest', async () => {
    const request = { ...turnRequest(), fresh: true };
    const digests = await Promise.all(
      [undefined, createScriptedReranker({})].map(
        async (reranker) => (await takeTurn({ ...bench.services, reranker }, request)).digest,
      ),
    );
    expect(new Set(digests).size).toBe(2);
  });
});

const searchWithWeight = (pickedWeight: number) =>
  search(undefined, { refining: { fileSelection: 'map', pickedWeight } });

describe('picked files', () => {
  it('are added only if the request, or else the settings, enable them', async () => {
    expect(scoreNames(await search(undefined))).not.toContain('picked');
    const picked = await search(undefined, { refining: { fileSelection: 'map' } });
    expect(scoreNames(picked)).toContain('picked');
    const retrieval = { fileSelection: 'map' } as const;
    expect(chunkKeys(await search(undefined, { retrieval }))).toEqual(chunkKeys(picked));
    const none = await search(undefined, { retrieval, refining: { fileSelection: 'none' } });
    expect(scoreNames(none)).not.toContain('picked');
  });

  it('have the configured weight', async () => {
    expect(scoreNames(await searchWithWeight(0))).not.toContain('picked');
    const [whole] = (await searchWithWeight(1)).spans;
    expect(whole?.ranked.score).toBe(whole?.ranked.scores['picked']);
    expect(whole?.path).toBe('src/parcel/chunks.py');
  });

  it('respect the filters', async () => {
    const refining = { fileSelection: 'map', pickedWeight: 0.9 } as const;
    const { spans } = await search(undefined, { refining, filters: { kinds: ['docs'] } });
    expect(spans.length).toBeGreaterThan(0);
    for (const { ranked } of spans) expect(ranked.chunk.role).toBe('docs');
  });
});
