import { describe, expect, it } from 'vitest';
import { decideClaim } from '../../../../../worker/answering/claims/decide-claim.ts';
import type { AnyEvidence, CommitEvidence } from '../../../../../worker/core/answers/evidence.ts';
import { createEvidence } from '../../../../support/samples/evidence.ts';

const id = '8a9258b169dce3e321f614c14b1877c18750d6c7';
const introduced = { path: 'src/app.py', startLine: 2, endLine: 3, reason: 'introduced' as const };
const commit: CommitEvidence = {
  id: 'e2',
  kind: 'commit',
  commit: id,
  text: `commit ${id}\nAuthor: Ada Byron\nDate: 2026-01-12\n\nClose the socket before the pool forgets it (#12)\n\nFixes #9.\n`,
  hash: 'a'.repeat(64),
  subject: 'Close the socket before the pool forgets it (#12)',
  author: 'Ada Byron',
  authoredAt: Date.parse('2026-01-12T10:00:00Z'),
  pullRequest: { number: 12, title: undefined },
  issues: [9],
  origins: [introduced],
  url: '/r/x/commits/8a9258b',
  score: 1,
};
const span = createEvidence({ file: 'def close():\n    pool.forget()\n    socket.close()\n' });

function checkState(text: string, changes: Partial<CommitEvidence> = {}): string {
  const evidence = new Map<string, AnyEvidence>([
    ['e1', span],
    ['e2', { ...commit, ...changes }],
  ]);
  const citations = [...text.matchAll(/\[chunk:(\w+)\]/g)].map((match) => match[1] ?? '');
  return decideClaim({ text, citations }, evidence).state;
}

const sentence = (verb: string, day = '2026-01-12', name = '8a9258b', writer = 'Ada Byron'): string =>
  `Lines 2–3 of \`src/app.py\` were ${verb} by commit \`${name}\` of ${day} by \`${writer}\`: “Close the socket before the pool forgets it (#12)” [chunk:e1] [chunk:e2].`;

describe('a claim about a commit', () => {
  it('passes if the line origins support it', () => {
    expect(checkState(sentence('introduced'))).toBe('verified');
    expect(
      checkState(sentence('last changed'), { origins: [{ ...introduced, reason: 'last-changed' }] }),
    ).toBe('verified');
  });
  it.each(['last changed', 'moved', 'changed'])(
    'fails with “%s” for a commit that introduced the lines',
    (verb) => {
      expect(checkState(sentence(verb))).toBe('partial');
    },
  );
  it('fails for lines that the commit did not change', () => {
    expect(checkState(sentence('introduced'), { origins: [{ ...introduced, path: 'src/other.py' }] })).toBe(
      'partial',
    );
  });
  it('must match the date, id and numbers of the commit', () => {
    expect(checkState(sentence('introduced', '2026-01-13'))).toBe('partial');
    expect(checkState(sentence('introduced', '2026-01-12', '8a9258c'))).toBe('partial');
    expect(checkState(sentence('introduced', '2026-01-12', '8a9258b', 'Ada Lovelace'))).toBe('partial');
    expect(checkState('Its message names `#9` [chunk:e2].')).toBe('verified');
    expect(checkState('Its message names `#10` [chunk:e2].')).toBe('unsupported');
  });
  it('is not moved to file lines', () => {
    const near = { ...span, startLine: 1, endLine: 1, text: 'def close():\n' };
    const evidence = new Map<string, AnyEvidence>([
      ['e1', near],
      ['e2', commit],
    ]);
    const text = 'It reads “socket.close()” [chunk:e1] [chunk:e2].';
    expect(decideClaim({ text, citations: ['e1'] }, evidence).repair).toBeDefined();
    expect(decideClaim({ text, citations: ['e1', 'e2'] }, evidence).repair).toBeUndefined();
  });
  it('fails for an author that the message only mentions', () => {
    const mentions = { text: `${commit.text}\nReported-by: mallory\n` };
    const claims = 'It says “Fixes #9.” and is by';
    expect(checkState(`${claims} \`Ada Byron\` [chunk:e2].`, mentions)).toBe('verified');
    expect(checkState(`${claims} \`mallory\` [chunk:e2].`, mentions)).toBe('partial');
    expect(checkState('`mallory` wrote: “Fixes #9.” [chunk:e2].', mentions)).toBe('partial');
  });
  it('must quote the message verbatim', () => {
    expect(checkState('Its message says: “Close the socket before the pool forgets it” [chunk:e2].')).toBe(
      'verified',
    );
    expect(checkState('Its message says: “Close the socket after the pool forgets it” [chunk:e2].')).toBe(
      'unsupported',
    );
  });

  const last: CommitEvidence = {
    ...commit,
    id: 'e3',
    commit: 'b'.repeat(40),
    author: 'Bob Ray',
    authoredAt: Date.parse('2026-03-05T10:00:00Z'),
    origins: [{ ...introduced, startLine: 3, endLine: 3, reason: 'last-changed' }],
  };
  const stateOfBoth = (text: string): string => {
    const evidence = new Map<string, AnyEvidence>([
      ['e1', span],
      ['e2', commit],
      ['e3', last],
    ]);
    return decideClaim(
      { text: `${text} [chunk:e1] [chunk:e2] [chunk:e3].`, citations: ['e1', 'e2', 'e3'] },
      evidence,
    ).state;
  };

  it('must match one commit if several are cited', () => {
    expect(stateOfBoth('Lines 2–3 of `src/app.py` were introduced by `Ada Byron` on 2026-01-12')).toBe(
      'verified',
    );
    expect(stateOfBoth('Lines 2–3 of `src/app.py` were introduced by `Bob Ray` on 2026-03-05')).toBe(
      'partial',
    );
    expect(stateOfBoth('Lines 2–3 of `src/app.py` were introduced on 2026-03-05')).toBe('partial');
  });
  it.each([
    'Lines 1–3 of `src/app.py` were introduced by commit `8a9258b` [chunk:e1] [chunk:e2].',
    'Lines 2–3 of `src/app.py` were not introduced by commit `8a9258b` [chunk:e1] [chunk:e2].',
    'Lines 2–3 of `src/app.py` in commit `8a9258b` were written by mallory [chunk:e1] [chunk:e2].',
    'Mallory Jones wrote commit `8a9258b` [chunk:e2].',
    'Commit `8a9258b` introduced lines 2–3 on 5 May 2024 [chunk:e1] [chunk:e2].',
    'Commit `8a9258b` introduced lines 2–3 on May 5, 2024 [chunk:e1] [chunk:e2].',
    'Commit `8a9258b` introduced lines 2–3 in 2024 [chunk:e1] [chunk:e2].',
    'Commit `8a9258b` introduced lines 2–3, written by Ada [chunk:e1] [chunk:e2].',
  ])('is not verified: %s', (text) => {
    expect(checkState(text)).not.toBe('verified');
  });
  it.each([
    'Commit `8a9258b` introduced lines 2–3 on 12 January 2026 [chunk:e1] [chunk:e2].',
    'Ada Byron introduced lines 2–3 with commit `8a9258b` in 2026 [chunk:e1] [chunk:e2].',
  ])('is verified: %s', (text) => {
    expect(checkState(text)).toBe('verified');
  });
});
