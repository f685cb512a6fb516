/** A version that is named is the one the cited lines are of, or its name is held to the lines like any other word. */
import { describe, expect, it } from 'vitest';
import { scoreClaim } from '../../../../worker/answering/claims/score-claim.ts';
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
  counted: new Set<string>(),
  statements: new Set<string>(),
  repeat: '',
  versions,
};
const stateOf = (text: string) =>
  scoreClaim({ text, citations: ['e1'] }, new Map([['e1', old]]), facts).state;

describe('a version said of lines', () => {
  it('is borne out where they are of its commit', () => {
    expect(stateOf('In v1.0, line 1: “def release(self, socket):” [chunk:e1].')).toBe('verified');
  });

  it('is not where they are of another, or of none that was compared', () => {
    expect(stateOf('In v2.0, line 1: “def release(self, socket):” [chunk:e1].')).toBe('partial');
    expect(stateOf('In v3.0, line 1: “def release(self, socket):” [chunk:e1].')).toBe('partial');
  });

  it('is taken out of prose alone, whole, whatever letters it has', () => {
    const text = 'Of v1.0: “v1.0 only” and `v1.0`, not v1.0.1 nor xv1.0 [chunk:e1].';
    expect(stripVersionNames(text, [old], versions)).toBe(
      'Of  : “v1.0 only” and `v1.0`, not v1.0.1 nor xv1.0 [chunk:e1].',
    );
    const other = { ...old, commit: 'c3' };
    expect(stripVersionNames('Of c++-next.', [other], versions)).toBe('Of  .');
    expect(stripVersionNames('Of v1.0.', [old, other], versions)).toBe('Of v1.0.');
  });

  it('takes time that grows with the text', () => {
    for (const piece of ['```', '“', '"', '`', '```\n', '[chunk:', 'v1.0'])
      expect(stripVersionNames(piece.repeat(20_000), [old], versions).length).toBeLessThanOrEqual(
        piece.length * 20_000,
      );
  });
});
