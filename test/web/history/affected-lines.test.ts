/** Commit evidence: its entry among the sources, its message, the lines it affected, and the question about the commit. */
import { describe, expect, test } from 'vitest';
import { commitEvidence } from '../../support/samples/evidence.ts';
import { describeEvidence } from '../../../web/src/lib/features/ask/sources/describe-evidence.ts';
import { toOpenSource } from '../../../web/src/lib/features/ask/sources/open-source.ts';
import { askAboutCommit } from '../../../web/src/lib/features/history/ask-about-commit.ts';
import { readMessageBody, readRecordMessage } from '../../../web/src/lib/features/history/message-body.ts';
import { groupAffectedLines } from '../../../web/src/lib/features/history/affected-lines.ts';

test('labels a commit with its subject, else its id, and adds date, author and pull request', () => {
  expect(describeEvidence(commitEvidence('e1'))).toEqual({
    name: 'Sound the bell twice (#7)',
    day: '2024-03-09',
    detail: expect.stringMatching(/^commit 6f948e9 · (?:last year|\d+ years ago) · Ann · #7$/),
    isCode: false,
  });
  const { pullRequest: _, ...withoutSubject } = commitEvidence('e1', { subject: '' });
  expect(describeEvidence(withoutSubject)).toMatchObject({
    name: 'Commit 6f948e9',
    detail: expect.stringMatching(/^commit 6f948e9 · (?:last year|\d+ years ago) · Ann$/),
  });
  expect(toOpenSource(withoutSubject)).toEqual({ commit: withoutSubject.commit });
});

describe('the body of a commit message', () => {
  test('omits the header of the record and the subject, and has uniform line endings', () => {
    const { text, subject } = commitEvidence('e1');
    expect(readMessageBody(readRecordMessage(text), subject)).toBe('Once was not heard.');
  });

  test('is empty for a message that is only a subject, and is the whole message if the subject differs', () => {
    expect(readMessageBody('Ring\n', 'Ring')).toBe('');
    expect(readMessageBody('Sound\n\nmore', 'Ring')).toBe('Sound\n\nmore');
    expect(readRecordMessage('commit abc')).toBe('');
  });
});

test('groups lines by file and range, and lists all reasons of each range', () => {
  const files = groupAffectedLines([
    { path: 'b.py', startLine: 9, endLine: 12, reason: 'introduced' },
    { path: 'a.py', startLine: 1, endLine: 1, reason: 'moved' },
    { path: 'b.py', startLine: 2, endLine: 3, reason: 'introduced' },
    { path: 'b.py', startLine: 9, endLine: 12, reason: 'last-changed' },
    { path: 'b.py', startLine: 9, endLine: 12, reason: 'introduced' },
  ]);
  expect(files).toEqual([
    {
      path: 'b.py',
      ranges: [
        { range: { startLine: 2, endLine: 3 }, reasons: ['introduced'] },
        { range: { startLine: 9, endLine: 12 }, reasons: ['introduced', 'last-changed'] },
      ],
    },
    { path: 'a.py', ranges: [{ range: { startLine: 1, endLine: 1 }, reasons: ['moved'] }] },
  ]);
});

test('asks about a commit by its id, and refers to lines in the format of citations', () => {
  expect(askAboutCommit('6f948e95b4ab')).toBe('What did commit 6f948e9 change, and why?');
  const lines = { path: 'a.py', startLine: 3, endLine: 9 };
  expect(askAboutCommit('6f948e95b4ab', lines)).toBe('Why did commit 6f948e9 change a.py:3-9?');
  expect(askAboutCommit('6f948e95b4ab', { ...lines, endLine: 3 })).toBe(
    'Why did commit 6f948e9 change a.py:3?',
  );
});
