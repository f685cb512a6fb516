import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../../files/git.ts';
import { createFolder, writeFiles } from '../../files/temporary-folder.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReviewCommentData } from './discussion-data.ts';
import { createDiscussions, type Discussions } from './create-discussions.ts';

const subjects = Array.from(
  { length: 12 },
  (_, index) => `Weigh cargo ${index}${index % 4 === 0 ? ` (#${40 + index})` : ''}`,
);

/** Creates one commit per subject. Some subjects end with a pull request number, and one message closes an issue. */
function createCargoRepository(folder: string): void {
  git(folder, 'init', '--quiet');
  for (const [index, subject] of subjects.entries()) {
    const functions = Array.from(
      { length: index + 1 },
      (_, number) => `def weigh_cargo_${number}(load):\n    return load * ${number}\n`,
    );
    writeFiles(folder, {
      [`src/cargo_${index % 3}.py`]: functions.join('\n\n'),
      'README.md': `# ${index}\n`,
    });
    git(folder, 'add', '--all');
    const date = `2024-03-${String(index + 1).padStart(2, '0')}T12:00:00Z`;
    const message = index === 5 ? `${subject}\n\nFixes #77` : subject;
    git(folder, 'commit', '--quiet', '--date', date, '--message', message);
  }
}

/** Returns the texts of a pull request or issue by the part that contains them. */
function collectTexts(discussions: Discussions, number: number): Readonly<Record<string, readonly string[]>> {
  const discussion = [...discussions.pullRequests, ...discussions.issues].find(
    (candidate) => candidate.number === number,
  );
  const reviews = discussion !== undefined && 'reviews' in discussion ? discussion.reviews : [];
  return {
    body: [discussion?.body ?? ''],
    comment: (discussion?.comments ?? []).map(({ body }) => body),
    review: reviews.map(({ body }) => body),
    'review-comment': reviews.flatMap(({ comments }) => comments.map(({ body }: ReviewCommentData) => body)),
  };
}

describe('createDiscussions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wherefore-cargo-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let discussions: Discussions;
  let discussionsOfSameSeed: Discussions;
  let discussionsOfOtherSeed: Discussions;
  let messages: string;
  let lines: (commit: string, path: string) => readonly string[];

  beforeAll(async () => {
    createCargoRepository(folder);
    const counts = { folder, pullRequests: 8, issues: 5 };
    discussions = await createDiscussions({ ...counts, seed: 3 });
    discussionsOfSameSeed = await createDiscussions({ ...counts, seed: 3 });
    discussionsOfOtherSeed = await createDiscussions({ ...counts, seed: 4 });
    messages = git(folder, 'log', '--format=%B');
    const files = new Map<string, readonly string[]>();
    lines = (commit, path) => files.get(`${commit}:${path}`) ?? [];
    for (const { commit, path } of discussions.facts)
      files.set(`${commit}:${path}`, git(folder, 'show', `${commit}:${path}`).split('\n'));
  });

  it('creates the requested number of discussions, each with its own number', () => {
    expect(discussions.pullRequests).toHaveLength(8);
    expect(discussions.issues).toHaveLength(5);
    const numbers = [...discussions.pullRequests, ...discussions.issues].map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('creates the same discussions for the same seed only', () => {
    expect(discussionsOfSameSeed).toEqual(discussions);
    expect(discussionsOfOtherSeed).not.toEqual(discussions);
  });

  it('states each fact in the recorded part of its discussion, and in no other discussion', () => {
    expect(discussions.facts.length).toBeGreaterThanOrEqual(8 + 5);
    for (const fact of discussions.facts) {
      expect(collectTexts(discussions, fact.number)[fact.where]?.join('\n')).toContain(fact.statement);
      const discussionsWithFact = [...discussions.pullRequests, ...discussions.issues].filter((discussion) =>
        JSON.stringify(discussion).includes(JSON.stringify(fact.statement).slice(1, -1)),
      );
      expect(discussionsWithFact.map(({ number }) => number)).toEqual([fact.number]);
    }
  });

  it('states facts that no commit message states, about symbols that the commit defines', () => {
    for (const fact of discussions.facts) {
      expect(messages).not.toContain(fact.statement);
      expect(fact.question).toContain(`\`${fact.symbol}\``);
      expect(lines(fact.commit, fact.path).join('\n')).toContain(`def ${fact.symbol}(`);
    }
    expect(new Set(discussions.facts.map(({ question }) => question)).size).toBe(discussions.facts.length);
  });

  it('numbers each pull request as its commit message states', () => {
    for (const { title, number, mergeCommit } of discussions.pullRequests) {
      const subject = subjects.find(
        (candidate) => candidate.startsWith(`${title} (#`) || candidate === title,
      );
      expect(mergeCommit).toMatch(/^[0-9a-f]{40}$/);
      const mentioned = /\(#(\d+)\)$/.exec(subject ?? '')?.[1];
      if (mentioned !== undefined) expect(number).toBe(Number(mentioned));
    }
    expect(discussions.pullRequests.some(({ number }) => number >= 40)).toBe(true);
  });

  it('closes existing issues, and places review comments on lines that define a symbol', () => {
    const issues = new Map(discussions.issues.map((issue) => [issue.number, issue]));
    const closingPullRequests = discussions.pullRequests.filter(({ closes }) => closes.length > 0);
    expect(closingPullRequests).toHaveLength(3);
    for (const { number, closes, body } of closingPullRequests) {
      expect(issues.get(closes[0] ?? 0)?.closedBy).toBe(number);
      expect(body).toContain(`#${closes[0] ?? ''}.`);
    }
    for (const { mergeCommit, reviews } of discussions.pullRequests)
      for (const { path, originalLine } of reviews.flatMap(({ comments }) => comments)) {
        const file = lines(mergeCommit ?? '', path);
        expect(file[originalLine - 1]).toMatch(/^def weigh_cargo_\d+\(/);
      }
  });

  it('creates fewer discussions for a repository with fewer subjects', async () => {
    const folder = createFolder({ 'src/only.py': 'def only_one():\n    return 1\n' });
    git(folder, 'init', '--quiet');
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', 'One');
    const few = await createDiscussions({ folder, pullRequests: 5, issues: 5, seed: 1 });
    expect(few.pullRequests).toHaveLength(1);
    expect(few.issues).toHaveLength(1);
  });
});
