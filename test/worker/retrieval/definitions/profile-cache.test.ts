import { expect, it } from 'vitest';
import { createProfileCache } from '../../../../worker/retrieval/definitions/profile-cache.ts';
import { listDefinitions } from '../../../../worker/retrieval/definitions/list-definitions.ts';
import { profileDefinition } from '../../../../worker/retrieval/definitions/profile-definition.ts';
import { createHashingWordVectors } from '../../../support/fakes/hashing-word-vectors.ts';
import { createChunk, createSymbol, leaseFile, leaseLost, renewLease } from './samples.ts';

const wordVectors = await createHashingWordVectors()();
const lines = leaseFile.split('\n');
const definitions = listDefinitions([createChunk(6, 19)], [renewLease, leaseLost]);
type Definition = (typeof definitions)[number];
const readLines = ({ startLine, ownEndLine }: Definition) => lines.slice(startLine - 1, ownEndLine);

/** Profiles definitions with one cache and counts how often it reads lines. */
function openCache(limit?: number) {
  const cache = createProfileCache(limit);
  let reads = 0;
  const profile = (definition: Definition) =>
    cache(
      definition,
      () => {
        reads += 1;
        return readLines(definition);
      },
      wordVectors,
    );
  return { profile, reads: () => reads };
}

it('two definitions of one file have their own profiles', () => {
  const { profile, reads } = openCache();
  const expected = definitions.map((definition) =>
    profileDefinition(definition, readLines(definition), wordVectors),
  );
  expect(definitions.map((definition) => profile(definition))).toEqual(expected);
  expect(definitions.map((definition) => profile(definition))).toEqual(expected);
  expect(definitions.map(({ name }) => name)).toEqual(['renewLease', 'LeaseLost']);
  expect(reads()).toBe(2);
});

it('two definitions that begin in the same line have their own profiles', () => {
  const symbols = ['outer', 'inner'].map((name, index) =>
    createSymbol(name, [4, 4], { id: `1.${index}`, kind: 'function' }),
  );
  const sameLine = listDefinitions([createChunk(4, 4)], symbols);
  const { profile } = openCache();
  const names = sameLine.map((definition) => [...profile(definition).name.counts.keys()].join(' '));
  expect(new Set(names).size).toBe(2);
});

it('a changed file has new profiles', () => {
  const { profile, reads } = openCache();
  for (const fileHash of ['before', 'after', 'before'])
    for (const definition of definitions) profile({ ...definition, fileHash });
  expect(reads()).toBe(4);
});

it('the least recently used profiles make room for others', () => {
  const { profile, reads } = openCache(1);
  for (const definition of [...definitions, ...definitions]) profile(definition);
  expect(reads()).toBe(4);
});
