/** Merging of small neighbors: plain runs up to the budget, and small drafts wherever they fit best. */
import { describe, expect, it } from 'vitest';
import { mergeSmallDrafts } from '../../../../worker/ingestion/chunks/draft-chunk.ts';
import type { DraftChunk } from '../../../../worker/ingestion/chunks/draft-chunk.ts';

/** Drafts from sizes, with units marked by `!`: `10 60! 5`. */
const createDrafts = (sizes: string): DraftChunk[] => {
  let start = 0;
  return sizes.split(' ').map((size) => {
    const tokens = Number.parseInt(size, 10);
    const draft = {
      start,
      end: start + tokens,
      tokens,
      kind: size,
      kindTokens: tokens,
      isStandalone: size.endsWith('!'),
    };
    start = draft.end;
    return draft;
  });
};
const merged = (sizes: string): string =>
  mergeSmallDrafts(createDrafts(sizes), { minTokens: 50, maxTokens: 100 })
    .map(({ tokens, isStandalone }) => `${tokens}${isStandalone ? '!' : ''}`)
    .join(' ');

describe('merging', () => {
  it.each([
    ['joins plain neighbors up to the budget', '30 30 30 30 30', '90 60'],
    ['keeps units separate', '60! 60! 55!', '60! 60! 55!'],
    ['separates a run of plain drafts from a unit', '40 20 60! 70', '60 60! 70'],
    ['merges a small first draft into the next one', '10 60! 60!', '70! 60!'],
    ['merges a small last draft into the previous one', '60! 5', '65!'],
    ['prefers a plain neighbor to a unit', '60! 5 90', '60! 95'],
    ['prefers the smaller of two units', '80! 5 60!', '80! 65!'],
    ['keeps a small draft if no neighbor has room', '98! 5 99!', '98! 5 99!'],
    ['joins small drafts until they are large enough', '20! 20! 20! 60!', '60! 60!'],
  ])('%s', (_, sizes, expected) => expect(merged(sizes)).toBe(expected));

  it('uses the kind of the larger draft', () =>
    expect(mergeSmallDrafts(createDrafts('10 30 20'), { minTokens: 50, maxTokens: 100 })[0]?.kind).toBe(
      '30',
    ));
});
