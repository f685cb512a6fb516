/** A version name passes only if the cited lines belong to that version. */
import { describe, expect, it } from 'vitest';
import { decideClaim } from '../../../../worker/answering/claims/decide-claim.ts';
import { stripVersionNames } from '../../../../worker/answering/claims/claim-words.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';

const file = 'def release(self, socket):\n    self.sockets.remove(socket)  # v1.0 only\n';
const old = {
  ...createEvidence({ file, id: 'e1', startLine: 1, endLine: 1, symbol: 'release' }),
  commit: 'a1',
};
const versions = new Map([
  ['v1.0', 'a1'],
  ['v2.0', 'b2'],
  ['c++-next', 'c3'],
]);
const facts = {
  counts: new Map(),
  countedIds: new Set<string>(),
  statements: new Set<string>(),
  repeat: '',
  versions,
};
const checkState = (text: string) =>
  decideClaim({ text, citations: ['e1'] }, new Map([['e1', old]]), facts).state;

describe('a version name', () => {
  it('is verified if the cited lines belong to its commit', () => {
    expect(checkState('In v1.0, line 1: “def release(self, socket):” [chunk:e1].')).toBe('verified');
  });

  it('is not verified if it names another or an unknown version', () => {
    expect(checkState('In v2.0, line 1: “def release(self, socket):” [chunk:e1].')).toBe('partial');
    expect(checkState('In v3.0, line 1: “def release(self, socket):” [chunk:e1].')).toBe('partial');
  });

  it('is removed as a whole word and only from prose', () => {
    const text = 'Of v1.0: “v1.0 only” and `v1.0`, not v1.0.1 nor xv1.0 [chunk:e1].';
    expect(stripVersionNames(text, [old], versions)).toBe(
      'Of  : “v1.0 only” and `v1.0`, not v1.0.1 nor xv1.0 [chunk:e1].',
    );
    const other = { ...old, commit: 'c3' };
    expect(stripVersionNames('Of c++-next.', [other], versions)).toBe('Of  .');
    expect(stripVersionNames('Of v1.0.', [old, other], versions)).toBe('Of v1.0.');
  });

  it('is removed in linear time', () => {
    for (const piece of ['```', '“', '"', '`', '```\n', '[chunk:', 'v1.0'])
      expect(stripVersionNames(piece.repeat(20_000), [old], versions).length).toBeLessThanOrEqual(
        piece.length * 20_000,
      );
  });
});
