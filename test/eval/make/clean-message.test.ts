import { describe, expect, it } from 'vitest';
import { cleanMessage, readPullRequestNumber } from './clean-message.ts';

describe('cleanMessage', () => {
  it.each([
    ['fix(stream)!: close the stream once (#123)', 'close the stream once'],
    ['net.stream: close the stream once', 'close the stream once'],
    ['[core] Close the stream once', 'Close the stream once'],
    ['✨ Close the stream once :bug:', 'Close the stream once'],
    [
      'Close the stream once\n\nIt was closed twice.\n\nFixes #12\nSigned-off-by: A <a@b>',
      'Close the stream once. It was closed twice.',
    ],
    [
      'Close the stream once\n\n* close it\n* see https://example.org/x for more',
      'Close the stream once. close it see for more',
    ],
    [
      'fix: close the stream once\n\n* fix: close the stream once\n\n* fix(net): wait for it\n\n* test: close twice',
      'close the stream once. wait for it',
    ],
  ])('cleans %j', (message, expected) => expect(cleanMessage(message)).toBe(expected));

  it.each([
    'Revert "Close the stream once"',
    'chore: close the stream once',
    'docs(guide): say when streams close',
    'Bump reader from 1.0 to 1.1',
    'tools: bump reader to version 2',
    'v1.2.3 of the reader is out',
    'Release version 1.2.3',
    'fix typo',
    'fix: closing',
    'start version 2.2.5 of it',
    'clarify the docstring of close',
  ])('excludes %j', (message) => expect(cleanMessage(message)).toBeUndefined());

  it('truncates a long message between words', () => {
    const truncated = cleanMessage(`Close the stream once\n\n${'and once more '.repeat(60)}`);
    expect(truncated?.length).toBeLessThanOrEqual(480);
    expect(truncated).toMatch(/(?:and|once|more)$/);
  });
});

it('reads the pull request number', () => {
  expect(readPullRequestNumber('Close the stream (#123)\n\nbody (#4)')).toBe(123);
  expect(readPullRequestNumber('Close the stream')).toBeNull();
});
