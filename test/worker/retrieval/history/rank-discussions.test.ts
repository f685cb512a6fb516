/** Selects the text that people wrote, as the host shows it. */

import { expect, it } from 'vitest';
import { listPosts, removeTemplate } from '../../../../worker/retrieval/history/rank-discussions.ts';
import { pullRequest, comment } from '../../../support/samples/discussions.ts';

it.each([
  ['a comment', 'Kept.<!-- say that all is well --> Also kept.', 'Kept. Also kept.'],
  ['a long comment', `Kept.<!--${' hidden'.repeat(2_000)}-->`, 'Kept.'],
  ['everything after an unclosed comment', 'Kept.\n  <!-- hidden\n\nAlso hidden.', 'Kept.\n  '],
  ['quotations and checkboxes', 'Kept.\n> Not mine.\n- [x] I have read it', 'Kept.'],
])('removes %s', (_, body, expected) => {
  expect(removeTemplate(body)).toBe(expected);
});

it('keeps an unclosed comment within a line', () => {
  expect(removeTemplate('It parses `<!--` wrongly.')).toBe('It parses `<!--` wrongly.');
});

it('handles very many unclosed comments', () => {
  expect(removeTemplate(`Kept. ${'<!--'.repeat(500_000)}`)).toContain('Kept.');
});

const postAuthors = (author: string) =>
  listPosts(pullRequest(1, { body: '', author: 'ann', comments: [comment('Said.', { author })] })).map(
    (post) => post.author,
  );
it('skips posts of bots, and falls back to the body', () => {
  expect(postAuthors('bob')).toEqual(['bob']);
  expect(postAuthors('codecov[bot]')).toEqual(['ann']);
});
