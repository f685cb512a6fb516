/** Answers about a small repository, from the upload to checked claims: every citation opens, and answers about unknown things decline. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import type { EarlierTurn } from '../../../../worker/core/answers/conversation.ts';
import { findSignatureProblem } from '../../../../worker/core/answers/receipt.ts';
import { splitLines } from '../../../../worker/core/text/decode-text.ts';
import { sha256 } from '../../../../worker/core/text/hash.ts';
import { askWorkbench } from '../../../support/samples/ask-workbench.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import { openAnsweringWorkbench } from '../../../support/workbench/open-answering-workbench.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';
import { smallRepository } from '../../../support/files/small-repository.ts';

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openAnsweringWorkbench();
  ({ id } = await uploadAndIndex(bench, smallRepository));
});

const ask = (
  question: string,
  more: { version?: string; topK?: number; earlier?: readonly EarlierTurn[] } = {},
) => askWorkbench(bench.services, { id, question, ...more });

/** Returns the ranks of the quoted definitions. A block and a sentence of one definition have the same rank. */
const definitionRanks = async (question: string, topK: number) => [
  ...new Set([...(await ask(question, { topK })).evidence.values()].flatMap(({ rank }) => rank ?? [])),
];

const answerable = [
  [
    'Where are the chunks of a file joined back?',
    'lookup',
    /^Look first at `ChunkStore\.join_chunks` in `src\/parcel\/chunks\.py` .*\n\n`ChunkStore\.join_chunks`, lines 14–17:\n```python\ndef join_chunks.*rows = self\.database/s,
  ],
  [
    'What does `join_chunks` do?',
    'lookup',
    /^`ChunkStore\.join_chunks` is a method in `src\/parcel\/chunks\.py`, lines 14–17/,
  ],
  ['ChunkStore', 'lookup', /“Stores the chunks of every file in the order of their ordinals\.”/],
  ['What does ParcelError mean?', 'lookup', /`class ParcelError\(Exception\):?`/],
  ['What is in src/parcel/chunks.py?', 'lookup', /defines `MAX_TOKENS` \[chunk:e\d+\], `ChunkStore`/],
  [
    'How is text cut?',
    'how',
    /^Look first at `ChunkStore\.cut` in `src\/parcel\/chunks\.py` .*\n\n`ChunkStore\.cut`, lines 19–25:\n```python\n.*piece, text = text\[:budget\], text\[budget:\].*### Also relevant \(4\)/s,
  ],
  [
    'What happens if the joined text differs from the expected hash?',
    'how',
    /^Look first at `verify` in `src\/parcel\/chunks\.py` .*\n\n`verify`, documented as “Compares the joined text with .*```python\n.*raise ParcelError\(path\)/s,
  ],
  [
    'How do I install it?',
    'docs',
    /`README\.md`, lines 1–7, under “Install”, says: “Run `pip install parcel`/,
  ],
  ['What is this project?', 'docs', /“Parcel packs the files of a folder into one archive/],
] as const;

describe('a question that the repository answers', () => {
  it.each(answerable)(
    'gets an answer with verified claims: %s',
    async (question, questionClass, expected) => {
      const { text, claims, verdict } = await ask(question);
      expect(verdict).toMatchObject({ class: questionClass, refused: false, answerer: 'embedded' });
      expect(text).toMatch(expected);
      expect(claims.length).toBeGreaterThan(0);
      expect(claims.filter((claim) => claim.state !== 'verified')).toEqual([]);
    },
  );

  it.each(answerable)('gets citations that open their lines: %s', async (question) => {
    const { claims, evidence } = await ask(question);
    for (const cited of claims.flatMap((claim) => claim.citations)) {
      const span = evidence.get(cited);
      const content =
        smallRepository[span?.path ?? ''] ?? expect.fail(`nothing was indexed as ${span?.path}`);
      const lines = splitLines(content).slice((span?.startLine ?? 0) - 1, span?.endLine);
      expect(span?.fileHash).toBe(await sha256(content));
      expect(span?.spanHash).toBe(await sha256(lines.join('')));
      expect(span?.url).toContain(`/r/${id}/files/`);
      expect(span?.url).toContain(`#L${span?.startLine}-L${span?.endLine}`);
    }
  });

  it('gets the events question, sources, text, each claim first pending then checked, coverage, receipt and end, in this order', async () => {
    const { events, claims } = await ask('What does `join_chunks` do?');
    const types = events.map((event) => event.type);
    expect(types.slice(0, 3)).toEqual(['question', 'sources', 'text']);
    expect(types.slice(-3)).toEqual(['coverage', 'receipt', 'end']);
    for (const { id: claim } of claims) {
      const states = events.flatMap((event) =>
        event.type === 'claim' && event.claim.id === claim ? [event.claim.state] : [],
      );
      expect(states).toEqual(['pending', 'verified']);
    }
    expect(events.at(-3)).toMatchObject({
      coverage: { files: 8, skipped: 0, commit: expect.stringMatching(/^tree-/) },
    });
  });

  it('gets a signed receipt that contains the cited spans with the hashes of the stored text', async () => {
    const { events, text, claims, evidence } = await ask('Where are the chunks of a file joined back?');
    const answer = events.find((event) => event.type === 'receipt');
    if (answer === undefined) throw new Error('The answer has no receipt');
    const { receipt } = answer;
    expect(await findSignatureProblem(receipt)).toBeUndefined();
    expect(receipt).toMatchObject({
      question: 'Where are the chunks of a file joined back?',
      refused: false,
      answerer: 'embedded',
      degraded: null,
      textHash: await sha256(text.trim()),
      repository: { id, kind: 'upload', source: null },
      build: 'test',
    });
    expect(receipt.claims.map(({ text: statement, state }) => [statement, state])).toEqual(
      claims.map(({ text: statement, state }) => [statement, state]),
    );
    const cited = new Set(claims.flatMap(({ citations }) => citations));
    expect(receipt.spans.map((span) => span.evidence)).toEqual(
      [...evidence.keys()].filter((id) => cited.has(id)),
    );
    for (const { path, startLine, endLine, fileHash, spanHash } of receipt.spans) {
      const file = String(smallRepository[path]);
      expect(fileHash).toBe(await sha256(file));
      expect(spanHash).toBe(
        await sha256(
          splitLines(file)
            .slice(startLine - 1, endLine)
            .join(''),
        ),
      );
    }
  });

  it('gets as many definitions as requested', async () => {
    expect(await definitionRanks('How is a parcel made of chunks?', 1)).toEqual([1]);
    expect(await definitionRanks('How is a parcel made of chunks?', 4)).toHaveLength(4);
  });

  it('gets each definition once: quoted, or named with those that are also relevant', async () => {
    const { text, evidence } = await ask('How is text cut?');
    const named = [...text.matchAll(/`([\w.]+)` in `/g)].map((match) => match[1]);
    expect(named.length).toBeGreaterThan(3);
    expect(new Set(named).size).toBe(named.length);
    for (const { scores, rank } of evidence.values()) {
      expect(Object.keys(scores)).not.toEqual([]);
      expect(rank).toBeGreaterThan(0);
    }
  });
});

describe('several questions in one', () => {
  const joined = 'How are the chunks of a file joined back';

  it('are answered as far as possible, and the reading lists the questions without an answer', async () => {
    const unrelated = 'how does the Kafka consumer group rebalance its partitions';
    const { events, text, claims, verdict } = await ask(`${joined} and ${unrelated}?`);
    expect(verdict).toMatchObject({ class: 'how', confidence: 'high', refused: false });
    expect(events[0]).toMatchObject({
      reading: {
        subQueries: [joined, unrelated],
        notes: [`The repository contains no answer to “${unrelated}”.`],
      },
    });
    expect(text).toMatch(/```python\n.*Joins the chunks of a file back into its text\./s);
    expect(claims.length).toBeGreaterThan(0);
    expect(claims.filter(({ state }) => state !== 'verified')).toEqual([]);
  });
});

