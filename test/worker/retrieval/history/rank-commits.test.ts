/** Commits in the order in which they answer: by their lines, by what their messages say, by what kind they are. */
import { describe, expect, it } from 'vitest';
import type { CommitRow } from '../../../../worker/ports/history-store.ts';
import {
  isTrivial,
  rankCommits,
  type CandidateCommit,
  type RankedAspect,
} from '../../../../worker/retrieval/history/rank-commits.ts';
import type { CommitShares } from '../../../../worker/retrieval/history/weigh-line-histories.ts';

const shares = (of: Partial<CommitShares>): CommitShares => ({
  commit: '',
  last: 0,
  introduced: 0,
  between: 0,
  moved: 0,
  named: 0,
  renamed: 0,
  apart: 0,
  lines: [],
  linesBy: { introduced: [], 'last-changed': [], changed: [], moved: [] },
  ...of,
});
const row = (id: string, of: Partial<CommitRow> = {}): CommitRow => ({
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
  ...of,
});
const candidate = (
  id: string,
  of: Partial<Omit<CandidateCommit, 'commit'>> & { readonly commit?: Partial<CommitRow> } = {},
): CandidateCommit => ({
  shares: undefined,
  words: 0,
  held: 0,
  likeness: 0,
  isNamed: false,
  ...of,
  commit: row(id, of.commit),
});
const order = (aspect: RankedAspect, ...candidates: readonly CandidateCommit[]) =>
  rankCommits(candidates, aspect).map(({ commit }) => commit.id);

describe('the order', () => {
  it('of what brought a name has its commit before one that speaks of it, and before those that changed it since', () => {
    const brought = candidate('brought', { shares: shares({ named: 1, introduced: 0.3 }) });
    const changed = candidate('changed', { shares: shares({ last: 0.7 }) });
    const told = candidate('told', { words: 1, likeness: 0.8 });
    expect(order('introduced', told, changed, brought)[0]).toBe('brought');
    expect(order('last', told, brought, changed)[0]).toBe('changed');
  });

  it('of what brought a name has what gave it to a line before what brought the line', () => {
    const line = candidate('line', {
      shares: shares({ introduced: 1 }),
      likeness: 0.4,
      commit: { committedAt: 1 },
    });
    const name = candidate('name', {
      shares: shares({ named: 1, between: 0.5 }),
      commit: { committedAt: 2 },
    });
    const edit = candidate('edit', { shares: shares({ renamed: 1, last: 1 }), commit: { committedAt: 3 } });
    expect(order('introduced', line, edit, name)).toEqual(['name', 'edit', 'line']);
  });

  it('of the last change has the newest of those whose lines are there still', () => {
    const small = candidate('new', { shares: shares({ last: 0.1 }), commit: { committedAt: 3 } });
    const large = candidate('old', { shares: shares({ last: 0.9 }), commit: { committedAt: 1 } });
    const gone = candidate('newest', { shares: shares({ between: 1 }), commit: { committedAt: 9 } });
    expect(order('last', large, gone, small)).toEqual(['new', 'old', 'newest']);
  });

  it('of lines given alone has what they are from before what their file is said to be about', () => {
    const from = candidate('from', { shares: shares({ last: 1, introduced: 1 }) });
    const told = candidate('told', { words: 1, likeness: 1 });
    expect(order('lines', told, from)).toEqual(['from', 'told']);
  });

  it('of a change told in words has what says so before what most lines went through', () => {
    const told = candidate('told', { words: 1, likeness: 0.9 });
    const lines = candidate('lines', {
      words: 0.2,
      likeness: 0.3,
      shares: shares({ last: 0.4, introduced: 0.5 }),
    });
    expect(order('which', lines, told)).toEqual(['told', 'lines']);
  });

  it('has a commit the question names before all others, and of equal ones the newest', () => {
    const named = candidate('named', { isNamed: true });
    const best = candidate('best', {
      words: 1,
      likeness: 1,
      shares: shares({ last: 1, introduced: 1, named: 1 }),
    });
    expect(order('why', best, named)[0]).toBe('named');
    const newer = candidate('newer', { commit: { committedAt: 2 } });
    expect(order('why', candidate('older'), newer)).toEqual(['newer', 'older']);
  });

  it('puts what only tidies, or sweeps over the tree, after what explains', () => {
    const held = { shares: shares({ last: 0.5 }) };
    const tidy = candidate('tidy', { ...held, commit: { subject: 'Run black over the sources' } });
    const sweep = candidate('sweep', { ...held, commit: { changedFiles: 900 } });
    const plain = candidate('plain', held);
    expect(order('why', tidy, sweep, plain)[0]).toBe('plain');
  });
});

