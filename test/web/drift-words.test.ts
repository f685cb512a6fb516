/** What has become of sources, as a reader is told it. */
import { describe, expect, it } from 'vitest';
import { driftOf } from '../../web/src/lib/features/ask/drift/drift-of.ts';
import { isOld } from '../../web/src/lib/features/ask/drift/is-old.ts';
import { tellDrift, tellTurnDrift } from '../../web/src/lib/features/ask/drift/drift-words.ts';

const old = { snapshotId: 's1', commit: 'a'.repeat(40), ref: 'main' };
const now = { snapshotId: 's2', commit: 'b'.repeat(40), ref: 'main' };
const lines = { path: 'a.py', startLine: 3, endLine: 6 };
const same = { evidence: 'e1', state: 'same', ...lines } as const;
const moved = { evidence: 'e2', state: 'moved', ...lines } as const;
const turn = { turn: 't', answered: old, asOf: now, citations: [same, moved], unchecked: 0 };

it.each([
  [same, 'a.py', 'unchanged since'],
  [moved, 'a.py', 'moved since, now lines 3–6'],
  [moved, 'b.py', 'moved since, now in a.py, lines 3–6'],
  [
    { ...moved, state: 'edited' as const, share: 0.664 },
    'a.py',
    'edited since, now lines 3–6, 66% of it left',
  ],
  [{ ...moved, state: 'edited' as const, share: 1 }, 'a.py', 'edited since, now lines 3–6, all of it left'],
  [{ evidence: 'e1', state: 'deleted' as const }, 'a.py', 'deleted since'],
  [{ evidence: 'c1', state: 'same' as const }, undefined, 'unchanged since'],
])('a source: %j', (drift, path, told) => expect(tellDrift(drift, path)).toBe(told));

describe('an answer', () => {
  it('of an earlier state says how many of its sources have changed', () => {
    expect(tellTurnDrift(turn, undefined)).toBe('Answered as of aaaaaaa; 1 of 2 sources has changed since.');
    expect(tellTurnDrift({ ...turn, citations: [same] }, undefined)).toBe(
      'Answered as of aaaaaaa; its source has not changed since.',
    );
    expect(tellTurnDrift({ ...turn, citations: [same, same], unchecked: 3 }, undefined)).toBe(
      'Answered as of aaaaaaa; none of its 2 sources has changed since (3 not looked at).',
    );
    expect(tellTurnDrift({ ...turn, answered: null }, 'c'.repeat(40))).toMatch(/^Answered as of ccccccc;/);
  });

  it('whose only source has changed says so', () => {
    expect(tellTurnDrift({ ...turn, citations: [moved] }, undefined)).toBe(
      'Answered as of aaaaaaa; its source has changed since.',
    );
  });

  it('of which nothing is known yet says of what it is', () => {
    expect(tellTurnDrift(undefined, old.commit)).toBe('Answered as of aaaaaaa.');
    expect(tellTurnDrift({ ...turn, citations: [] }, undefined)).toBe('Answered as of aaaaaaa.');
  });

  it('of the newest state of another branch has no marks', () => {
    const newest = { ...turn, answered: now };
    expect(tellTurnDrift(newest, undefined)).toBe('Answered from main, as of bbbbbbb.');
    expect([newest, undefined].map((one) => driftOf(one, 'e2'))).toEqual([undefined, undefined]);
    expect(driftOf(turn, 'e2')).toBe(moved);
  });
});

it('an answer is old once another state is served, if it rests on something', () => {
  const metadata = { answerId: 'a', conversationId: 'c', turn: 1, snapshotId: 's1', cached: false };
  const evidence = { length: 1 };
  expect(isOld({ evidence, metadata }, 's2')).toBe(true);
  expect(isOld({ evidence, metadata }, 's1')).toBe(false);
  expect(isOld({ evidence: { length: 0 }, metadata }, 's2')).toBe(false);
  expect(isOld({ evidence, metadata }, null)).toBe(false);
});
