/** Ranks requested definitions first and sources before text about them, and explains every score. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkRow } from '../../../../worker/ports/chunk-store.ts';
import { rankSpans, type RankedSpan, type Ranker } from '../../../../worker/retrieval/ranking/rank-spans.ts';
import type { Candidate } from '../../../../worker/retrieval/ranking/candidate.ts';
import { describeCandidates } from '../../../../worker/retrieval/ranking/describe-candidates.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const signingQuestion = readQuestion('How are sessions signed?');
let lastKey = 0;
const candidate = (path: string, more: Partial<Candidate> = {}, chunk: Partial<ChunkRow> = {}): Candidate => {
  lastKey += 1;
  return { chunk: chunkRow(path, { key: lastKey, ...chunk }), bm25: 5, defines: 0, ...more };
};
const rank = (
  question: typeof signingQuestion,
  candidates: readonly Candidate[],
  ranker: Ranker = 'signals',
): readonly RankedSpan[] =>
  rankSpans(
    question,
    describeCandidates(question, candidates, {
      weights: new Map(),
      fusion: 'sum',
      listWeights: { lexical: 0.5, dense: 0.5 },
    }),
    ranker,
  );

describe.each(['signals', 'learned'] as const)('the %s ranker', (ranker) => {
  const order = (question: typeof signingQuestion, candidates: readonly Candidate[]) =>
    rank(question, candidates, ranker).map((span) => span.chunk.path);

  it('ranks the definition of a requested name first, however often other files use it', () => {
    const candidates = [
      candidate('src/uses.py', { bm25: 12 }),
      candidate('src/more.py', { bm25: 11 }),
      candidate('src/defines.py', { bm25: 1, defines: 1 }),
    ];
    expect(order(readQuestion('Where is `signer` defined?'), candidates)[0]).toBe('src/defines.py');
  });

  it('ranks source files first among equal matches', () => {
    const paths = [
      'docs/fr/signing.md',
      'tests/test_a.py',
      'examples/a.py',
      'setup.cfg',
      'docs/signing.md',
      'src/a.py',
    ];
    const ranked = order(
      signingQuestion,
      paths.map((path) => candidate(path)),
    );
    expect(ranked[0]).toBe('src/a.py');
    expect(ranked.indexOf('docs/fr/signing.md')).toBeGreaterThan(ranked.indexOf('docs/signing.md'));
    expect(ranked.indexOf('tests/test_a.py')).toBeGreaterThan(ranked.indexOf('docs/signing.md'));
  });

  it('ranks tests, examples or documents high if the question asks for them', () => {
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

  it('ranks files and names that contain the query words first among equal matches', () => {
    const inName = [candidate('src/other.py'), candidate('src/sessions.py'), candidate('sessions/other.py')];
    expect(order(signingQuestion, inName).at(-1)).toBe('src/other.py');
    const defined = { metadata: { defines: ['SessionSigner'] } };
    expect(order(signingQuestion, [candidate('src/a.py'), candidate('src/b.py', {}, defined)])[0]).toBe(
      'src/b.py',
    );
  });
});

it('the signals ranker prefers a file with several matching chunks', () => {
  const one = candidate('src/one.py', { bm25: 5.1 });
  const several = [1, 2, 3, 4].map(() => candidate('src/several.py', { bm25: 5 }));
  expect(rank(signingQuestion, [one, ...several])[0]?.chunk.path).toBe('src/several.py');
});

it.each(['signals', 'learned'] as const)(
  'the %s ranker lets other files rank between the chunks of one file',
  (ranker) => {
    const many = Array.from({ length: 10 }, () => candidate('src/many.py', { bm25: 5 }));
    const ranked = rank(signingQuestion, [...many, candidate('src/other.py', { bm25: 4.9 })], ranker).map(
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

  it('contains each candidate once, best first, independent of input order', () => {
    fc.assert(
      fc.property(candidates, fc.infiniteStream(fc.nat()), (samples, random) => {
        const input = samples.map(({ path, ...more }, key) => candidate(path, more, { key }));
        const ranked = rank(signingQuestion, input);
        expect(ranked.map((span) => span.chunk.key).toSorted((a, b) => a - b)).toEqual(
          input.map((_, key) => key),
        );
        for (const [index, span] of ranked.slice(1).entries())
          expect(ranked[index]?.score).toBeGreaterThanOrEqual(span.score);
        const places = input.map((one) => ({ one, place: random.next().value }));
        const shuffled = places.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
        expect(rank(signingQuestion, shuffled).map((span) => span.chunk.key)).toEqual(
          ranked.map((span) => span.chunk.key),
        );
      }),
    );
  });

  it('explains each score by its components', () => {
    fc.assert(
      fc.property(candidates, (samples) => {
        const ranked = rank(
          signingQuestion,
          samples.map(({ path, ...more }, key) => candidate(path, more, { key })),
        );
        for (const { score, scores } of ranked) {
          const { role, decay = 1, ...components } = scores;
          const sum = Object.values(components).reduce((total, component) => total + component, 0);
          expect(sum * decay).toBeCloseTo(score, 3);
          expect(role).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('is empty without candidates', () => expect(rank(signingQuestion, [])).toEqual([]));
});
