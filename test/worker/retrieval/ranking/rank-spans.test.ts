/** A ranking: what defines the thing asked for first, sources before what speaks of them, and every score explained. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkRow } from '../../../../worker/ports/chunk-store.ts';
import { rankSpans, type RankedSpan, type Ranker } from '../../../../worker/retrieval/ranking/rank-spans.ts';
import type { Candidate } from '../../../../worker/retrieval/ranking/candidate.ts';
import { describeCandidates } from '../../../../worker/retrieval/ranking/describe-candidates.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const how = readQuestion('How are sessions signed?');
let keys = 0;
const candidate = (path: string, more: Partial<Candidate> = {}, chunk: Partial<ChunkRow> = {}): Candidate => {
  keys += 1;
  return { chunk: chunkRow(path, { key: keys, ...chunk }), bm25: 5, defines: 0, ...more };
};
const rank = (
  question: typeof how,
  candidates: readonly Candidate[],
  ranker: Ranker = 'signals',
): readonly RankedSpan[] =>
  rankSpans(
    question,
    describeCandidates(question, candidates, {
      weights: new Map(),
      fusion: 'sum',
      share: { lexical: 0.5, dense: 0.5 },
    }),
    ranker,
  );

describe.each(['signals', 'learned'] as const)('the first by %s', (ranker) => {
  const order = (question: typeof how, candidates: readonly Candidate[]) =>
    rank(question, candidates, ranker).map((span) => span.chunk.path);

  it('is what defines a name asked for, however often others use it', () => {
    const candidates = [
      candidate('src/uses.py', { bm25: 12 }),
      candidate('src/more.py', { bm25: 11 }),
      candidate('src/defines.py', { bm25: 1, defines: 1 }),
    ];
    expect(order(readQuestion('Where is `signer` defined?'), candidates)[0]).toBe('src/defines.py');
  });

  it('is the source, of pieces that match alike', () => {
    const paths = [
      'docs/fr/signing.md',
      'tests/test_a.py',
      'examples/a.py',
      'setup.cfg',
      'docs/signing.md',
      'src/a.py',
    ];
    const ranked = order(
      how,
      paths.map((path) => candidate(path)),
    );
    expect(ranked[0]).toBe('src/a.py');
    expect(ranked.indexOf('docs/fr/signing.md')).toBeGreaterThan(ranked.indexOf('docs/signing.md'));
    expect(ranked.indexOf('tests/test_a.py')).toBeGreaterThan(ranked.indexOf('docs/signing.md'));
  });

  it('is a test, an example or a document where that is what is asked for', () => {
    const paths = ['src/session.py', 'tests/test_session.py', 'examples/session.py', 'docs/session.md'];
    const candidates = paths.map((path) => candidate(path));
    expect(order(readQuestion('Which tests cover sessions?'), candidates).slice(0, 2)).toContain(
      'tests/test_session.py',
    );
    expect(order(readQuestion('Is there an example of sessions?'), candidates).slice(0, 2)).toContain(
      'examples/session.py',
    );
    expect(order(readQuestion('How do I install sessions?'), candidates)[0]).toBe('docs/session.md');
  });

  it('is the file or the name that bears the words asked for, of pieces that match alike', () => {
    const inName = [candidate('src/other.py'), candidate('src/sessions.py'), candidate('sessions/other.py')];
    expect(order(how, inName).at(-1)).toBe('src/other.py');
    const defined = { metadata: { defines: ['SessionSigner'] } };
    expect(order(how, [candidate('src/a.py'), candidate('src/b.py', {}, defined)])[0]).toBe('src/b.py');
  });
});

it('puts first a piece of the file several of whose pieces match, by signals', () => {
  const one = candidate('src/one.py', { bm25: 5.1 });
  const several = [1, 2, 3, 4].map(() => candidate('src/several.py', { bm25: 5 }));
  expect(rank(how, [one, ...several])[0]?.chunk.path).toBe('src/several.py');
});

it.each(['signals', 'learned'] as const)(
  'makes room for other files after the first of one, by %s',
  (ranker) => {
    const many = Array.from({ length: 10 }, () => candidate('src/many.py', { bm25: 5 }));
    const ranked = rank(how, [...many, candidate('src/other.py', { bm25: 4.9 })], ranker).map(
      (span) => span.chunk.path,
    );
    expect(ranked.indexOf('src/other.py')).toBeLessThan(10);
  },
);

describe('every ranking', () => {
  const paths = fc.constantFrom(
    'src/a.py',
    'src/sessions.py',
    'tests/test_a.py',
    'docs/a.md',
    'README.fr.md',
    'a.json',
  );
  const candidates = fc.array(
    fc.record({
      path: paths,
      bm25: fc.double({ min: 0, max: 30, noNaN: true }),
      defines: fc.constantFrom(0, 0.2, 1),
    }),
    { maxLength: 30 },
  );

  it('holds each candidate once, best first, the same whatever the order they come in', () => {
    fc.assert(
      fc.property(candidates, fc.infiniteStream(fc.nat()), (drawn, random) => {
        const made = drawn.map(({ path, ...more }, key) => candidate(path, more, { key }));
        const ranked = rank(how, made);
        expect(ranked.map((span) => span.chunk.key).toSorted((a, b) => a - b)).toEqual(
          made.map((_, key) => key),
        );
        for (const [index, span] of ranked.slice(1).entries())
          expect(ranked[index]?.score).toBeGreaterThanOrEqual(span.score);
        const places = made.map((one) => ({ one, place: random.next().value }));
        const shuffled = places.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
        expect(rank(how, shuffled).map((span) => span.chunk.key)).toEqual(
          ranked.map((span) => span.chunk.key),
        );
      }),
    );
  });

  it('explains each score by its shares', () => {
    fc.assert(
      fc.property(candidates, (drawn) => {
        const ranked = rank(
          how,
          drawn.map(({ path, ...more }, key) => candidate(path, more, { key })),
        );
        for (const { score, scores } of ranked) {
          const { role, decay = 1, ...shares } = scores;
          const sum = Object.values(shares).reduce((total, share) => total + share, 0);
          expect(sum * decay).toBeCloseTo(score, 3);
          expect(role).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('of nothing is nothing', () => expect(rank(how, [])).toEqual([]));
});
