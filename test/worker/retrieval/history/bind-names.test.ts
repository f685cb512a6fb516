/** Binds questions to authors, releases and quoted lines. */
import { describe, expect, it } from 'vitest';
import { bindAuthor } from '../../../../worker/retrieval/history/bind-author.ts';
import {
  choosePreviousRelease,
  chooseReleaseCommit,
} from '../../../../worker/retrieval/history/releases/choose-release.ts';
import { matchQuotedLines } from '../../../../worker/retrieval/history/match-quoted-lines.ts';

describe('an author', () => {
  const authors = ['Ada Lovelace', 'Grace Hopper', 'will', 'dependabot[bot]', 'Jung Sang-jun'];
  it.each([
    ['everything ada lovelace did in 2020', 'Ada Lovelace'],
    ['last commit by Hopper', 'Grace Hopper'],
    ["Jung Sang-jun's changes to main.go", 'Jung Sang-jun'],
    ['commits from @will', 'will'],
  ])('%s', (text, author) => expect(bindAuthor(text, authors)).toBe(author));
  it('is no plain word', () =>
    expect(bindAuthor('who will change this by default', authors)).toBeUndefined());
});

describe('a release', () => {
  const found = [
    { text: 'v1.2.0', isTag: true, commit: 'tag', committedAt: 3 },
    { text: 'pkg@1.2.0', isTag: true, commit: 'package', committedAt: 3 },
    { text: 'Prepare docs for 1.3.0 and 1.2.0', isTag: false, commit: 'docs', committedAt: 4 },
    { text: 'Bumped v1.3.0', isTag: false, commit: 'bump', committedAt: 5 },
    { text: 'fix: a crash since 1.3.0', isTag: false, commit: 'fix', committedAt: 6 },
  ];
  it.each([
    ['1.2', 'tag'],
    ['v1.2.0', 'tag'],
    ['1.3.0', 'bump'],
  ])('%s', (version, commit) => expect(chooseReleaseCommit(found, version)?.commit).toBe(commit));
  it('that nothing names is unknown', () => expect(chooseReleaseCommit(found, '1.3.1')).toBeUndefined());
});

const toTags = (names: readonly string[]) =>
  names.map((text) => ({ text, isTag: true, commit: text, committedAt: 1 }));

describe('a tag', () => {
  it.each([
    ['v2', ['v1.0.0-2', 'v1.0.0'], undefined],
    ['1.0.0-2', ['v1.0.0', 'v1.0.0-2'], 'v1.0.0-2'],
    ['1.0.0', ['v1.0.0-2', 'v1.0.0'], 'v1.0.0'],
    ['4.1.0', ['rel_4_0_1', 'rel_4_1_0'], 'rel_4_1_0'],
    ['2.0rc1', ['v2.0.0-rc.1', 'v2.0.0'], 'v2.0.0-rc.1'],
    ['0.3', ['py2-tools/v0.3.0'], 'py2-tools/v0.3.0'],
  ])('of %s among %j is %s', (version, names, tag) =>
    expect(chooseReleaseCommit(toTags(names), version)?.text).toBe(tag),
  );
  it('is read in linear time', () => {
    const began = performance.now();
    expect(
      chooseReleaseCommit(toTags([`1.0${'-a'.repeat(120)}!`, `1.0${'-x'.repeat(120)}!`]), '1.0'),
    ).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(1_000);
  });
  it.each([
    ['core@3.0.0', ['core@2.4.0', 'cli@2.99.1', 'core@3.0.0'], 'core@2.4.0'],
    ['v1.10.0', ['v1.9.2', 'v1.10.0-beta.1', 'v1.2.0', 'docs-1.9.9'], 'v1.9.2'],
    ['cli@1.0.0', ['core@0.9.0'], undefined],
  ])('before %s among %j is %s', (text, names, previous) =>
    expect(
      choosePreviousRelease(toTags(names), { text, isTag: true, commit: '', committedAt: 2 })?.text,
    ).toBe(previous),
  );
});

describe('a quoted line', () => {
  const lines = [
    'const limit = 10;',
    'if (retries > maxRetries) return undefined;',
    'retries += 1;',
    'socket.keepAlive = false; // see the proxy',
    'except BaseException as exc:',
    '    response.close()',
  ];
  const find = (question: string) => matchQuotedLines(question, [{ path: 'a', lines }])[0];
  it.each([
    ['what is retries > maxRetries there for', 2],
    ['why do we set `socket.keepAlive = false`?', 4],
    ['it says `except BaseException as exc: response.close()`, for what reason', 5],
  ])('%s', (question, line) => expect(find(question)).toMatchObject({ line, isQuoted: true }));
  it('is not one that only shares words', () =>
    expect(find('why is there a limit on the retries')).toMatchObject({ isQuoted: false }));
});