describe('a question that the repository does not answer', () => {
  it.each([
    ['about another subject', 'How does the Kafka consumer group rebalance its partitions?', '`kafka`'],
    ['about an unknown name', 'Where is `frobnicate_all` defined?', '`frobnicate_all`'],
    ['about an unknown path', 'What does src/parcel/nowhere.py do?', '`src/parcel/nowhere.py`'],
    ['made of punctuation', '?!? 🚀', ''],
  ])('%s is declined with a statement of what was searched', async (_, question, missing) => {
    const { events, text, claims, evidence, verdict } = await ask(question);
    expect(verdict).toMatchObject({ class: 'out-of-scope', confidence: 'out-of-scope', refused: true });
    expect(events[0]).toMatchObject({ type: 'question', reading: { class: 'out-of-scope' } });
    expect(text).toContain('Searched: 8 files');
    expect(text).toContain(missing);
    expect(claims).toEqual([]);
    expect(evidence.size).toBe(0);
    const receipt = events.flatMap((event) => (event.type === 'receipt' ? [event.receipt] : []))[0];
    expect(receipt).toMatchObject({
      refused: true,
      claims: [],
      spans: [],
      textHash: await sha256(text.trim()),
    });
  });

  it.each([
    ['Where is `join_chunk` defined?', 'ChunkStore.join_chunks'],
    ['What does `JoinChunks` do?', 'ChunkStore.join_chunks'],
    ['How does ParcelEror work?', 'ParcelError'],
    ['where is chunkstoer', 'ChunkStore'],
    ['What does `ChunkStore.joni_chunks` return?', 'ChunkStore.join_chunks'],
  ])('gets the closest names: %s', async (question, meant) => {
    const { events, text } = await ask(question);
    const declined = events.find((event) => event.type === 'declined');
    expect(declined?.searched.nearest.map(({ name }) => name)).toContain(meant);
    expect(text).toContain(`\`${meant}\``);
  });

  it('gets no suggested names if none is similar', async () => {
    const { events } = await ask('Where is `frobnicate_everything` defined?');
    const declined = events.find((event) => event.type === 'declined');
    expect(declined?.searched.nearest).toEqual([]);
  });

  it('about an empty file is declined with the note that the file is empty', async () => {
    const { text, verdict } = await ask('What is in src/parcel/__init__.py?');
    expect(verdict).toMatchObject({ refused: true });
    expect(text).toContain('`src/parcel/__init__.py` is there, and is empty.');
  });
});

