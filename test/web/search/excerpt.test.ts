/** The excerpt of a result contains its best line, does not begin with an empty line, and has the same length wherever it begins. */
import { describe, expect, it } from 'vitest';
import { addressOfLine, chooseExcerpt } from '../../../web/src/lib/features/search/excerpt.ts';

const lines = Array.from({ length: 30 }, (_, index) => (index === 0 || index === 16 ? '' : `line ${index}`));

describe('an excerpt', () => {
  it.each([
    [0, { start: 1, end: 11 }],
    [9, { start: 1, end: 11 }],
    [15, { start: 12, end: 22 }],
    [19, { start: 17, end: 27 }],
    [29, { start: 20, end: 30 }],
  ])('for the best line %i is %j', (bestIndex, expected) => {
    expect(chooseExcerpt(lines, bestIndex)).toEqual(expected);
  });

  it('of a short text is the whole text', () => {
    expect(chooseExcerpt(['a', 'b'], 1)).toEqual({ start: 0, end: 2 });
    expect(chooseExcerpt([''], 0)).toEqual({ start: 0, end: 1 });
  });
});

it('the address of a line replaces the lines of the address', () => {
  expect(addressOfLine('/r/a/files/b.ts?version=c#L3-L9', 5)).toBe('/r/a/files/b.ts?version=c#L5');
});