it('tells of each why it is there', () => {
  const reasons = rankCommits(
    [
      candidate('brought', { shares: shares({ named: 1 }) }),
      candidate('last', { shares: shares({ last: 1, introduced: 0.2 }) }),
      candidate('moved', { shares: shares({ moved: 0.5, between: 0.5 }) }),
      candidate('between', { shares: shares({ between: 0.5 }) }),
      candidate('told', { words: 1 }),
    ],
    'why',
  );
  expect(new Map(reasons.map(({ commit, reason }) => [commit.id, reason]))).toEqual(
    new Map([
      ['brought', 'introduced'],
      ['last', 'last-changed'],
      ['moved', 'moved'],
      ['between', 'changed'],
      ['told', 'mentions'],
    ]),
  );
});

it('takes for trivial what explains nothing, and nothing else', () => {
  const subjects = [
    'Merge branch main',
    'Bump ruff from 1 to 2',
    'v1.2.3',
    'style: format',
    'Fix typo',
    'Apply black',
  ];
  expect(subjects.filter((subject) => !isTrivial({ subject }))).toEqual([]);
  const telling = [
    'Fix the release of a lock',
    'Blacklist hosts',
    'Format dates as ISO 8601',
    'Add a type to Merge',
  ];
  expect(telling.filter((subject) => isTrivial({ subject }))).toEqual(['Format dates as ISO 8601']);
});

describe('what brought a name', () => {
  const body = { introduced: 0.8, apart: 0.8 };

  it('is what wrote the lines under it, where those are older than the form its line has', () => {
    const form = candidate('form', {
      shares: shares({ named: 1, introduced: 0.1 }),
      commit: { committedAt: 5 },
    });
    const older = candidate('older', { shares: shares(body), commit: { committedAt: 1 } });
    const later = candidate('later', { shares: shares(body), commit: { committedAt: 9 } });
    expect(order('introduced', form, older)[0]).toBe('older');
    expect(order('introduced', form, later)[0]).toBe('form');
  });

  it('may be what changed its line since, before what only speaks of it', () => {
    const renamed = candidate('renamed', { shares: shares({ renamed: 1, last: 0.1 }) });
    const told = candidate('told', { words: 1, held: 1, likeness: 0.6 });
    const named = candidate('named', { shares: shares({ named: 1, introduced: 0.2 }) });
    expect(order('introduced', told, renamed, named)).toEqual(['named', 'renamed', 'told']);
  });
});

describe('a message', () => {
  it('that says more of what is asked comes before one whose single word is rare', () => {
    const rare = candidate('rare', { words: 1, held: 0.2 });
    const whole = candidate('whole', { words: 0.8, held: 1 });
    expect(order('why', rare, whole)[0]).toBe('whole');
  });

  it('of documents comes later, unless they are asked about', () => {
    const documents = candidate('documents', {
      words: 1,
      commit: { subject: 'Update translations of the guide' },
    });
    const code = candidate('code', { words: 0.9 });
    expect(order('why', documents, code)[0]).toBe('code');
    const asked = rankCommits([documents, code], 'why', 'Why are there translations of the guide?');
    expect(asked[0]?.commit.id).toBe('documents');
  });
});
