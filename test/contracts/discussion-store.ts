/**
 * Contract of every discussion store: pull requests and issues are stored once and visible only to versions that may cite them; repeated
 * writes change nothing, edits replace, and removals are complete.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import { extractTerms } from '../../worker/core/text/terms.ts';
import type { DiscussionStore } from '../../worker/ports/discussion-store.ts';
import type { HistoryKey, HistoryStore } from '../../worker/ports/history-store.ts';
import { createCommit, createCommitId, createCommitChain } from '../support/samples/commits.ts';
import { issue, pullRequest, comment } from '../support/samples/discussions.ts';

interface DiscussionStoreSubject {
  readonly discussionStore: DiscussionStore;
  readonly historyStore: HistoryStore;
  readonly countRows: () => Promise<Record<string, number>>;
}

const key: HistoryKey = { shard: 0, snapshot: 1, generation: 1, repository: 'first' };
const older: HistoryKey = { ...key, snapshot: 2 };
const other: HistoryKey = { ...key, snapshot: 3, repository: 'second' };

function numbers(rows: readonly { readonly number: number }[]): readonly number[] {
  return rows.map(({ number }) => number);
}

export function discussionStoreContract(open: () => Promise<DiscussionStoreSubject>): void {
  let subject: DiscussionStoreSubject;
  let store: DiscussionStore;
  beforeEach(async () => {
    subject = await open();
    store = subject.discussionStore;
    // Six commits a second apart; the older version ends with the third.
    await subject.historyStore.saveCommits(key, createCommitChain(6));
    await subject.historyStore.end(key, { tip: createCommitId('c6'), since: undefined, notes: [] });
    await subject.historyStore.saveCommits(older, createCommitChain(3));
    await subject.historyStore.end(older, { tip: createCommitId('c3'), since: undefined, notes: [] });
  });
  const findNumbers = async (words: string, version = key, limit = 10) =>
    numbers(await store.search(version, extractTerms(words), limit));

  const pullRequestsByCommit = async (version: HistoryKey, commits: readonly string[]) =>
    (await store.byCommits(version, commits)).map(({ commit: id, pullRequest: { number } }) => [id, number]);
  const findLinks = async (version: HistoryKey) =>
    (await store.findLinked(version, [10, 11, 2])).map(({ from, to }) => [from, to.number]);

  describe('a discussion', () => {
    it('is returned completely, with its comments in order', async () => {
      const returned = pullRequest(12, {
        mergeCommit: createCommitId('c2'),
        title: 'Say “why”',
        labels: ['bug', 'a "b"'],
        closes: [7, 3],
        isCut: true,
        moreComments: 4,
        comments: [
          comment('first', { kind: 'review', author: 'Zoë' }),
          comment('second', { kind: 'review-comment', path: 'src/a.py', line: 4, isCut: true }),
          comment('third'),
        ],
      });
      await store.save(key, [returned]);
      expect(await store.byNumber(key, [12, 99])).toEqual([{ ...returned, closes: [3, 7] }]);
    });

    it('is returned once, in the requested order', async () => {
      await store.save(key, [issue(1), issue(2), issue(3)]);
      expect(numbers(await store.byNumber(key, [3, 1, 3, 2]))).toEqual([3, 1, 2]);
    });

    it('is stored if incomplete, but never replaces a complete one', async () => {
      const whole = issue(7, { comments: [comment('said')] });
      const incomplete = new Set([7, 8]);
      await store.save(key, [whole]);
      await store.save(key, [issue(7, { moreComments: 1 }), issue(8)], incomplete);
      expect(await store.byNumber(key, [7, 8])).toEqual([whole, issue(8)]);
      await store.save(key, [issue(8, { title: 'Whole' })]);
      expect((await store.byNumber(key, [8]))[0]?.title).toBe('Whole');
    });

    it('does not change if it is sent again', async () => {
      const page = [
        pullRequest(12, { mergeCommit: createCommitId('c2'), closes: [7], comments: [comment('said')] }),
        issue(7),
      ];
      await store.save(key, page);
      const rows = await subject.countRows();
      await store.save(older, page);
      await store.save(key, page);
      expect(await subject.countRows()).toEqual(rows);
      expect(await findNumbers('said')).toEqual([12]);
    });

    it('is returned and found as last edited', async () => {
      await store.save(key, [
        issue(7, { body: 'a walrus', closes: [12], comments: [comment('elephants'), comment('tigers')] }),
      ]);
      const edited = issue(7, { body: 'a giraffe', comments: [comment('lions')] });
      await store.save(key, [edited]);
      expect(await store.byNumber(key, [7])).toEqual([edited]);
      for (const removed of ['walrus', 'elephants', 'tigers']) expect(await findNumbers(removed)).toEqual([]);
      for (const current of ['giraffe', 'lions']) expect(await findNumbers(current)).toEqual([7]);
    });
  });

  describe('a version', () => {
    beforeEach(async () => {
      await store.save(key, [
        pullRequest(10, { mergeCommit: createCommitId('c2'), closes: [1], title: 'old badger' }),
        pullRequest(11, { mergeCommit: createCommitId('c5'), closes: [2], title: 'new badger' }),
        pullRequest(12, { mergeCommit: createCommitId('elsewhere'), title: 'badger of another branch' }),
        issue(1, { closedAt: 3_500, title: 'badger asked first' }),
        issue(2, { closedAt: 5_500, title: 'badger asked next' }),
        issue(3, { closedAt: 2_000, title: 'badger answered' }),
        issue(4, { closedAt: 9_000, title: 'badger of the future' }),
      ]);
    });

    it('cites pull requests of its commits, issues that they close, and issues closed before its newest commit', async () => {
      const requested = [10, 11, 12, 1, 2, 3, 4];
      expect(numbers(await store.byNumber(key, requested))).toEqual([10, 11, 1, 2, 3]);
      // Issue 1 was closed after the newest commit, by a pull request of this version.
      expect(numbers(await store.byNumber(older, requested))).toEqual([10, 1, 3]);
      expect(await store.count(key)).toEqual({ pullRequests: 2, issues: 3 });
      expect(await store.count(older)).toEqual({ pullRequests: 1, issues: 2 });
    });

    it('omits and counts comments written after its newest commit', async () => {
      const comments = [
        comment('then', { writtenAt: 1_000 }),
        comment('it was undone since', { writtenAt: 5_000 }),
      ];
      await store.save(key, [
        issue(5, { closedAt: 2_000, comments, moreComments: 3 }),
        pullRequest(14, { mergeCommit: createCommitId('c2'), closedAt: 2_000, comments }),
        // Merged a moment after the version's newest commit was made.
        pullRequest(15, {
          mergeCommit: createCommitId('c3'),
          closedAt: 3_200,
          comments: [comment('merging', { writtenAt: 3_100 })],
        }),
      ]);
      const returned = async (version: HistoryKey) =>
        (await store.byNumber(version, [5, 14, 15])).map(({ comments, moreComments }) => [
          comments.map(({ body }) => body),
          moreComments,
        ]);
      expect(await returned(older)).toEqual([
        [['then'], 4],
        [['then'], 1],
        [['merging'], 0],
      ]);
      expect(await returned(key)).toEqual([
        [['then', 'it was undone since'], 3],
        [['then', 'it was undone since'], 0],
        [['merging'], 0],
      ]);
    });

    it('finds by words only discussions that it may cite, for any limit', async () => {
      expect((await findNumbers('badger')).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 10, 11]);
      expect((await findNumbers('badger', older, 3)).toSorted((a, b) => a - b)).toEqual([1, 3, 10]);
      expect(await findNumbers('badger', other)).toEqual([]);
    });

    it('returns the pull requests of commits, and links in both directions', async () => {
      expect(
        await pullRequestsByCommit(key, [createCommitId('c5'), createCommitId('c2'), createCommitId('c1')]),
      ).toEqual([
        [createCommitId('c5'), 11],
        [createCommitId('c2'), 10],
      ]);
      expect(await pullRequestsByCommit(older, [createCommitId('c5'), createCommitId('c2')])).toEqual([
        [createCommitId('c2'), 10],
      ]);
      expect(await findLinks(key)).toEqual([
        [2, 11],
        [10, 1],
        [11, 2],
      ]);
      expect(await findLinks(older)).toEqual([[10, 1]]);
    });

    it('cites pull requests whose commits were stored separately, or that commit messages mention', async () => {
      await store.saveCommits(key, [
        { commit: createCommitId('c4'), number: 10 },
        { commit: createCommitId('c1'), number: 12 },
      ]);
      await store.saveCommits(key, [{ commit: createCommitId('c1'), number: 12 }]);
      expect(numbers(await store.byNumber(older, [12, 11]))).toEqual([12]);
      const [returned] = await store.byCommits(key, [createCommitId('c4')]);
      expect(returned?.pullRequest.number).toBe(10);
      await subject.historyStore.saveCommits(key, [
        createCommit('named', 7, { parents: ['c6'], pullRequest: { number: 13, title: 'x' } }),
      ]);
      await subject.historyStore.end(key, { tip: createCommitId('named'), since: undefined, notes: [] });
      await store.save(key, [pullRequest(13)]);
      expect(numbers(await store.byNumber(key, [13]))).toEqual([13]);
      expect(await store.byNumber(older, [13])).toEqual([]);
    });
  });

  it('ranks words of the title above words of comments', async () => {
    await store.save(key, [
      issue(1, { comments: [comment('the otter swims')] }),
      issue(2, { title: 'The otter' }),
      issue(3, { title: 'Something else' }),
    ]);
    expect(await findNumbers('otter')).toEqual([2, 1]);
    const [best] = await store.search(key, extractTerms('otter'), 1);
    expect(best?.score).toBeGreaterThan(0);
    expect(await findNumbers('"otter" OR nothing"')).toEqual([2, 1]);
    expect(await store.search(key, [], 5)).toEqual([]);
  });

  it('separates repositories, and deletes one completely', async () => {
    await subject.historyStore.saveCommits(other, createCommitChain(2));
    await subject.historyStore.end(other, { tip: createCommitId('c2'), since: undefined, notes: [] });
    const before = await subject.countRows();
    await store.save(key, [
      pullRequest(5, {
        mergeCommit: createCommitId('c2'),
        title: 'heron',
        closes: [6],
        comments: [comment('r')],
      }),
    ]);
    const rows = await subject.countRows();
    await store.save(other, [pullRequest(5, { mergeCommit: createCommitId('c2'), title: 'stork' })]);
    expect(await findNumbers('stork')).toEqual([]);
    expect(await findNumbers('heron', other)).toEqual([]);
    await store.removeRepository(other);
    expect(await subject.countRows()).toEqual(rows);
    expect(await findNumbers('heron')).toEqual([5]);
    await store.removeRepository(key);
    await store.removeRepository(key);
    expect(await subject.countRows()).toEqual(before);
    expect(await findNumbers('heron')).toEqual([]);
  });
}
