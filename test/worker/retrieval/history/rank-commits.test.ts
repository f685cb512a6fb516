/** Ranks commits by their lines, messages and kinds. */
import { describe, expect, it } from 'vitest';
import type { CommitRow } from '../../../../worker/ports/history-store.ts';
import type { RankedAspect } from '../../../../worker/retrieval/history/commit-weights.ts';
import {
  isTrivial,
  rankCommits,
  type CandidateCommit,
} from '../../../../worker/retrieval/history/rank-commits.ts';
import type { CommitLineScores } from '../../../../worker/retrieval/history/weigh-line-histories.ts';

const lineScores = (overrides: Partial<CommitLineScores>): CommitLineScores => ({
  commit: '',
  last: 0,
  introduced: 0,
  between: 0,
  moved: 0,
  named: 0,
  renamed: 0,
  introducedWithoutName: 0,
  lines: [],
  linesBy: { introduced: [], 'last-changed': [], changed: [], moved: [] },
  ...overrides,
});
const row = (id: string, overrides: Partial<CommitRow> = {}): CommitRow => ({
  id,
  key: 1,
  parents: [],
  author: 'Ann',
  authoredAt: 0,
  committedAt: 0,
  message: `Say ${id}`,
  subject: `Say ${id}`,
  isCut: false,
  changedFiles: 1,
  pullRequest: undefined,
  issues: [],
  ...overrides,
});
const candidate = (
  id: string,
  overrides: Partial<Omit<CandidateCommit, 'commit'>> & { readonly commit?: Partial<CommitRow> } = {},
): CandidateCommit => ({
  lineScores: undefined,
  words: 0,
  wordCoverage: 0,
  similarity: 0,
  change: 0,
  changeCoverage: 0,
  pathMatch: 0,
  isNamed: false,
  ...overrides,
  commit: row(id, overrides.commit),
});
const order = (aspect: RankedAspect, ...candidates: readonly CandidateCommit[]) =>
  rankCommits(candidates, aspect).map(({ commit }) => commit.id);

describe('the order', () => {
  it('for `which` prefers a recent change to an older one that matches about as well', () => {
    const older = candidate('early', { change: 1, commit: { committedAt: 100 } });
    const recent = candidate('late', { change: 0.8, commit: { committedAt: 900 } });
    expect(order('which', older, recent)).toEqual(['late', 'early']);
    expect(order('introduced', candidate('early', { similarity: 0.5 }), recent)).toEqual(['early', 'late']);
  });

  it('for `introduced` ranks the commit that introduced the name above mentions and later changes', () => {
    const introducer = candidate('brought', { lineScores: lineScores({ named: 1, introduced: 0.3 }) });
    const changed = candidate('changed', { lineScores: lineScores({ last: 0.7 }) });
    const mentioned = candidate('mentioned', { words: 1, similarity: 0.8 });
    expect(order('introduced', mentioned, changed, introducer)[0]).toBe('brought');
    expect(order('last', mentioned, introducer, changed)[0]).toBe('changed');
  });

  it('for `introduced` ranks a rename of the line above the commit that introduced the line', () => {
    const line = candidate('line', {
      lineScores: lineScores({ introduced: 1 }),
      similarity: 0.4,
      commit: { committedAt: 1 },
    });
    const name = candidate('name', {
      lineScores: lineScores({ named: 1, between: 0.5 }),
      commit: { committedAt: 2 },
    });
    const edit = candidate('edit', {
      lineScores: lineScores({ renamed: 1, last: 1 }),
      commit: { committedAt: 3 },
    });
    expect(order('introduced', line, edit, name)).toEqual(['name', 'edit', 'line']);
  });

  it('for `last` ranks the newest commit with remaining lines first', () => {
    const small = candidate('new', { lineScores: lineScores({ last: 0.1 }), commit: { committedAt: 3 } });
    const large = candidate('old', { lineScores: lineScores({ last: 0.9 }), commit: { committedAt: 1 } });
    const gone = candidate('newest', { lineScores: lineScores({ between: 1 }), commit: { committedAt: 9 } });
    expect(order('last', large, gone, small)).toEqual(['new', 'old', 'newest']);
  });

  it('for `lines` ranks the origin of the lines above a matching message', () => {
    const from = candidate('from', { lineScores: lineScores({ last: 1, introduced: 1 }) });
    const mentioned = candidate('mentioned', { words: 1, similarity: 1 });
    expect(order('lines', mentioned, from)).toEqual(['from', 'mentioned']);
  });

  it('for `which` ranks a likely change above the history of the lines', () => {
    const mentioned = candidate('mentioned', { change: 1 });
    const lines = candidate('lines', {
      words: 0.2,
      change: 0.7,
      lineScores: lineScores({ last: 0.4, introduced: 0.5 }),
    });
    expect(order('which', lines, mentioned)).toEqual(['mentioned', 'lines']);
  });

  it('ranks a named commit first, and the newer of two equal commits first', () => {
    const named = candidate('named', { isNamed: true });
    const best = candidate('best', {
      words: 1,
      similarity: 1,
      lineScores: lineScores({ last: 1, introduced: 1, named: 1 }),
    });
    expect(order('why', best, named)[0]).toBe('named');
    const newer = candidate('newer', { commit: { committedAt: 2 } });
    expect(order('why', candidate('older'), newer)).toEqual(['newer', 'older']);
  });

  it('ranks cleanups and tree-wide changes below other commits', () => {
    const messageHit = { lineScores: lineScores({ last: 0.5 }) };
    const tidy = candidate('tidy', { ...messageHit, commit: { subject: 'Run black over the sources' } });
    const sweep = candidate('sweep', { ...messageHit, commit: { changedFiles: 900 } });
    const plain = candidate('plain', messageHit);
    expect(order('why', tidy, sweep, plain)[0]).toBe('plain');
  });
});

