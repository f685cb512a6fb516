import { expect, it } from 'vitest';
import { joinCopies } from '../../../../worker/retrieval/definitions/join-copies.ts';
import { listDefinitions } from '../../../../worker/retrieval/definitions/list-definitions.ts';
import { profileDefinition } from '../../../../worker/retrieval/definitions/profile-definition.ts';
import { createHashingWordVectors } from '../../../support/fakes/hashing-word-vectors.ts';
import { createChunk, renewLease } from './samples.ts';

const wordVectors = await createHashingWordVectors()();

function createCandidate(path: string, text: string, role: 'source' | 'example' = 'source') {
  const chunk = createChunk(6, 13, { path, role });
  const [definition] = listDefinitions([chunk], [{ ...renewLease, path, id: path, role }]);
  if (definition === undefined) throw new Error('The chunk shows no definition.');
  return {
    definition,
    chunks: [chunk],
    profile: profileDefinition(definition, text.split('\n'), wordVectors),
    evidence: { learnedScore: 0, signalsScore: 0, dense: 0 },
    copies: 0,
    isNeighbor: false,
    connections: { count: 0, bestPlace: 0 },
  };
}

const body =
  'function renewLease(lease) {\n  if (clock.now() > lease.until) throw new LeaseLost(lease.id);\n}';

it('a source stands for its build outputs and the copies in examples', () => {
  const joined = joinCopies([
    createCandidate('dist/lease.js', body),
    createCandidate('examples/lease.ts', body, 'example'),
    createCandidate('src/jobs/lease.ts', body),
    createCandidate('src/other.ts', `${body} // other`),
  ]);
  expect(joined.map(({ definition, copies }) => [definition.path, copies])).toEqual([
    ['src/jobs/lease.ts', 2],
    ['src/other.ts', 0],
  ]);
});

it('short texts that are the same by chance stay apart', () => {
  expect(joinCopies([createCandidate('a.ts', 'x()'), createCandidate('b.ts', 'x()')])).toHaveLength(2);
});