it.each([
  ['How does the client/server communication of join_chunks work?'],
  ['Does `join_chunks` join and/or cut?'],
  ['What does `upload` do with `for` and `x`?'],
])('does not decline a question for words that only look like paths or names: %s', async (question) => {
  expect((await ask(question)).verdict).toMatchObject({ refused: false });
});

describe('a question that is too broad', () => {
  it.each(['explain everything', 'How does it all work?', 'Where is it and how does it do that?'])(
    'gets suggestions of narrower questions: %s',
    async (question) => {
      const { events, text, claims, verdict } = await ask(question);
      expect(verdict).toMatchObject({ class: 'too-broad', confidence: 'low', refused: false });
      expect(events[0]).toMatchObject({ type: 'question', reading: { class: 'too-broad', refused: false } });
      expect(text).toContain('Ask about one part of it');
      expect(claims).toEqual([]);
      const suggested = events.flatMap((event) => (event.type === 'suggestions' ? event.questions : []));
      expect(suggested.length).toBeGreaterThanOrEqual(3);
      for (const narrower of suggested)
        expect((await ask(narrower)).verdict, narrower).toMatchObject({ confidence: 'high', refused: false });
    },
  );
});

/** Asks a question and returns it as an earlier turn. */
const answerAsEarlierTurn = async (question: string) => {
  const { events } = await ask(question);
  return { question, subjects: events.flatMap((event) => (event.type === 'end' ? event.subjects : [])) };
};

it('answers several questions from the best results of each', async () => {
  const { events, evidence } = await ask('How is text cut and where is the archive uploaded?');
  expect(events[0]).toMatchObject({
    reading: { refused: false, subQueries: ['How is text cut', 'where is the archive uploaded'] },
  });
  expect([...evidence.values()].map(({ path }) => path)).toEqual(
    expect.arrayContaining(['src/parcel/chunks.py', 'src/parcel/upload.py']),
  );
});

