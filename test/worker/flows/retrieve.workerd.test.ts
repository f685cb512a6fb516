/** Retrieval when a part of it does not answer, and when code is asked with: what is told, how sure it is, what is kept. */
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTreeSitterParser } from '../../../worker/adapters/tree-sitter/parser.ts';
import type { AnswerEvent } from '../../../worker/core/answer.ts';
import { AppError } from '../../../worker/core/errors.ts';
import { openModeViewer as viewer } from '../../../worker/core/viewer.ts';
import { resolveSnapshot } from '../../../worker/flows/versions/resolve-snapshot.ts';
import { retrieve, type Asked } from '../../../worker/flows/retrieve.ts';
import { noFilters } from '../../../worker/flows/search/search-filters.ts';
import type { Services } from '../../../worker/flows/services.ts';
import { takeTurn } from '../../../worker/flows/take-turn.ts';
import type { Embedder } from '../../../worker/ports/embedder.ts';
import { embedTimeoutMs } from '../../../worker/retrieval/embed-queries.ts';
import type { ThreeWayQuery } from '../../../worker/retrieval/retrieve-three-ways.ts';
import { askOf } from '../../support/ask.ts';
import { indexed } from '../../support/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../support/services.ts';
import { smallRepository } from '../../support/small-repository.ts';

const query = 'How are the chunks of a file joined back?';
const away = new AppError('embedder_unavailable', 'The server of m did not answer.');

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openWorkbench(() => ({ parser: createTreeSitterParser() }));
  ({ id } = await indexed(bench, smallRepository));
});

async function find(services: Services, asked: Partial<Asked> = {}) {
  const resolved = await resolveSnapshot(services, viewer, { id, version: undefined });
  return retrieve(services, resolved, { text: query, filters: noFilters, count: 10, ...asked });
}
function withEmbedder(embedQuery: Embedder['embedQuery']): Services {
  const { dense } = bench.services;
  return { ...bench.services, dense: dense && { ...dense, embedder: { ...dense.embedder, embedQuery } } };
}
const failing = (): Services => withEmbedder(() => Promise.reject(away));
const withoutVectors = (): Services => ({ ...bench.services, dense: undefined });
const told = ({ judgement, spans }: Awaited<ReturnType<typeof find>>) => ({
  judgement,
  spans: spans.map(({ ranked }) => [ranked.chunk.path, ranked.chunk.key, ranked.score]),
});

const whole = { least: 0, most: 1 };
const threeWays: ThreeWayQuery = {
  code: undefined,
  weights: { sparse: 1, textDense: 1, codeDense: 1 },
  bounds: { sparse: whole, textDense: whole, codeDense: whole },
};

describe('an embedder that fails', () => {
  it('leaves what words find, judged by words, and a note', async () => {
    const found = await find(failing());
    expect(found.notes).toEqual([expect.stringMatching(/words alone.*The server of m did not answer/)]);
    const byWords = await find(withoutVectors());
    expect(byWords.spans.length).toBeGreaterThan(0);
    expect(told(found)).toEqual(told(byWords));
    expect(byWords.notes).toEqual([]);
    expect((await find(bench.services)).notes).toEqual([]);
  });

  it('leaves as much of a search of three ways, and of each part of several questions', async () => {
    const ways = await find(failing(), { threeWays });
    expect(ways.notes).toEqual([expect.stringMatching(/words alone.*The server of m/)]);
    expect(told(ways)).toEqual(told(await find(withoutVectors(), { threeWays })));
    const text = 'How are chunks split and joined? How is a parcel uploaded with a token?';
    const parts = await find(failing(), { text });
    expect(parts.subQueries).toHaveLength(2);
    expect(parts.notes.filter((note) => /words alone/.test(note))).toHaveLength(1);
  });

  it('is asked once though a misspelt word is looked up again', async () => {
    let calls = 0;
    const services = withEmbedder(() => {
      calls += 1;
      return Promise.reject(away);
    });
    const found = await find(services, { text: 'How are the chunks of a file joiend back?' });
    expect(found.readAs).toBe(query);
    expect(found.notes).toEqual([expect.stringMatching(/words alone/)]);
    expect(calls).toBe(1);
  });
});