it('returns the reason for each commit', () => {
  const reasons = rankCommits(
    [
      candidate('brought', { lineScores: lineScores({ named: 1 }) }),
      candidate('last', { lineScores: lineScores({ last: 1, introduced: 0.2 }) }),
      candidate('moved', { lineScores: lineScores({ moved: 0.5, between: 0.5 }) }),
      candidate('between', { lineScores: lineScores({ between: 0.5 }) }),
      candidate('mentioned', { words: 1 }),
    ],
    'why',
  );
  expect(new Map(reasons.map(({ commit, reason }) => [commit.id, reason]))).toEqual(
    new Map([
      ['brought', 'introduced'],
      ['last', 'last-changed'],
      ['moved', 'moved'],
      ['between', 'changed'],
      ['mentioned', 'mentions'],
    ]),
  );
});

it('recognizes trivial commits by their subjects', () => {
  const subjects = [
    'Merge branch main',
    'Bump ruff from 1 to 2',
    'v1.2.3',
    'style: format',
    'Fix typo',
    'Apply black',
  ];
  expect(subjects.filter((subject) => !isTrivial({ subject }))).toEqual([]);
  const meaningful = [
    'Fix the release of a lock',
    'Blacklist hosts',
    'Format dates as ISO 8601',
    'Add a type to Merge',
  ];
  expect(meaningful.filter((subject) => isTrivial({ subject }))).toEqual(['Format dates as ISO 8601']);
});

describe('the commit that introduced a name', () => {
  const body = { introduced: 0.8, introducedWithoutName: 0.8 };

  it('is the one that wrote the body, if the body is older than the current form of the line', () => {
    const form = candidate('form', {
      lineScores: lineScores({ named: 1, introduced: 0.1 }),
      commit: { committedAt: 5 },
    });
    const older = candidate('older', { lineScores: lineScores(body), commit: { committedAt: 1 } });
    const later = candidate('later', { lineScores: lineScores(body), commit: { committedAt: 9 } });
    expect(order('introduced', form, older)[0]).toBe('older');
    expect(order('introduced', form, later)[0]).toBe('form');
  });

  it('may be a later change of its line, ranked above a mention', () => {
    const renamed = candidate('renamed', { lineScores: lineScores({ renamed: 1, last: 0.1 }) });
    const mentioned = candidate('mentioned', { words: 1, wordCoverage: 1, similarity: 0.6 });
    const named = candidate('named', { lineScores: lineScores({ named: 1, introduced: 0.2 }) });
    expect(order('introduced', mentioned, renamed, named)).toEqual(['named', 'renamed', 'mentioned']);
  });
});

describe('a message', () => {
  it('with more of the question ranks above one with a single rare word', () => {
    const rare = candidate('rare', { words: 1, wordCoverage: 0.2 });
    const whole = candidate('whole', { words: 0.8, wordCoverage: 1 });
    expect(order('why', rare, whole)[0]).toBe('whole');
  });

  it('about documents ranks lower unless the question is about them', () => {
    const documents = candidate('documents', {
      words: 1,
      commit: { subject: 'Update translations of the guide' },
    });
    const code = candidate('code', { words: 0.9 });
    expect(order('why', documents, code)[0]).toBe('code');
    const ranked = rankCommits([documents, code], 'why', 'Why are there translations of the guide?');
    expect(ranked[0]?.commit.id).toBe('documents');
  });
});
