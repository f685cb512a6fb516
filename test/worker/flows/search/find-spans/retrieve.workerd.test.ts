/** Tests the notes, confidence and caching of retrieval when the embedder fails, and when the request contains code. */
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTreeSitterParser } from '../../../../../worker/adapters/tree-sitter/parser.ts';
import type { AnswerEvent } from '../../../../../worker/core/answers/answer.ts';
import { AppError } from '../../../../../worker/core/errors.ts';
import { openModeViewer as viewer } from '../../../../../worker/core/viewer.ts';
import { takeTurn } from '../../../../../worker/flows/answer/conversation/take-turn.ts';
import type { RetrievalRequest } from '../../../../../worker/flows/search/find-spans/finding.ts';
import { retrieve } from '../../../../../worker/flows/search/find-spans/retrieve.ts';
import { noFilters } from '../../../../../worker/flows/search/search-filters.ts';
import type { Services } from '../../../../../worker/flows/services.ts';
import { resolveSnapshot } from '../../../../../worker/flows/versions/resolve-snapshot.ts';
import type { Embedder } from '../../../../../worker/ports/embedder.ts';
import { embedTimeoutMs } from '../../../../../worker/retrieval/search/embed-queries.ts';
import type { ModalityQuery } from '../../../../../worker/retrieval/search/retrieve-by-modality.ts';
import { askWorkbench } from '../../../../support/samples/ask-workbench.ts';
import { uploadAndIndex } from '../../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../../support/workbench/workbench.ts';
import { smallRepository } from '../../../../support/files/small-repository.ts';

const query = 'How are the chunks of a file joined back?';
const embedderError = new AppError('embedder_unavailable', 'The server of m did not answer.');

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openWorkbench(() => ({ parser: createTreeSitterParser() }));
  ({ id } = await uploadAndIndex(bench, smallRepository));
});

async function find(services: Services, request: Partial<RetrievalRequest> = {}) {
  const resolved = await resolveSnapshot(services, viewer, { id, version: undefined });
  return retrieve(services, resolved, { text: query, filters: noFilters, count: 10, ...request });
}
function withEmbedder(embedQuery: Embedder['embedQuery']): Services {
  const { dense } = bench.services;
  return { ...bench.services, dense: dense && { ...dense, embedder: { ...dense.embedder, embedQuery } } };
}
const withFailingEmbedder = (): Services => withEmbedder(() => Promise.reject(embedderError));
const withoutVectors = (): Services => ({ ...bench.services, dense: undefined });
const getComparableResult = ({ assessment, spans }: Awaited<ReturnType<typeof find>>) => ({
  assessment,
  spans: spans.map(({ ranked }) => [ranked.chunk.path, ranked.chunk.key, ranked.score]),
});

const fullRange = { least: 0, most: 1 };
const modalityQuery: ModalityQuery = {
  code: undefined,
  weights: { sparse: 1, textDense: 1, codeDense: 1 },
  bounds: { sparse: fullRange, textDense: fullRange, codeDense: fullRange },
};

describe('an embedder that fails', () => {
  it('falls back to keyword results and a keyword assessment, with a note', async () => {
    const found = await find(withFailingEmbedder());
    expect(found.notes).toEqual([expect.stringMatching(/keywords only.*The server of m did not answer/)]);
    const byWords = await find(withoutVectors());
    expect(byWords.spans.length).toBeGreaterThan(0);
    expect(getComparableResult(found)).toEqual(getComparableResult(byWords));
    expect(byWords.notes).toEqual([]);
    expect((await find(bench.services)).notes).toEqual([]);
  });

  it('falls back in a search by modality and in a question with several parts, with one note', async () => {
    const byModality = await find(withFailingEmbedder(), { modalityQuery: modalityQuery });
    expect(byModality.notes).toEqual([expect.stringMatching(/keywords only.*The server of m/)]);
    expect(getComparableResult(byModality)).toEqual(
      getComparableResult(await find(withoutVectors(), { modalityQuery: modalityQuery })),
    );
    const text = 'How are chunks split and joined? How is a parcel uploaded with a token?';
    const parts = await find(withFailingEmbedder(), { text });
    expect(parts.subQueries).toHaveLength(2);
    expect(parts.notes.filter((note) => /keywords only/.test(note))).toHaveLength(1);
  });

  it('is called once, even if the search repeats with corrected spelling', async () => {
    let calls = 0;
    const services = withEmbedder(() => {
      calls += 1;
      return Promise.reject(embedderError);
    });
    const found = await find(services, { text: 'How are the chunks of a file joiend back?' });
    expect(found.readAs).toBe(query);
    expect(found.notes).toEqual([expect.stringMatching(/keywords only/)]);
    expect(calls).toBe(1);
  });
});

