/** Ranks candidates that differ in how high the searches ranked them and in the lines that they show. */

import { describe, expect, it } from 'vitest';
import { listDefinitions } from '../../../../worker/retrieval/definitions/list-definitions.ts';
import { profileDefinition } from '../../../../worker/retrieval/definitions/profile-definition.ts';
import {
  explainDefinition,
  rankDefinitions,
  type ScoredDefinition,
} from '../../../../worker/retrieval/definitions/rank-definitions.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { createHashingWordVectors } from '../../../support/fakes/hashing-word-vectors.ts';
import { createChunk, leaseFile, renewLease } from './samples.ts';

const wordVectors = await createHashingWordVectors()();
const context = {
  question: readQuestion('how does a lease get renewed before it expires'),
  weights: new Map([
    ['lease', 2],
    ['renewed', 5],
    ['expires', 3],
  ]),
  wordVectors,
};
const chunk = createChunk(6, 13);
const [sample] = listDefinitions([chunk], [renewLease]);

/** @param relevance how high the searches ranked it, from 0 to 1 */
function createCandidate(path: string, [startLine, endLine]: readonly [number, number], relevance: number) {
  if (sample === undefined) throw new Error('The chunk shows no definition.');
  const definition = { ...sample, id: `${path} ${startLine}`, path, startLine, endLine, ownEndLine: endLine };
  return {
    definition,
    chunks: [chunk],
    profile: profileDefinition(definition, leaseFile.split('\n').slice(5, 13), wordVectors),
    evidence: { learnedScore: relevance, signalsScore: relevance, dense: relevance, share: 1 },
    copies: 0,
    isNeighbor: false,
    connections: { count: 0, bestPlace: 0 },
  };
}

const rank = (...candidates: readonly ReturnType<typeof createCandidate>[]) =>
  rankDefinitions(context, candidates);
const describeRanked = (ranked: readonly ScoredDefinition[]) =>
  ranked.map(({ definition: { path, startLine, endLine } }) => `${path} ${startLine}-${endLine}`);

/** The sum of the trees, up to a constant. */
function sumContributions(scored: ScoredDefinition): number {
  return Object.values(explainDefinition(scored)).reduce((sum, value) => sum + value, 0);
}

describe('further definitions of a file', () => {
  const ranked = rank(
    createCandidate('src/a.ts', [1, 10], 1),
    createCandidate('src/a.ts', [21, 30], 0.6),
    createCandidate('src/a.ts', [41, 50], 0.3),
    createCandidate('lib/b.ts', [1, 10], 0.3),
  );
  const scores = new Map(
    ranked.map((scored) => [`${scored.definition.path} ${scored.definition.startLine}`, scored]),
  );
  const best = scores.get('src/a.ts 1');
  /** How much lower a score is than the sum of its trees implies. */
  const readDecay = (id: string): number => {
    const scored = scores.get(id);
    if (scored === undefined || best === undefined) throw new Error(`${id} was not ranked.`);
    return scored.score / Math.exp(0.25 * (sumContributions(scored) - sumContributions(best)));
  };

  it('lose the same fraction of their score each time, and those of other files lose nothing', () => {
    expect(best?.score).toBe(1);
    const [second, third] = [readDecay('src/a.ts 21'), readDecay('src/a.ts 41')];
    expect(readDecay('lib/b.ts 1')).toBeCloseTo(1, 2);
    expect(second).toBeLessThan(0.97);
    expect(third).toBeCloseTo(second ** 2, 2);
  });

  it('rank below a definition of another file that they surpass only slightly', () => {
    const [first, other, further] = rank(
      createCandidate('src/a.ts', [1, 10], 1),
      createCandidate('src/a.ts', [21, 30], 0.6),
      createCandidate('src/b.ts', [1, 10], 0.6),
    );
    if (first === undefined || other === undefined || further === undefined)
      throw new Error('A definition is missing.');
    expect(describeRanked([first, other, further])).toEqual([
      'src/a.ts 1-10',
      'src/b.ts 1-10',
      'src/a.ts 21-30',
    ]);
    expect(sumContributions(further)).toBeGreaterThan(sumContributions(other));
  });
});

describe('a definition whose lines better ones show', () => {
  const better = createCandidate('src/a.ts', [1, 10], 1);

  it('is omitted from half of its lines on', () => {
    expect(describeRanked(rank(better, createCandidate('src/a.ts', [6, 15], 0.1)))).toEqual([
      'src/a.ts 1-10',
    ]);
    expect(describeRanked(rank(better, createCandidate('src/a.ts', [7, 16], 0.1)))).toEqual([
      'src/a.ts 1-10',
      'src/a.ts 7-16',
    ]);
  });

  it('is omitted when several of them together show half of it', () => {
    const next = createCandidate('src/a.ts', [14, 30], 0.9);
    expect(describeRanked(rank(better, next, createCandidate('src/a.ts', [8, 17], 0.1)))).toEqual([
      'src/a.ts 1-10',
      'src/a.ts 14-30',
    ]);
  });

  it('remains if the same lines belong to another file', () => {
    expect(describeRanked(rank(better, createCandidate('src/b.ts', [1, 10], 0.1)))).toHaveLength(2);
  });
});
