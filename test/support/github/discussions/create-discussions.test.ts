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
  (_, at) => `Weigh cargo ${at}${at % 4 === 0 ? ` (#${40 + at})` : ''}`,
);

/** Creates a commit for each function: some named like squashes, one like a merge that closes an issue. */
function makeCargo(folder: string): void {
  git(folder, 'init', '--quiet');
  for (const [at, subject] of subjects.entries()) {
    const functions = Array.from(
      { length: at + 1 },
      (_, of) => `def weigh_cargo_${of}(load):\n    return load * ${of}\n`,
    );
    writeFiles(folder, { [`src/cargo_${at % 3}.py`]: functions.join('\n\n'), 'README.md': `# ${at}\n` });
    git(folder, 'add', '--all');
    const date = `2024-03-${String(at + 1).padStart(2, '0')}T12:00:00Z`;
    const message = at === 5 ? `${subject}\n\nFixes #77` : subject;
    git(folder, 'commit', '--quiet', '--date', date, '--message', message);
  }
}

/** All texts of a pull request or issue by place. */
function collectTexts(made: Discussions, number: number): Readonly<Record<string, readonly string[]>> {
  const found = [...made.pullRequests, ...made.issues].find((one) => one.number === number);
  const reviews = found !== undefined && 'reviews' in found ? found.reviews : [];
  return {
    body: [found?.body ?? ''],
    comment: (found?.comments ?? []).map(({ body }) => body),
    review: reviews.map(({ body }) => body),
    'review-comment': reviews.flatMap(({ comments }) => comments.map(({ body }: ReviewCommentData) => body)),
  };
}

describe('discussions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wherefore-cargo-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let made: Discussions;
  let again: Discussions;
  let other: Discussions;
  let messages: string;
  let lines: (commit: string, path: string) => readonly string[];

  beforeAll(async () => {
    makeCargo(folder);
    const counts = { folder, pullRequests: 8, issues: 5 };
    made = await createDiscussions({ ...counts, seed: 3 });
    again = await createDiscussions({ ...counts, seed: 3 });
    other = await createDiscussions({ ...counts, seed: 4 });
    messages = git(folder, 'log', '--format=%B');
    const files = new Map<string, readonly string[]>();
    lines = (commit, path) => files.get(`${commit}:${path}`) ?? [];
    for (const { commit, path } of made.facts)
      files.set(`${commit}:${path}`, git(folder, 'show', `${commit}:${path}`).split('\n'));
  });

  it('creates the requested number of discussions, each with its own number', () => {
    expect(made.pullRequests).toHaveLength(8);
    expect(made.issues).toHaveLength(5);
    const numbers = [...made.pullRequests, ...made.issues].map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('creates the same discussions for the same seed only', () => {
    expect(again).toEqual(made);
    expect(other).not.toEqual(made);
  });

  it('places each fact where it is recorded, and in no other discussion', () => {
    expect(made.facts.length).toBeGreaterThanOrEqual(8 + 5);
    for (const fact of made.facts) {
      expect(collectTexts(made, fact.number)[fact.where]?.join('\n')).toContain(fact.statement);
      const holders = [...made.pullRequests, ...made.issues].filter((one) =>
        JSON.stringify(one).includes(JSON.stringify(fact.statement).slice(1, -1)),
      );
      expect(holders.map(({ number }) => number)).toEqual([fact.number]);
    }
  });

  it('states facts that no commit message states, about names that the commit contains', () => {
    for (const fact of made.facts) {
      expect(messages).not.toContain(fact.statement);
      expect(fact.question).toContain(`\`${fact.symbol}\``);
      expect(lines(fact.commit, fact.path).join('\n')).toContain(`def ${fact.symbol}(`);
    }
    expect(new Set(made.facts.map(({ question }) => question)).size).toBe(made.facts.length);
  });

  it('takes the numbers that commit messages mention', () => {
    for (const { title, number, mergeCommit } of made.pullRequests) {
      const subject = subjects.find((one) => one.startsWith(`${title} (#`) || one === title);
      expect(mergeCommit).toMatch(/^[0-9a-f]{40}$/);
      const mentioned = /\(#(\d+)\)$/.exec(subject ?? '')?.[1];
      if (mentioned !== undefined) expect(number).toBe(Number(mentioned));
    }
    expect(made.pullRequests.some(({ number }) => number >= 40)).toBe(true);
  });

  it('closes existing issues, and comments on lines that define its subject', () => {
    const issues = new Map(made.issues.map((issue) => [issue.number, issue]));
    const closing = made.pullRequests.filter(({ closes }) => closes.length > 0);
    expect(closing).toHaveLength(3);
    for (const { number, closes, body } of closing) {
      expect(issues.get(closes[0] ?? 0)?.closedBy).toBe(number);
      expect(body).toContain(`#${closes[0] ?? ''}.`);
    }
    for (const { mergeCommit, reviews } of made.pullRequests)
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
