/** Scores commits by the weighted lines in whose history they appear. */
import { describe, expect, it } from 'vitest';
import type { LineOrigin, LineRun } from '../../../../worker/core/history/history.ts';
import {
  weighLineHistories,
  type WeighedSpan,
} from '../../../../worker/retrieval/history/weigh-line-histories.ts';

const path = 'a.py';
const origin = (commit: string | undefined, step: LineOrigin['step']): LineOrigin => ({
  commit,
  step,
  line: 0,
  path,
});
const run = (startLine: number, endLine: number, ...lineHistory: LineOrigin[]): LineRun => ({
  path,
  startLine,
  endLine,
  history: lineHistory,
});
const span = (startLine: number, weights: readonly number[], nameLine?: number): WeighedSpan => ({
  path,
  startLine,
  endLine: startLine + weights.length - 1,
  weights,
  nameLine,
});
const scoreCommits = (spans: readonly WeighedSpan[], runs: readonly LineRun[]) => {
  const { commits, unknown } = weighLineHistories(spans, runs);
  return { unknown, ...Object.fromEntries(commits.map(({ commit, ...scores }) => [commit, scores])) };
};

describe('a name', () => {
  it('is introduced by the last rename of its line, not by the commit that introduced or edited the line', () => {
    const lineHistory = [
      origin('edit', 'edited'),
      origin('name', 'renamed'),
      origin('old', 'renamed'),
      origin('line', 'added'),
    ];
    const scores = scoreCommits(
      [span(1, [1, 1], 1)],
      [run(1, 1, ...lineHistory), run(2, 2, origin('body', 'added'))],
    );
    expect(scores).toMatchObject({
      edit: { named: 0, renamed: 1 },
      name: { named: 1, introduced: 0 },
      old: { named: 0 },
      line: { named: 0, introduced: 0.5 },
      // Older lines show nothing about a name that is newer than its line.
      body: { introduced: 0.5, introducedWithoutName: 0 },
    });
  });
});

describe('a line', () => {
  it('adds its weight once to its last change, to its first commit and to each change in between', () => {
    const scores = scoreCommits(
      [span(1, [1, 3])],
      [
        run(1, 1, origin('new', 'added')),
        run(2, 2, origin('last', 'edited'), origin('mid', 'edited'), origin('new', 'added')),
      ],
    );
    expect(scores).toMatchObject({
      unknown: 0,
      new: { last: 0.25, introduced: 1, between: 0 },
      mid: { last: 0, introduced: 0, between: 0.75 },
      last: { last: 0.75, introduced: 0, between: 0 },
    });
  });

  it('that only moved was last changed before the move', () => {
    const scores = scoreCommits(
      [span(1, [1])],
      [run(1, 1, origin('carry', 'moved'), origin('new', 'added'))],
    );
    expect(scores).toMatchObject({ carry: { last: 0, moved: 1 }, new: { last: 1, introduced: 1 } });
  });

  it('with uncommitted changes has no commit as its last change', () => {
    const scores = scoreCommits(
      [span(1, [1])],
      [run(1, 1, origin(undefined, 'edited'), origin('old', 'added'))],
    );
    expect(scores).toMatchObject({ unknown: 1, old: { last: 0, introduced: 1 } });
  });

  it('without a known first commit is reported as unknown', () => {
    const scores = scoreCommits(
      [span(1, [1, 1])],
      [run(1, 1, origin('edit', 'edited')), run(2, 2, origin('edit', 'edited'), origin(undefined, 'added'))],
    );
    expect(scores).toMatchObject({ unknown: 1, edit: { last: 1, introduced: 0, named: 0 } });
  });

  it('outside the spans or in another file is ignored', () => {
    const other = { ...run(1, 9, origin('else', 'added')), path: 'b.py' };
    expect(scoreCommits([span(3, [1])], [run(1, 2, origin('a', 'added')), other])).toEqual({ unknown: 0 });
  });
});

it('returns the fraction of names a commit introduced, and its merged line ranges', () => {
  const scores = scoreCommits(
    [span(1, [1, 1, 1, 1], 2), span(11, [1], 11)],
    [
      run(1, 2, origin('a', 'added')),
      run(3, 3, origin('a', 'added')),
      run(4, 4, origin('b', 'added')),
      run(11, 11, origin('b', 'added')),
    ],
  );
  expect(scores).toMatchObject({
    a: { named: 0.5, lines: [{ path, startLine: 1, endLine: 3 }] },
    b: {
      named: 0.5,
      lines: [
        { startLine: 4, endLine: 4 },
        { startLine: 11, endLine: 11 },
      ],
    },
  });
});

it('returns no scores without spans', () => {
  expect(weighLineHistories([], [run(1, 1, origin('a', 'added'))])).toEqual({ commits: [], unknown: 0 });
});

describe('the line that names a definition', () => {
  it('shows which commits may have renamed it, and which lines lack the commit that introduced it', () => {
    const scores = scoreCommits(
      [span(1, [1, 1, 1], 1)],
      [
        run(1, 1, origin('renamed', 'edited'), origin('named', 'added')),
        run(2, 2, origin('body', 'added')),
        run(3, 3, origin('named', 'moved'), origin('body', 'added')),
      ],
    );
    expect(scores).toMatchObject({
      named: { named: 1, renamed: 0, introducedWithoutName: 0 },
      renamed: { named: 0, renamed: 1 },
      body: { named: 0, introduced: 2 / 3, introducedWithoutName: 1 / 3 },
    });
  });
});
