/** Shares of lines' weight by the commits the lines went through. */
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
const run = (startLine: number, endLine: number, ...lineage: LineOrigin[]): LineRun => ({
  path,
  startLine,
  endLine,
  history: lineage,
});
const span = (startLine: number, weights: readonly number[], nameLine?: number): WeighedSpan => ({
  path,
  startLine,
  endLine: startLine + weights.length - 1,
  weights,
  nameLine,
});
const sharesOf = (spans: readonly WeighedSpan[], runs: readonly LineRun[]) => {
  const { commits, unknown } = weighLineHistories(spans, runs);
  return { unknown, ...Object.fromEntries(commits.map(({ commit, ...shares }) => [commit, shares])) };
};

describe('a name', () => {
  it('was brought by what gave it to its line last, not by what brought the line or edited it', () => {
    const lineage = [
      origin('edit', 'edited'),
      origin('name', 'renamed'),
      origin('old', 'renamed'),
      origin('line', 'added'),
    ];
    const shares = sharesOf(
      [span(1, [1, 1], 1)],
      [run(1, 1, ...lineage), run(2, 2, origin('body', 'added'))],
    );
    expect(shares).toMatchObject({
      edit: { named: 0, renamed: 1 },
      name: { named: 1, introduced: 0 },
      old: { named: 0 },
      line: { named: 0, introduced: 0.5 },
      // Older lines say nothing of a name that is younger than its line.
      body: { introduced: 0.5, apart: 0 },
    });
  });
});

describe('a line', () => {
  it('counts for what changed it last, what brought it and what came between, each once', () => {
    const shares = sharesOf(
      [span(1, [1, 3])],
      [
        run(1, 1, origin('new', 'added')),
        run(2, 2, origin('last', 'edited'), origin('mid', 'edited'), origin('new', 'added')),
      ],
    );
    expect(shares).toMatchObject({
      unknown: 0,
      new: { last: 0.25, introduced: 1, between: 0 },
      mid: { last: 0, introduced: 0, between: 0.75 },
      last: { last: 0.75, introduced: 0, between: 0 },
    });
  });

  it('that was only carried over was changed last by what came before', () => {
    const shares = sharesOf([span(1, [1])], [run(1, 1, origin('carry', 'moved'), origin('new', 'added'))]);
    expect(shares).toMatchObject({ carry: { last: 0, moved: 1 }, new: { last: 1, introduced: 1 } });
  });

  it('changed since the last commit was changed last by none', () => {
    const shares = sharesOf([span(1, [1])], [run(1, 1, origin(undefined, 'edited'), origin('old', 'added'))]);
    expect(shares).toMatchObject({ unknown: 1, old: { last: 0, introduced: 1 } });
  });

  it('whose beginning is not known was brought by nothing, and is counted as unknown', () => {
    const shares = sharesOf(
      [span(1, [1, 1])],
      [run(1, 1, origin('edit', 'edited')), run(2, 2, origin('edit', 'edited'), origin(undefined, 'added'))],
    );
    expect(shares).toMatchObject({ unknown: 1, edit: { last: 1, introduced: 0, named: 0 } });
  });

  it('outside of the spans, or of another file, counts nothing', () => {
    const other = { ...run(1, 9, origin('else', 'added')), path: 'b.py' };
    expect(sharesOf([span(3, [1])], [run(1, 2, origin('a', 'added')), other])).toEqual({ unknown: 0 });
  });
});

it('tells the share of names a commit brought, and the lines that went through it joined', () => {
  const shares = sharesOf(
    [span(1, [1, 1, 1, 1], 2), span(11, [1], 11)],
    [
      run(1, 2, origin('a', 'added')),
      run(3, 3, origin('a', 'added')),
      run(4, 4, origin('b', 'added')),
      run(11, 11, origin('b', 'added')),
    ],
  );
  expect(shares).toMatchObject({
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

it('is of nothing where nothing is asked about', () => {
  expect(weighLineHistories([], [run(1, 1, origin('a', 'added'))])).toEqual({ commits: [], unknown: 0 });
});

describe('the line that names a definition', () => {
  it('tells who may have renamed it, and lines apart from what brought it', () => {
    const shares = sharesOf(
      [span(1, [1, 1, 1], 1)],
      [
        run(1, 1, origin('renamed', 'edited'), origin('named', 'added')),
        run(2, 2, origin('body', 'added')),
        run(3, 3, origin('named', 'moved'), origin('body', 'added')),
      ],
    );
    expect(shares).toMatchObject({
      named: { named: 1, renamed: 0, apart: 0 },
      renamed: { named: 0, renamed: 1 },
      body: { named: 0, introduced: 2 / 3, apart: 1 / 3 },
    });
  });
});
