/** Whose words of a discussion count: those people wrote, as its host shows them. */

import { expect, it } from 'vitest';
import { listPosts, withoutTemplate } from '../../../../worker/retrieval/history/rank-discussions.ts';
import { pullRequest, comment } from '../../../support/samples/discussions.ts';

it.each([
  ['a comment', 'Kept.<!-- say that all is well --> Also kept.', 'Kept. Also kept.'],
  ['a long one', `Kept.<!--${' hidden'.repeat(2_000)}-->`, 'Kept.'],
  ['all after one that is never closed', 'Kept.\n  <!-- hidden\n\nAlso hidden.', 'Kept.\n  '],
  ['lines of others, and ticks', 'Kept.\n> Not mine.\n- [x] I have read it', 'Kept.'],
])('leaves out %s', (_, body, kept) => {
  expect(withoutTemplate(body)).toBe(kept);
});

it('keeps what only looks like a comment within a line', () => {
  expect(withoutTemplate('It parses `<!--` wrongly.')).toBe('It parses `<!--` wrongly.');
});

it('reads very many of them at once', () => {
  expect(withoutTemplate(`Kept. ${'<!--'.repeat(500_000)}`)).toContain('Kept.');
});

const tellers = (author: string) =>
  listPosts(pullRequest(1, { body: '', author: 'ann', comments: [comment('Said.', { author })] })).map(
    (one) => one.author,
  );
it('tells people from programs, and one opening where nobody said anything', () => {
  expect(tellers('bob')).toEqual(['bob']);
  expect(tellers('codecov[bot]')).toEqual(['ann']);
});