it('stops waiting for an unresponsive embedder at the time limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const services = withEmbedder(() => {
    void vi.advanceTimersByTimeAsync(embedTimeoutMs);
    return new Promise(() => undefined);
  });
  const found = await find(services);
  expect(found.notes).toEqual([expect.stringMatching(new RegExp(`within ${embedTimeoutMs} ms`))]);
  expect(found.spans.length).toBeGreaterThan(0);
});

it('notes that an answer was found by keywords only, and does not cache it', async () => {
  const request = {
    viewer,
    repositoryId: id,
    version: undefined,
    question: query,
    topK: undefined,
    earlier: [],
    fresh: false,
  };
  const answerOnce = async (services: Services) => {
    const turn = await takeTurn(services, request);
    const events: AnswerEvent[] = [];
    for await (const event of turn.events) events.push(event);
    await turn.store(events);
    return { cached: turn.cached, question: events.find((event) => event.type === 'question') };
  };
  const first = await answerOnce(withFailingEmbedder());
  expect(first.question?.reading.notes).toEqual([expect.stringMatching(/keywords only/)]);
  expect(first.question?.reading.refused).toBe(false);
  const second = await answerOnce(bench.services);
  expect(second.cached).toBe(false);
  expect(second.question?.reading).not.toHaveProperty('notes');
  expect((await answerOnce(bench.services)).cached).toBe(true);
});

describe('code in the request', () => {
  const text = 'Zeppelins over the harbour';
  const body = (Object.entries(smallRepository).find(([path]) => path === 'src/parcel/chunks.py')?.[1] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .slice(-3)
    .join('\n');

  it('that the repository contains is found with high confidence, whatever the question is', async () => {
    expect((await find(bench.services, { text, modalityQuery: modalityQuery })).assessment.confidence).toBe(
      'out-of-scope',
    );
    const { assessment, spans } = await find(bench.services, {
      text,
      modalityQuery: { ...modalityQuery, code: body },
    });
    expect(spans.map(({ path }) => path)).toContain('src/parcel/chunks.py');
    expect(assessment.confidence).toBe('high');
    expect(assessment).not.toHaveProperty('estimate');
  });

  it('that the repository does not contain does not raise the confidence', async () => {
    const code = 'harbour.moor(zeppelin, mast=tallest(masts))';
    const { assessment } = await find(bench.services, {
      text,
      modalityQuery: { ...modalityQuery, code },
    });
    expect(assessment.confidence).toBe('out-of-scope');
  });
});

it('notes ignored options before failures in a search by modality', async () => {
  const { notes } = await find(withFailingEmbedder(), {
    modalityQuery: modalityQuery,
    ranking: { fusion: 'rrf' },
    refining: { fileSelection: 'map' },
  });
  expect(notes).toEqual([
    expect.stringMatching(/^`fusion`/),
    expect.stringMatching(/^`fileSelection`/),
    expect.stringMatching(/^Searched by keywords only/),
  ]);
});

const trimming = (name: string): string => `def ${name}(tokens):
    """Trim the tokens of a line before they are kept."""
    return [token.strip() for token in tokens]
`;

it('answers each of several questions from its named folder', async () => {
  const parts = await openWorkbench(() => ({ parser: createTreeSitterParser() }));
  const { id: own } = await uploadAndIndex(parts, {
    'src/lexer/trim.py': trimming('trim_read'),
    'src/printer/trim.py': trimming('trim_shown'),
    'src/store/trim.py': trimming('trim_kept'),
    'README.md': '# Lines\n\nTokens of lines.\n',
  });
  const question =
    'How are tokens trimmed in the printer package, and where are tokens trimmed in the store package?';
  const answer = await askWorkbench(parts.services, { id: own, question, topK: 2 });
  const [first] = answer.events;
  expect(first).toMatchObject({
    reading: {
      subQueries: [expect.stringContaining('in `src/printer/`'), expect.stringContaining('in `src/store/`')],
    },
  });
  const paths = [...answer.evidence.values()].map(({ path }) => path);
  expect([...new Set(paths)].slice(0, 2).toSorted()).toEqual(['src/printer/trim.py', 'src/store/trim.py']);
});