it('an embedder that hangs is waited for no longer than a reader would', async () => {
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

it('an answer found by words alone says so, and is not kept for whoever asks the same', async () => {
  const asked = {
    viewer,
    repositoryId: id,
    version: undefined,
    question: query,
    topK: undefined,
    earlier: [],
    fresh: false,
  };
  const tell = async (services: Services) => {
    const turn = await takeTurn(services, asked);
    const events: AnswerEvent[] = [];
    for await (const event of turn.events) events.push(event);
    await turn.keep(events);
    return { cached: turn.cached, question: events.find((event) => event.type === 'question') };
  };
  const first = await tell(failing());
  expect(first.question?.reading.notes).toEqual([expect.stringMatching(/words alone/)]);
  expect(first.question?.reading.refused).toBe(false);
  const second = await tell(bench.services);
  expect(second.cached).toBe(false);
  expect(second.question?.reading).not.toHaveProperty('notes');
  expect((await tell(bench.services)).cached).toBe(true);
});

describe('code that is asked with', () => {
  const text = 'Zeppelins over the harbour';
  const body = (Object.entries(smallRepository).find(([path]) => path === 'src/parcel/chunks.py')?.[1] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .slice(-3)
    .join('\n');

  it('and is there is found for sure, whatever is said beside it', async () => {
    expect((await find(bench.services, { text, threeWays })).judgement.confidence).toBe('out-of-scope');
    const { judgement, spans } = await find(bench.services, {
      text,
      threeWays: { ...threeWays, code: body },
    });
    expect(spans.map(({ path }) => path)).toContain('src/parcel/chunks.py');
    expect(judgement.confidence).toBe('high');
    expect(judgement).not.toHaveProperty('judged');
  });

  it('and is not leaves the judgement to the words', async () => {
    const code = 'harbour.moor(zeppelin, mast=tallest(masts))';
    const { judgement } = await find(bench.services, { text, threeWays: { ...threeWays, code } });
    expect(judgement.confidence).toBe('out-of-scope');
  });
});

it('a search of three ways tells what it was given and has no use for, before what failed', async () => {
  const { notes } = await find(failing(), {
    threeWays,
    ranking: { fusion: 'rrf' },
    refining: { fileSelection: 'map' },
  });
  expect(notes).toEqual([
    expect.stringMatching(/^`fusion`/),
    expect.stringMatching(/^`fileSelection`/),
    expect.stringMatching(/^Searched by words alone/),
  ]);
});

const trimming = (name: string): string => `def ${name}(tokens):
    """Trim the tokens of a line before they are kept."""
    return [token.strip() for token in tokens]
`;

it('answers each of several questions from the folder it names', async () => {
  const parts = await openWorkbench(() => ({ parser: createTreeSitterParser() }));
  const { id: own } = await indexed(parts, {
    'src/lexer/trim.py': trimming('trim_read'),
    'src/printer/trim.py': trimming('trim_shown'),
    'src/store/trim.py': trimming('trim_kept'),
    'README.md': '# Lines\n\nTokens of lines.\n',
  });
  const question =
    'How are tokens trimmed in the printer package, and where are tokens trimmed in the store package?';
  const told = await askOf(parts.services, { id: own, question, topK: 2 });
  const [first] = told.events;
  expect(first).toMatchObject({
    reading: {
      subQueries: [expect.stringContaining('in `src/printer/`'), expect.stringContaining('in `src/store/`')],
    },
  });
  const paths = [...told.evidence.values()].map(({ path }) => path);
  expect(paths.slice(0, 2).toSorted()).toEqual(['src/printer/trim.py', 'src/store/trim.py']);
});
