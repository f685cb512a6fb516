/** Verdicts of a judging model: tolerant of the shape of the JSON, strict about the quotation. */
import { describe, expect, it } from 'vitest';
import { containsQuotation, readVerdicts } from '../../../../worker/answering/prompt/read-verdicts.ts';

describe('readVerdicts', () => {
  it('reads the requested shape, a bare list and common variants', () => {
    const expected = [{ claim: 2, supported: 'partly', quotation: 'the bell rings' }];
    const item = { sentence: 2, supported: 'partly', quotation: 'the bell rings' };
    expect(readVerdicts({ verdicts: [item] })).toEqual(expected);
    expect(readVerdicts([item])).toEqual(expected);
    expect(readVerdicts({ results: [{ id: '2', verdict: 'Partially', quote: 'the bell rings' }] })).toEqual(
      expected,
    );
    expect(readVerdicts([{ sentence: 1, supported: true, quotation: 'a' }])).toMatchObject([
      { supported: 'yes' },
    ]);
  });

  it('omits what it cannot read, and keeps the last of two verdicts for one claim', () => {
    expect(
      readVerdicts({
        verdicts: [
          { sentence: 1, supported: 'yes', quotation: 'first' },
          { sentence: 1, supported: 'no', quotation: 'second' },
          { sentence: 2, supported: 'perhaps', quotation: 'third' },
          { sentence: 3, supported: 'yes' },
          'yes',
          null,
        ],
      }),
    ).toEqual([{ claim: 1, supported: 'no', quotation: 'second' }]);
    expect(readVerdicts({ verdict: 'yes' })).toBeUndefined();
    expect(readVerdicts('yes')).toBeUndefined();
  });
});

describe('containsQuotation', () => {
  const code =
    '  /**\n   * Rings the bell once a tide,\n   * and never at night.\n   */\n  ring(count = 2) {\n    return this.bell.ring(count);\n  }\n';

  it.each([
    ['return this.bell.ring(count);'],
    ['Rings the bell once a tide, and never at night.'],
    ['“never at night.”'],
    ['ring(count = 2) {\n return this.bell'],
    ['Rings the bell … at night'],
    ['Rings the bell ... return this.bell'],
  ])('finds %j without regard to white space, comment marks and omissions', (quotation) => {
    expect(containsQuotation(['unrelated', code], quotation)).toBe(true);
  });

  it.each([
    ['rings the bell once a day'],
    ['at night … once a tide'],
    ['ring('],
    ['at night'],
    ['this.count'],
    ['bell … return'],
    ['…'],
    [''],
    ['return this.bell.ring(count + 1)'],
  ])('does not find %j', (quotation) => {
    expect(containsQuotation([code], quotation)).toBe(false);
  });

  it('does not join the texts of two pieces of evidence', () => {
    expect(containsQuotation(['Rings the bell', 'once a tide'], 'Rings the bell once a tide')).toBe(false);
    expect(containsQuotation(['Rings the bell', 'once a tide'], 'Rings the bell … once a tide')).toBe(false);
  });
});
