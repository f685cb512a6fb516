/** References in commit messages: pull requests in each forge's notation, issues, and lookalikes. */
import { describe, expect, it } from 'vitest';
import { readCommitReferences } from '../../../../worker/ingestion/history/read-commit-references.ts';

const issuesInBody = (body: string) => readCommitReferences(`Subject\n\n${body}`).issues;

describe('a pull request', () => {
  it.each<[string, string, number, string | undefined]>([
    ['squashed', 'Add retries (#123)\n\nMore.', 123, 'Add retries'],
    ['squashed twice: the last number', 'Add retries (#12) (#34)', 34, 'Add retries (#12)'],
    ['merged by GitHub', 'Merge pull request #12 from x/y\n\nAdd retries\n\nMore.', 12, 'Add retries'],
    ['merged without a title', 'Merge pull request #12 from x/y', 12, undefined],
    [
      'merged by bors',
      'Auto merge of #123456 - who:branch, r=them\n\nTeach it\n\nr? @x',
      123_456,
      'Teach it',
    ],
    [
      'merged by GitLab',
      "Merge branch 'fix' into 'main'\n\nMend it\n\nCloses #4\n\nSee merge request group/sub/tool!12",
      12,
      'Mend it',
    ],
    ['merged by GitLab in one', 'Mend it\n\nSee merge request !12', 12, 'Mend it'],
    ['merged by Bitbucket', 'Merged in fix (pull request #9)\n\nMend it', 9, 'Mend it'],
    ['merged by Azure DevOps', 'Merged PR 77: Mend it', 77, 'Mend it'],
    [
      'stated by its address',
      'src: mend it\n\nPR-URL: https://github.com/o/r/pull/4321\nReviewed-By: x',
      4321,
      undefined,
    ],
  ])('%s', (_, message, number, title) => {
    expect(readCommitReferences(message).pullRequest).toEqual({ number, title });
  });

  it.each(['Plain', 'Mention (#12) within', 'Speak of pull request #12', 'Revert "Add (#12)" again', ''])(
    'is not detected in %j',
    (message) => expect(readCommitReferences(message).pullRequest).toBeUndefined(),
  );

  it('is not among the issues, but other numbers of the subject are', () => {
    expect(readCommitReferences('Mend #5 (#12)\n\nPart of #12, fixes #6.')).toEqual({
      pullRequest: { number: 12, title: 'Mend #5' },
      issues: [5, 6],
    });
  });
});

describe('issues', () => {
  it.each<[string, readonly number[]]>([
    ['Fixes #1, #2 and #3.', [1, 2, 3]],
    ['Closes: #4\nResolved #5\nfix #6', [4, 5, 6]],
    ['See GH-12 and gh-13.', [12, 13]],
    ['Broken since #77 (see #78).', [77, 78]],
    ['Fixes #1234567.', [1_234_567]],
    ['#1234 was wrong', [1234]],
    ['- #12\n- #13', [12, 13]],
    ['twice #8 and #8', [8]],
  ])('are read from %j', (body, issues) => expect(issuesInBody(body)).toEqual(issues));

  it('are read from a subject', () => {
    expect(readCommitReferences('#12 Mend it').issues).toEqual([12]);
    expect(readCommitReferences('Fixed #34567 -- Mended it.').issues).toEqual([34_567]);
  });

  it.each([
    'owner/tool#12 is elsewhere',
    'https://host/o/r/issues#12 and page#12',
    'colours #123456 and #12ab34 and #000, color: #333;',
    '#1 do this\n#2 do that\n#3 and rest',
    '#1. do this',
    '#7) do that',
    'step #2, attempt #3',
    '&#123; is a brace',
    'C#7 and x#9',
    '```\nsee #12\n```',
    '~~~ sh\nfixes #12\n```\nfixes #13\n~~~',
    'run `make #12` again',
    '#0 and #-1 and #012',
    '```\nnever closed #12',
    '12345678901 and #12345678901',
  ])('are not detected in %j', (body) => expect(issuesInBody(body)).toEqual([]));

  it('are read after a code block, fifty at most', () => {
    expect(issuesInBody('```\n#1\n```\nFixes #12')).toEqual([12]);
    expect(issuesInBody(Array.from({ length: 90 }, (_, at) => `fixes #${at + 500}`).join('\n'))).toHaveLength(
      50,
    );
  });
});

it('reads messages that are built to make the patterns slow', () => {
  const long = 20_000;
  for (const part of [
    ' ',
    '\n',
    '`',
    '#',
    '(#1',
    'see merge request ',
    'merged in ',
    '\t\n',
    '#1\n',
    'a/',
    '~~~\n',
  ])
    for (const message of [part.repeat(long / part.length), `x\n\n${part.repeat(long / part.length)}`])
      expect(readCommitReferences(message).issues.length).toBeLessThanOrEqual(50);
});
