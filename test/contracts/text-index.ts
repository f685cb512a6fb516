/**
 * Contract of every keyword index: a word finds the chunks that contain it, best first; a word is never an operator; each generation has its
 * own index, whose deletion is complete.
 */

import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SnapshotKey } from '../../worker/core/repositories/repository.ts';
import { extractTerms } from '../../worker/core/text/terms.ts';
import type { SimilarTermQuery, TextQuery } from '../../worker/ports/text-index.ts';
import {
  claimPart,
  fillSnapshot,
  indexFiles,
  getSnapshotJob,
  storeFiles,
  type IndexStores,
} from '../support/workbench/fill-snapshot.ts';
import type { ManualClock } from '../support/fakes/manual-clock.ts';
import { definition, type FileFacts } from '../support/workbench/parsed-files.ts';

interface TextIndexSubject extends IndexStores {
  readonly clock: ManualClock;
  readonly countRows: () => Promise<Record<string, number>>;
}

const key = { shard: 0, snapshot: 1, generation: 1 };
const weights = { path: 3, symbols: 5, prose: 1.5, code: 1 };

export function textIndexContract(open: () => Promise<TextIndexSubject>): void {
  let subject: TextIndexSubject;
  beforeEach(async () => {
    subject = await open();
  });
  const fill = (files: readonly FileFacts[], at: SnapshotKey = key) => fillSnapshot(subject, at, { files });
  const search = (terms: readonly string[], options: Partial<TextQuery> = {}, at: SnapshotKey = key) =>
    subject.textIndex.search(at, { terms, weights, limit: 50, paths: undefined, ...options });
  const pathsFor = async (...parameters: Parameters<typeof search>) =>
    (await search(...parameters)).map((hit) => hit.path);

  /** Provides all files as the index stage does. */
  const indexInput = async (at: SnapshotKey = key) => {
    const [range] = await subject.chunkStore.fileRanges(at, 1_000);
    return indexFiles(subject, at, range ?? { firstFile: 0, lastFile: 0 });
  };
  /** Provides all files, with the given terms as the only terms of each chunk. */
  const withTerms = async (terms: string) => {
    const { version, files, chunks } = await indexInput();
    return {
      version,
      files: files.map((file) => ({ ...file, path: '' })),
      chunks: chunks.map((chunk) => ({ key: chunk.key, symbols: '', prose: '', code: terms })),
    };
  };

  describe('a search', () => {
    it('finds the chunks that contain any of the terms, best first, as stored', async () => {
      await fill([
        { path: 'a.py', text: 'join chunks\njoin chunks\n' },
        { path: 'b.py', text: 'join nothing here of any of the other words\n' },
        { path: 'c.py', text: 'elsewhere\n' },
      ]);
      const hits = await search(['join', 'chunk']);
      expect(hits.map((hit) => hit.path)).toEqual(['a.py', 'b.py']);
      expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? Infinity);
      expect(hits[1]?.score).toBeGreaterThan(0);
      const [stored] = await subject.chunkStore.chunksAt(key, [{ path: 'a.py', line: 1 }]);
      const { score, ...chunk } = hits[0] ?? { score: 0 };
      expect(chunk).toEqual(stored);
      expect(score).toBe(hits[0]?.score);
    });

    it('finds adjacent words that form one term', async () => {
      await fill([
        { path: 'a.py', text: 'open robots.txt\n' },
        { path: 'b.py', text: 'txt of robots\n' },
      ]);
      expect(await pathsFor([extractTerms('robots.txt').join(' ')])).toEqual(['a.py']);
    });

    it('ranks a defined name above the same word in code', async () => {
      const text = 'first\nparser\nlast\n';
      await fill([
        { path: 'uses.py', text: `${text}parser\n` },
        { path: 'defines.py', text, symbols: [definition('parser', 2)] },
      ]);
      expect(await pathsFor(['parser'])).toEqual(['defines.py', 'uses.py']);
    });

    it('returns at most its limit, best first', async () => {
      const files = Array.from({ length: 30 }, (_, index) => ({
        path: `f${index}.py`,
        text: `needle ${'hay '.repeat(30 - index)}\n`,
      }));
      await fill(files);
      expect(await pathsFor(['needle'], { limit: 3 })).toEqual(['f29.py', 'f28.py', 'f27.py']);
    });

    it('searches only the given files', async () => {
      const paths = ['src/a.py', 'src/日本/é.py', "it's.py"];
      await fill(paths.map((path) => ({ path, text: `word in ${path}\n` })));
      expect(await pathsFor(['word'], { paths: ['src/日本/é.py', 'nowhere.py'] })).toEqual(['src/日本/é.py']);
      expect(await pathsFor(['word'], { paths: ["it's.py"] })).toEqual(["it's.py"]);
      expect(await pathsFor(['word'], { paths: [] })).toEqual([]);
    });

    it('returns nothing for no terms', async () => {
      await fill([{ path: 'a.py', text: 'word\n' }]);
      expect(await search([])).toEqual([]);
      expect(await search(['absent'])).toEqual([]);
    });
  });

  describe('a term', () => {
    const words = ['and', 'or', 'not', 'near', 'match', 'null', 'code', 'path', 'rowid', 'rank'];
    it.each(words)('%s is a word, not an operator', async (word) => {
      await fill([
        { path: 'a.py', text: `${word} x\n` },
        { path: 'b.py', text: 'other\n' },
      ]);
      for (const term of [word, word.toUpperCase()]) expect(await pathsFor([term])).toEqual(['a.py']);
      expect((await pathsFor([word, 'other'])).toSorted()).toEqual(['a.py', 'b.py']);
    });

    it('that cannot be a word never makes a search fail', async () => {
      await fill([{ path: 'a.py', text: 'word\n' }]);
      const invalidTerms = [
        '"',
        '""',
        '*',
        'wo*',
        '^word',
        'code:word',
        'NEAR(word)',
        '(',
        ')',
        '-word',
        "'",
        ';--',
        '',
        ' ',
        '{',
        '+',
        '\\',
        '😀',
      ];
      for (const term of invalidTerms) expect(await search([term])).toBeInstanceOf(Array);
      expect(await pathsFor(['wo*'])).toEqual([]);
      expect(await pathsFor(['"', 'word'])).toEqual(['a.py']);
    });

    it('is found and counted in any script', async () => {
      const word = fc
        .string({ unit: 'binary', minLength: 1, maxLength: 12 })
        .map((text) => extractTerms(text)[0])
        .filter((term) => term !== undefined);
      const known = ['µs', 'οδος', 'straße', 'ſtart', 'ǆ', 'istanbul', '数え', 'ﬁle', 'ß', '𝒳𝓎'].flatMap(
        extractTerms,
      );
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(word, { minLength: 5, maxLength: 40 }), async (random) => {
          subject = await open();
          const terms = [...new Set([...known, ...random])];
          await fill([{ path: 'terms.txt', text: `${terms.join(' ')}\n` }]);
          const frequencies = await subject.textIndex.documentFrequencies(key, terms);
          expect(terms.filter((term) => frequencies.get(term) !== 1)).toEqual([]);
          for (const term of terms.slice(0, 10)) expect(await pathsFor([term])).toEqual(['terms.txt']);
        }),
        { numRuns: 8 },
      );
    });

    it('is counted once per chunk that contains it in any column, and omitted if unknown', async () => {
      await fill([
        { path: 'retry/a.py', text: 'retry retry\n' },
        { path: 'b.py', text: 'nothing\n', symbols: [definition('retry', 1)] },
        { path: 'c.md', text: 'How to retry.\n' },
        { path: 'd.py', text: 'try again\n' },
      ]);
      const frequencies = await subject.textIndex.documentFrequencies(key, ['retry', 'again', 'absent']);
      expect([...frequencies]).toEqual(
        expect.arrayContaining([
          ['retry', 3],
          ['again', 1],
        ]),
      );
      expect(frequencies.has('absent')).toBe(false);
      expect((await subject.textIndex.documentFrequencies(key, [])).size).toBe(0);
    });

    it('is counted for each snapshot and generation that contains it', async () => {
      const rebuilt = { ...key, generation: 2 };
      const other = { ...key, snapshot: 2 };
      const keys = [key, rebuilt, other];
      const files = keys.map((_, index) => ({ path: `${index}.py`, text: 'shared\n' }));
      for (const [index, at] of keys.entries()) await fill(files.slice(0, index + 1), at);
      for (const [index, at] of keys.entries())
        expect([...(await subject.textIndex.documentFrequencies(at, ['shared']))]).toEqual([
          ['shared', index + 1],
        ]);
    });

    it('is counted while another snapshot is removed', async () => {
      await fill([{ path: 'a.py', text: 'known other\n' }]);
      await fill([{ path: 'a.py', text: 'old\n' }], { ...key, snapshot: 2 });
      await subject.textIndex.documentFrequencies(key, ['known']);
      const reading = subject.textIndex.documentFrequencies(key, ['known', 'other']);
      await subject.textIndex.remove({ shard: 0, snapshot: 2, generation: undefined });
      expect([...(await reading)]).toEqual([
        ['known', 1],
        ['other', 1],
      ]);
    });
  });

  describe('terms similar to a word', () => {
    const query = { prefixes: ['c'], pieces: ['unk'], minLength: 1, maxLength: 20, limit: 10 };
    const similarTerms = async (options: Partial<SimilarTermQuery> = {}, at: SnapshotKey = key) => [
      ...(await subject.textIndex.similarTerms(at, { ...query, ...options })),
    ];
    beforeEach(() =>
      fill([
        { path: 'a.py', text: 'chunk chunks trunk\n' },
        { path: 'b.py', text: 'chunk clunky cell über\n' },
        { path: 'c.py', text: 'chunk clunky cünk 数え数\n' },
      ]),
    );

    it('match prefixes and pieces, most frequent first', async () => {
      expect(await similarTerms()).toEqual([
        ['chunk', 3],
        ['clunky', 2],
        ['chunks', 1],
      ]);
      expect(await similarTerms({ limit: 1 })).toEqual([['chunk', 3]]);
    });

    it('match any of several prefixes and pieces, each once', async () => {
      expect(
        await similarTerms({ prefixes: ['tr', 'c', 'ch', 'zz'], pieces: ['unks', 'run', 'hunk'] }),
      ).toEqual([
        ['chunk', 3],
        ['chunks', 1],
        ['trunk', 1],
      ]);
    });

    it('have a length between minimum and maximum, in any script', async () => {
      expect(await similarTerms({ minLength: 6, maxLength: 6 })).toEqual([
        ['clunky', 2],
        ['chunks', 1],
      ]);
      expect(await similarTerms({ pieces: ['ünk'], minLength: 4, maxLength: 4 })).toEqual([['cünk', 1]]);
      expect(await similarTerms({ prefixes: ['数'], pieces: ['え'], minLength: 3, maxLength: 3 })).toEqual([
        ['数え数', 1],
      ]);
    });

    it('are empty for an incomplete query or without a match', async () => {
      expect(await similarTerms({ prefixes: [] })).toEqual([]);
      expect(await similarTerms({ pieces: [] })).toEqual([]);
      expect(await similarTerms({ pieces: ["%' OR 1"] })).toEqual([]);
      expect(await similarTerms({ prefixes: ['C'] })).toEqual([]);
    });

    it('are limited to their index', async () => {
      const next = { ...key, generation: 2 };
      await fill([{ path: 'a.py', text: 'crunk\n' }], next);
      expect(await similarTerms({}, next)).toEqual([['crunk', 1]]);
      expect(await similarTerms()).toHaveLength(3);
    });
  });

  describe('a part', () => {
    const files = [
      { path: 'a.py', text: 'alpha\n' },
      { path: 'b.py', text: 'beta\n' },
    ];
    beforeEach(async () => {
      await storeFiles(subject, key, { files });
      await subject.textIndex.create(key);
    });

    it('is completed once, by the worker with the current lease', async () => {
      const lateLease = await claimPart(subject, key, 'index');
      subject.clock.advance(60_000);
      const part = await claimPart(subject, key, 'index');
      await expect(subject.textIndex.add(key, lateLease, await withTerms('alpha'))).rejects.toThrow();
      await subject.textIndex.add(key, part, await withTerms('beta beta'));
      for (const lease of [lateLease, part])
        await expect(subject.textIndex.add(key, lease, await withTerms('alpha'))).rejects.toThrow();
      await subject.textIndex.optimize(key);
      expect(await pathsFor(['alpha'])).toEqual([]);
      expect(await pathsFor(['beta'])).toEqual(['a.py', 'b.py']);
      const frequencies = await subject.textIndex.documentFrequencies(key, ['alpha', 'beta']);
      expect([...frequencies]).toEqual([['beta', 2]]);
      expect(await subject.jobParts.tally(getSnapshotJob(key))).toMatchObject([
        { done: 1, total: 1, counts: { chunks: 2 } },
      ]);
    });

    it('adds nothing after its job was removed', async () => {
      const part = await claimPart(subject, key, 'index');
      await subject.jobParts.remove(getSnapshotJob(key));
      await expect(subject.textIndex.add(key, part, await withTerms('alpha'))).rejects.toThrow();
      expect(await search(['alpha'])).toEqual([]);
    });

    it('completes without any chunks', async () => {
      await subject.textIndex.add(key, await claimPart(subject, key, 'index'), {
        version: 1,
        files: [],
        chunks: [],
      });
      expect(await subject.jobParts.tally(getSnapshotJob(key))).toMatchObject([{ done: 1, total: 1 }]);
    });
  });

  describe('reused terms', () => {
    const next = { ...key, snapshot: 2 };
    const shared = {
      path: 'a.py',
      text: 'alpha\nomega\n',
      linesPerChunk: 1,
      symbols: [definition('omega', 2)],
    };

    beforeEach(async () => {
      await fill([shared, { path: 'b.py', text: 'beta\n' }]);
      await storeFiles(subject, next, {
        files: [
          { ...shared, path: 'moved.py' },
          { path: 'c.py', text: 'gamma\n' },
        ],
      });
      await subject.textIndex.create(next);
    });

    it('come from the same content at any path, indexed with the same rules', async () => {
      const range = { firstFile: 0, lastFile: 1_000 };
      const listFiles = (version: number) =>
        subject.textIndex
          .files(next, version, range)
          .then((files) => files.map(({ path, chunks, isReused }) => [path, chunks, isReused]));
      const { version } = await indexInput(next);
      expect(await listFiles(version)).toEqual([
        ['moved.py', 2, true],
        ['c.py', 1, false],
      ]);
      expect(await listFiles(version + 1)).toEqual([
        ['moved.py', 2, false],
        ['c.py', 1, false],
      ]);
      expect(await subject.textIndex.ranges(next, version, 1)).toHaveLength(2);
      expect(await subject.textIndex.ranges(next, version, 1.2)).toHaveLength(1);
    });

    it('produce the same index as the text itself, under the new path', async () => {
      const input = await indexInput(next);
      expect(input.chunks).toHaveLength(1);
      await subject.textIndex.add(next, await claimPart(subject, next, 'index'), input);
      expect(await pathsFor(['omega'], {}, next)).toEqual(['moved.py']);
      expect(await pathsFor(['alpha', 'gamma'], {}, next)).toEqual(['c.py', 'moved.py']);
      expect(await pathsFor(['moved'], {}, next)).toEqual(['moved.py', 'moved.py']);
      const separate = { ...key, snapshot: 3 };
      const files = [
        { ...shared, path: 'moved.py' },
        { path: 'c.py', text: 'gamma\n' },
      ];
      await fill(files, separate);
      const [separateHits, reusedHits] = [
        await search(['omega', 'gamma', 'py'], {}, separate),
        await search(['omega', 'gamma', 'py'], {}, next),
      ];
      const summarize = (hits: typeof reusedHits) =>
        hits.map(({ path, ordinal, score }) => [path, ordinal, score]);
      expect(summarize(reusedHits)).toEqual(summarize(separateHits));
    });

    it('make the part fail without writes if they disappear before it ends', async () => {
      const input = await indexInput(next);
      const part = await claimPart(subject, next, 'index');
      await expect(
        subject.textIndex.add(next, part, { ...input, version: input.version + 1, chunks: [] }),
      ).rejects.toThrow();
      expect(await search(['alpha', 'gamma'], {}, next)).toEqual([]);
      await subject.textIndex.add(next, part, input);
      expect(await pathsFor(['alpha'], {}, next)).toEqual(['moved.py']);
    });

    it('never come from another scope, whose index does not change scores or frequencies', async () => {
      const files = [shared, { path: 'b.py', text: 'beta\n' }];
      const ownKey = { ...key, snapshot: 3 };
      await storeFiles(subject, ownKey, { files, scope: 'ana' });
      await subject.textIndex.create(ownKey);
      const input = await indexInput(ownKey);
      expect(input.files.map((file) => file.isReused)).toEqual([false, false]);
      await subject.textIndex.add(ownKey, await claimPart(subject, ownKey, 'index'), input);
      const terms = ['alpha', 'omega', 'beta', 'py'];
      const read = async (at: SnapshotKey) => ({
        hits: (await search(terms, {}, at)).map(({ path, ordinal, score }) => [path, ordinal, score]),
        frequencies: await subject.textIndex.documentFrequencies(at, terms),
      });
      const [everyones, own] = [await read(key), await read(ownKey)];
      expect(own).toEqual(everyones);
      await subject.textIndex.remove(key);
      await subject.chunkStore.remove({ ...key, generation: undefined });
      expect(await read(ownKey)).toEqual(own);
    });

    it('are retained while any state has the content', async () => {
      await subject.textIndex.remove(key);
      await subject.chunkStore.remove(key);
      const input = await indexInput(next);
      expect(input.files.map((file) => file.isReused)).toEqual([true, false]);
      await subject.textIndex.add(next, await claimPart(subject, next, 'index'), input);
      expect(await pathsFor(['omega'], {}, next)).toEqual(['moved.py']);
    });
  });

  describe('an index', () => {
    const word: FileFacts[] = [{ path: 'a.py', text: 'word\n' }];

    it('is created once, even if requested again', async () => {
      await fill(word);
      await subject.textIndex.create(key);
      expect(await pathsFor(['word'])).toEqual(['a.py']);
    });

    it('of one generation contains nothing of another', async () => {
      await fill(word);
      const next = { ...key, generation: 2 };
      await fill([{ path: 'a.py', text: 'changed\n' }], next);
      expect(await pathsFor(['word'], {}, next)).toEqual([]);
      expect(await pathsFor(['changed'], {}, next)).toEqual(['a.py']);
      expect((await subject.textIndex.documentFrequencies(next, ['word'])).size).toBe(0);
    });

    it('is removed without affecting others', async () => {
      const otherKeys = [
        { ...key, generation: 2 },
        { ...key, snapshot: 2 },
        { ...key, snapshot: 11 },
        { ...key, snapshot: 21, generation: 11 },
      ];
      for (const at of [key, ...otherKeys]) await fill(word, at);
      await subject.textIndex.remove(key);
      for (const at of otherKeys) {
        expect(await pathsFor(['word'], {}, at)).toEqual(['a.py']);
        expect([...(await subject.textIndex.documentFrequencies(at, ['word']))]).toEqual([['word', 1]]);
      }
      await subject.textIndex.remove({ shard: 0, snapshot: 1, generation: undefined });
      for (const at of otherKeys.slice(1)) {
        expect([...(await subject.textIndex.documentFrequencies(at, ['word']))]).toEqual([['word', 1]]);
      }
    });

    it('is removed completely, and can be removed again', async () => {
      await fill(word);
      await fill(word, { ...key, generation: 2 });
      for (let time = 0; time < 2; time += 1) {
        await subject.textIndex.remove({ shard: 0, snapshot: 1, generation: undefined });
        await subject.chunkStore.remove({ shard: 0, snapshot: 1, generation: undefined });
      }
      expect(await subject.countRows()).toEqual({});
    });
  });
}
