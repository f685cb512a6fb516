/** How a commit is told: in the list of sources, its message, the lines of it, the question about it. */
import { describe, expect, test } from 'vitest';
import { commitEvidence } from '../support/commit-evidence.ts';
import { nameEvidence } from '../../web/src/lib/features/ask/name-evidence.ts';
import { sourceOf } from '../../web/src/lib/features/ask/source-of.ts';
import { askAboutCommit } from '../../web/src/lib/features/history/ask-about-commit.ts';
import { messageBody, messageOfRecord } from '../../web/src/lib/features/history/message-body.ts';
import { toldLines } from '../../web/src/lib/features/history/told-lines.ts';

test('a commit is named by its subject, with its id, day, author and pull request', () => {
  expect(nameEvidence(commitEvidence('e1'))).toEqual({
    name: 'Sound the bell twice (#7)',
    detail: 'commit 6f948e9 · 2024-03-09 · Ann · #7',
    isCode: false,
  });
  const { pullRequest: _, ...plain } = commitEvidence('e1', { subject: '' });
  expect(nameEvidence(plain)).toMatchObject({
    name: 'Commit 6f948e9',
    detail: 'commit 6f948e9 · 2024-03-09 · Ann',
  });
  expect(sourceOf(plain)).toEqual({ commit: plain.commit });
});

describe('the message', () => {
  test('of a record is what stands below its head, without the subject, with ends of lines of one kind', () => {
    const { text, subject } = commitEvidence('e1');
    expect(messageBody(messageOfRecord(text), subject)).toBe('Once was not heard.');
  });

  test('that is its subject alone has no more to say; one that begins otherwise is told whole', () => {
    expect(messageBody('Ring\n', 'Ring')).toBe('');
    expect(messageBody('Sound\n\nmore', 'Ring')).toBe('Sound\n\nmore');
    expect(messageOfRecord('commit abc')).toBe('');
  });
});

test('lines are told by file in their order, each stretch once with all that was done to it', () => {
  const told = toldLines([
    { path: 'b.py', startLine: 9, endLine: 12, reason: 'introduced' },
    { path: 'a.py', startLine: 1, endLine: 1, reason: 'moved' },
    { path: 'b.py', startLine: 2, endLine: 3, reason: 'introduced' },
    { path: 'b.py', startLine: 9, endLine: 12, reason: 'last-changed' },
    { path: 'b.py', startLine: 9, endLine: 12, reason: 'introduced' },
  ]);
  expect(told).toEqual([
    {
      path: 'b.py',
      stretches: [
        { range: { startLine: 2, endLine: 3 }, reasons: ['introduced'] },
        { range: { startLine: 9, endLine: 12 }, reasons: ['introduced', 'last-changed'] },
      ],
    },
    { path: 'a.py', stretches: [{ range: { startLine: 1, endLine: 1 }, reasons: ['moved'] }] },
  ]);
});

test('a question about a commit names it, and the lines as they are cited', () => {
  expect(askAboutCommit('6f948e95b4ab')).toBe('What did commit 6f948e9 change, and why?');
  const lines = { path: 'a.py', startLine: 3, endLine: 9 };
  expect(askAboutCommit('6f948e95b4ab', lines)).toBe('Why did commit 6f948e9 change a.py:3-9?');
  expect(askAboutCommit('6f948e95b4ab', { ...lines, endLine: 3 })).toBe(
    'Why did commit 6f948e9 change a.py:3?',
  );
});