describe('a follow-up', () => {
  it('is answered in its rewritten form, which the reading states', async () => {
    const before = [await answerAsEarlierTurn('What does `join_chunks` do?')];
    const { events, text } = await ask('who calls it?', { earlier: before });
    expect(events[0]).toMatchObject({
      reading: {
        asked: 'who calls it?',
        text: 'Who calls `ChunkStore.join_chunks`?',
        carried: ['ChunkStore.join_chunks'],
      },
    });
    expect(text).toContain('`verify`');
  });

  it('to a declined question refers to the subject of the turn before', async () => {
    const before = [
      await answerAsEarlierTurn('What does `join_chunks` do?'),
      await answerAsEarlierTurn('Where is `frobnicate` defined?'),
    ];
    const { events } = await ask('what does it return?', { earlier: before });
    expect(events[0]).toMatchObject({ reading: { text: 'What does `ChunkStore.join_chunks` return?' } });
  });
});

describe('a version', () => {
  it('in the request answers the question', async () => {
    const changed = {
      ...smallRepository,
      'src/parcel/errors.py': 'class ParcelError(Exception):\n    """Changed."""\n',
    };
    const { snapshotId } = await uploadAndIndex(bench, changed, { ref: 'next' });
    expect((await ask('What does ParcelError mean?', { version: 'next' })).text).toContain('“Changed.”');
    const [, older] = await bench.services.catalog.listSnapshots([id]);
    const before = await ask('What does ParcelError mean?', { version: older?.id ?? '' });
    expect(before.text).toContain('“Raised when');
    for (const { url } of before.evidence.values()) expect(url).toContain(`version=${older?.id}`);
    expect(older?.id).not.toBe(snapshotId);
  });

  it('that does not exist is rejected before any event', async () => {
    await expect(ask('What does ParcelError mean?', { version: 'nowhere' })).rejects.toMatchObject({
      code: 'version_not_found',
    });
  });
});

it('verifies no claim against a stored file that was changed', async () => {
  const other = await openWorkbench(() => ({ parser: createTreeSitterParser() }));
  const added = await uploadAndIndex(other, smallRepository);
  const { chunkStore } = other.services;
  const services = {
    ...other.services,
    chunkStore: {
      ...chunkStore,
      readFiles: async (...request: Parameters<typeof chunkStore.readFiles>) =>
        (await chunkStore.readFiles(...request)).map((file) => ({
          ...file,
          text: file.text.replace('Joins', 'Deletes'),
        })),
    },
  };
  const { events } = await askWorkbench(services, { id: added.id, question: 'What does `join_chunks` do?' });
  const states = events.flatMap((event) => (event.type === 'claim' ? [event.claim.state] : []));
  expect([...new Set(states)]).toEqual(['pending', 'unsupported']);
});

it('lists the copies of a cited page', async () => {
  const repository = await uploadAndIndex(bench, {
    ...smallRepository,
    'docs/en/signing.md': '# Signing { #signing }\n\nA parcel is signed before it is sent to anyone.\n',
    'docs/fr/signing.md': '# Signing { #signing }\n\nUn parcel est signed avant son envoi.\n',
  });
  const question = 'What do the docs say about how a parcel is signed before it is sent?';
  const { evidence } = await askWorkbench(bench.services, { id: repository.id, question });
  const page = [...evidence.values()].find(({ path }) => path === 'docs/en/signing.md');
  expect(page?.copies).toEqual([{ path: 'docs/fr/signing.md', startLine: 1, endLine: 3 }]);
});

it('labels a source by its matching definition, wherever the definition starts in the source', async () => {
  const parts = {
    'src/parts.ts':
      '/** Most stamps of a parcel. */\nexport const mostStamps = 9;\n\n/** How a parcel is sealed with wax. */\nexport const sealing = 2;\n',
  };
  const repository = await uploadAndIndex(bench, parts);
  const { claims, evidence } = await askWorkbench(bench.services, {
    id: repository.id,
    question: 'How is a parcel sealed with wax?',
  });
  const [first, block] = claims;
  expect(first?.text).toMatch(/^Look first at `sealing` in `src\/parts\.ts`/);
  expect(block?.text).toMatch(/^`sealing`, lines 2–5:\n.*const sealing = 2;/s);
  const cited = evidence.get(block?.citations[0] ?? '');
  expect(cited).toMatchObject({ startLine: 2, symbol: 'sealing' });
});
