/** Each ranking feature measures what its name says, independent of candidate order. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkRow } from '../../../../worker/ports/chunk-store.ts';
import type { Candidate } from '../../../../worker/retrieval/ranking/candidate.ts';
import { describeCandidates } from '../../../../worker/retrieval/ranking/describe-candidates.ts';
import {
  featureNames,
  type FeatureName,
  type Features,
} from '../../../../worker/retrieval/ranking/feature-names.ts';
import { fusions } from '../../../../worker/retrieval/ranking/fuse-lists.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const questionText = 'How are sessions signed?';
const options = {
  weights: new Map<string, number>(),
  fusion: 'sum',
  listWeights: { lexical: 0.5, dense: 0.5 },
} as const;
const candidate = (
  path: string,
  chunk: Partial<ChunkRow> = {},
  more: Partial<Candidate> = {},
): Candidate => ({
  chunk: chunkRow(path, chunk),
  bm25: 1,
  defines: 0,
  ...more,
});
const featuresFor = (sample: Candidate, question = questionText): Features =>
  describeCandidates(readQuestion(question), [sample], options)[0]?.features ?? expect.fail();

describe('word features are higher if the question matches', () => {
  it.each<[string, FeatureName, Candidate, Candidate]>([
    ['the file’s name', 'stem', candidate('src/session.py'), candidate('session/other.py')],
    ['the complete file name', 'stemCovered', candidate('session.py'), candidate('session_basket.py')],
    ['the folders', 'folders', candidate('session/other.py'), candidate('src/session.py')],
    ['a complete folder name', 'foldersCovered', candidate('a/session/b.py'), candidate('a/b/c.py')],
    [
      'a defined name',
      'names',
      candidate('a.py', { metadata: { defines: ['SessionSigned'] } }),
      candidate('a.py', { metadata: { defines: ['Basket'] } }),
    ],
    [
      'the complete last part of a name',
      'nameCovered',
      candidate('a.py', { metadata: { defines: ['Basket.session'] } }),
      candidate('a.py', { metadata: { defines: ['session.Basket'] } }),
    ],
    [
      'the signature',
      'signature',
      candidate('a.py', { metadata: { defines: [], signature: 'def f(session)' } }),
      candidate('a.py', { metadata: { defines: [], signature: 'def f(basket)' } }),
    ],
    [
      'the documentation',
      'documentation',
      candidate('a.py', { metadata: { defines: [], documentation: 'Signs it.' } }),
      candidate('a.py', { metadata: { defines: [], documentation: 'Sells it.' } }),
    ],
    ['all of these combined', 'described', candidate('a.py', { symbol: 'signed' }), candidate('a.py')],
  ])('%s', (_, feature, more, less) => {
    expect(featuresFor(more)[feature]).toBeGreaterThan(featuresFor(less)[feature]);
  });

  it('the headings of a document, which are its names', () => {
    const document = candidate('docs/a.md', { metadata: { defines: [], headings: ['Sessions are signed'] } });
    expect(featuresFor(document).names).toBe(1);
  });

  it('a folder; a file at the root has none', () =>
    expect(featuresFor(candidate('session.py'))).toMatchObject({ folders: 0, foldersCovered: 0 }));
});

describe('file and chunk features', () => {
  it.each<[FeatureName, string, string]>([
    ['isEntry', 'src/index.ts', 'src/indexes.ts'],
    ['isEntry', 'pkg/__init__.py', 'pkg/init.py'],
    ['isLegacy', 'src/legacy/a.ts', 'src/legation/a.ts'],
    ['isChangelog', 'CHANGELOG.md', 'README.md'],
    ['isStub', 'src/a.d.ts', 'src/a.ts'],
    ['isStub', 'src/a.pyi', 'src/a.py'],
    ['isTest', 'tests/test_a.py', 'src/a.py'],
    ['isExample', 'examples/a.py', 'src/a.py'],
    ['isDocs', 'docs/a.md', 'src/a.py'],
    ['isTranslation', 'docs/fr/a.md', 'docs/a.md'],
    ['isConfig', 'package.json', 'src/a.ts'],
  ])('%s is 1 for %s and 0 for %s', (feature, path, other) => {
    expect(featuresFor(candidate(path))[feature]).toBe(1);
    expect(featuresFor(candidate(other))[feature]).toBe(0);
  });

  it.each<[FeatureName, Partial<ChunkRow>, Partial<ChunkRow>]>([
    ['fileRank', { fileRank: 50 }, { fileRank: 2 }],
    ['chunkLines', { startLine: 1, endLine: 90 }, { startLine: 80, endLine: 90 }],
    ['fileLines', { lines: 900 }, { lines: 90 }],
    ['defined', { metadata: { defines: ['a', 'b', 'c'] } }, { metadata: { defines: ['a'] } }],
    ['exported', { metadata: { defines: [], exports: ['a'] } }, { metadata: { defines: [], exports: [] } }],
  ])('%s is higher for %j than for %j', (feature, more, less) =>
    expect(featuresFor(candidate('a.py', more))[feature]).toBeGreaterThan(
      featuresFor(candidate('a.py', less))[feature],
    ),
  );

  it('depth grows with each folder', () =>
    expect(featuresFor(candidate('a/b/c/d.py')).depth).toBeGreaterThan(
      featuresFor(candidate('a/b.py')).depth,
    ));
});

describe('role features', () => {
  it.each<[FeatureName, string, string]>([
    ['isTest', 'tests/test_a.py', 'Which tests cover sessions?'],
    ['isExample', 'examples/a.py', 'Is there an example of sessions?'],
    ['isDocs', 'docs/a.md', 'How do I install it?'],
  ])('%s is set for %s unless the question asks for that role: %s', (feature, path, question) => {
    expect(featuresFor(candidate(path))).toMatchObject({ [feature]: 1, isAskedFor: 0, sourceFused: 0 });
    expect(featuresFor(candidate(path), question)).toMatchObject({
      [feature]: 0,
      isAskedFor: 1,
      sourceFused: 0.5,
    });
  });

  it('a source file is a source for every question and is never specially requested', () =>
    expect(featuresFor(candidate('src/a.py'), 'Which tests cover sessions?')).toMatchObject({
      isAskedFor: 0,
      sourceFused: 0.5,
      sourceFileBest: 0.5,
    }));
});

describe('search features', () => {
  it('contain the search results of a candidate', () => {
    const sample = candidate('a.py', {}, { defines: 0.7, containsName: true, bm25: 4, similarity: 0.3 });
    expect(featuresFor(sample)).toMatchObject({ defines: 0.7, holdsName: 1, bm25: 1, dense: 1, fused: 1 });
    expect(featuresFor(candidate('a.py', {}, { bm25: 0 }))).toMatchObject({
      holdsName: 0,
      fused: 0,
      bm25: 0,
    });
  });

  it('weigh each list in the fused score by its configured weight', () => {
    const [byWords, byMeaning] = [
      candidate('a.py', { key: 1 }, { bm25: 3 }),
      candidate('b.py', { key: 2 }, { bm25: 0, similarity: 0.5 }),
    ];
    const fusedWith = (lexical: number, dense: number) =>
      describeCandidates(readQuestion(questionText), [byWords, byMeaning], {
        ...options,
        listWeights: { lexical, dense },
      }).map(({ features }) => features.fused);
    expect(fusedWith(3, 1)).toEqual([0.75, 0.25]);
    expect(fusedWith(0, 1)).toEqual([0, 1]);
  });
});

describe('for any candidates', () => {
  const chunk = fc.record({
    path: fc.constantFrom(
      'src/session.py',
      'src/a.py',
      'tests/test_a.py',
      'docs/fr/a.md',
      'a/b/c/d/e/f/g/h/i/j/k/l.ts',
    ),
    bm25: fc.double({ min: 0, max: 40, noNaN: true }),
    similarity: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
    defines: fc.constantFrom(0, 0.2, 1),
    fileRank: fc.double({ min: 0, max: 99, noNaN: true }),
    lines: fc.nat({ max: 4_000 }),
    defined: fc.nat({ max: 19 }),
  });

  it('every feature is present, between 0 and 1, and independent of candidate order', () => {
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 25 }), fc.constantFrom(...fusions), (samples, fusion) => {
        const candidates = samples.map(({ path, fileRank, lines, defined, ...more }, key) =>
          candidate(
            path,
            {
              key,
              fileRank,
              lines,
              metadata: { defines: Array.from({ length: defined }, (_, at) => `n${at}`) },
            },
            more,
          ),
        );
        const question = readQuestion(questionText);
        const described = describeCandidates(question, candidates, { ...options, fusion });
        for (const { features } of described) {
          expect(Object.keys(features).toSorted()).toEqual([...featureNames].toSorted());
          expect(Object.entries(features).filter(([, value]) => !(value >= 0 && value <= 1))).toEqual([]);
        }
        const reversed = describeCandidates(question, candidates.toReversed(), {
          ...options,
          fusion,
        }).toReversed();
        for (const [at, { candidate: sample, features }] of described.entries()) {
          expect(reversed[at]?.candidate).toBe(sample);
          const difference = (name: FeatureName): number =>
            Math.abs((reversed[at]?.features[name] ?? NaN) - features[name]);
          expect(featureNames.filter((name) => !(difference(name) < 1e-9))).toEqual([]);
        }
      }),
    );
  });

  it('feature names are unique', () => expect(new Set(featureNames).size).toBe(featureNames.length));
});
