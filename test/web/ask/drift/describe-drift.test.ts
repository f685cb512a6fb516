/** Describes how sources have changed since an answer, and detects outdated answers. */
import { describe, expect, it } from 'vitest';
import {
  findDrift,
  describeDrift,
  describeTurnDrift,
  isOutdated,
} from '../../../../web/src/lib/features/ask/drift/describe-drift.ts';

const earlier = { snapshotId: 's1', commit: 'a'.repeat(40), ref: 'main' };
const current = { snapshotId: 's2', commit: 'b'.repeat(40), ref: 'main' };
const lines = { path: 'a.py', startLine: 3, endLine: 6 };
const sameDrift = { evidence: 'e1', state: 'same', ...lines } as const;
const movedDrift = { evidence: 'e2', state: 'moved', ...lines } as const;
const turn = {
  turn: 't',
  answered: earlier,
  asOf: current,
  citations: [sameDrift, movedDrift],
  unchecked: 0,
};

it.each([
  [sameDrift, 'a.py', 'unchanged since'],
  [movedDrift, 'a.py', 'moved since, now lines 3–6'],
  [movedDrift, 'b.py', 'moved since, now in a.py, lines 3–6'],
  [
    { ...movedDrift, state: 'edited' as const, share: 0.664 },
    'a.py',
    'edited since, now lines 3–6, 66% unchanged',
  ],
  [
    { ...movedDrift, state: 'edited' as const, share: 1 },
    'a.py',
    'edited since, now lines 3–6, all unchanged',
  ],
  [{ evidence: 'e1', state: 'deleted' as const }, 'a.py', 'deleted since'],
  [{ evidence: 'c1', state: 'same' as const }, undefined, 'unchanged since'],
])('describes the drift %j', (drift, path, text) => expect(describeDrift(drift, path)).toBe(text));

describe('describeTurnDrift', () => {
  it('counts the changed sources of an outdated answer', () => {
    expect(describeTurnDrift(turn, undefined)).toBe(
      'Answered as of aaaaaaa; 1 of 2 sources has changed since.',
    );
    expect(describeTurnDrift({ ...turn, citations: [sameDrift] }, undefined)).toBe(
      'Answered as of aaaaaaa; its source has not changed since.',
    );
    expect(describeTurnDrift({ ...turn, citations: [sameDrift, sameDrift], unchecked: 3 }, undefined)).toBe(
      'Answered as of aaaaaaa; none of its 2 sources have changed since (3 not checked).',
    );
    expect(describeTurnDrift({ ...turn, answered: null }, 'c'.repeat(40))).toMatch(
      /^Answered as of ccccccc;/,
    );
  });

  it('describes an answer whose only source has changed', () => {
    expect(describeTurnDrift({ ...turn, citations: [movedDrift] }, undefined)).toBe(
      'Answered as of aaaaaaa; its source has changed since.',
    );
  });

  it('states only the commit while the drift is unknown', () => {
    expect(describeTurnDrift(undefined, earlier.commit)).toBe('Answered as of aaaaaaa.');
    expect(describeTurnDrift({ ...turn, citations: [] }, undefined)).toBe('Answered as of aaaaaaa.');
  });

  it('reports no drift for the newest snapshot of another branch', () => {
    const newest = { ...turn, answered: current };
    expect(describeTurnDrift(newest, undefined)).toBe('Answered from main, as of bbbbbbb.');
    expect([newest, undefined].map((drift) => findDrift(drift, 'e2'))).toEqual([undefined, undefined]);
    expect(findDrift(turn, 'e2')).toBe(movedDrift);
  });
});

it('an answer with evidence is outdated once another snapshot is current', () => {
  const metadata = { answerId: 'a', conversationId: 'c', turn: 1, snapshotId: 's1', cached: false };
  const evidence = { length: 1 };
  expect(isOutdated({ evidence, metadata }, 's2')).toBe(true);
  expect(isOutdated({ evidence, metadata }, 's1')).toBe(false);
  expect(isOutdated({ evidence: { length: 0 }, metadata }, 's2')).toBe(false);
  expect(isOutdated({ evidence, metadata }, null)).toBe(false);
});
