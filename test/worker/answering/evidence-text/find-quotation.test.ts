/** A quotation may differ in markup, but not in what it says: its words, their order and their signs. */
import { describe, expect, it } from 'vitest';
import { createQuotationFinder } from '../../../../worker/answering/evidence-text/find-quotation.ts';

const comment = `/**
 * Looks up the first free berth of the harbour, or returns \`-1\` if none is free. The width is the beam
 * of the boat + the fenders on both sides, at most 50% of the basin - which is long-standing practice.
 *
 * - read/write access needs a permit
 * - an offset of (2 * margin) is kept on **both** ends
 */
`;
const contains = (quotation: string): boolean => createQuotationFinder(comment).contains(quotation);

describe('a shortened quotation', () => {
  it.each([
    'Looks up the first free berth … if none is free',
    'the first free berth [...] returns -1',
    'The width is … the fenders on both sides, …',
    'permit … kept on both ends',
    '… is long-standing practice.',
  ])('is found with its parts in order: %s', (quotation) => {
    expect(contains(quotation)).toBe(true);
  });

  it.each([
    'if none is free … Looks up the first free berth',
    'on both ends … needs a permit',
    'the fenders … the beam of the boat',
    'The width is … the width of the mole',
    'the first free berth … free berth of the harbour',
  ])('is not found with its parts in another order, over each other or invented: %s', (quotation) => {
    expect(contains(quotation)).toBe(false);
  });

  it.each(['berth … free', 'the … is … of', 'access … permit', '…', '… — …'])(
    'is not found if its parts say too little: %s',
    (quotation) => {
      expect(contains(quotation)).toBe(false);
    },
  );
});

describe('the signs of numbers and sums', () => {
  it.each([
    'or returns -1 if none is free',
    'or returns −1 if none is free',
    'the beam of the boat + the fenders',
    'at most 50 % of the basin – which is long-standing practice',
    'at most 50% of the basin, which is long-standing practice',
    'an offset of (2 * margin) is kept on both ends',
    'read/write access needs a permit',
  ])('are found: %s', (quotation) => {
    expect(contains(quotation)).toBe(true);
  });

  it.each([
    'or returns 1 if none is free',
    '1 if none is free',
    'the beam of the boat - the fenders',
    'the beam of the boat the fenders on both sides',
    'an offset of (2 + margin) is kept',
    'an offset of (2 / margin) is kept on both ends',
    'at most -50% of the basin',
  ])('are not found if they differ: %s', (quotation) => {
    expect(contains(quotation)).toBe(false);
  });

  it('are not confused with hyphens of names and ranges', () => {
    const finder = createQuotationFinder('Encodes as utf-8 and waits 1-5 seconds, see RFC-2616 (n-1 of n).');
    for (const quotation of ['encodes as utf-8 and waits', 'waits 1–5 seconds', '5 seconds, see', '1 of n'])
      expect(finder.contains(quotation), quotation).toBe(true);
  });
});
