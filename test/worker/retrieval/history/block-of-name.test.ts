/** Where a text defines a name. */
import { describe, expect, it } from 'vitest';
import { blockOfName } from '../../../../worker/retrieval/history/block-of-name.ts';

const text = `export const cors = (options) => {
  const findOrigin = ((given) => {
    if (given === '*') {
      return '*'
    }

    return given
  })
  limit: 3,
  return findOrigin(options.origin)
}
`;

describe('a name', () => {
  it.each([
    ['findOrigin', { nameLine: 1, lastLine: 7 }],
    ['cors', { nameLine: 0, lastLine: 10 }],
    ['limit', { nameLine: 8, lastLine: 8 }],
  ])('is found with what belongs to it: %s', (name, block) => expect(blockOfName(text, name)).toEqual(block));

  it.each(['options', 'find', 'given', 'a.*', 'absent', '', '('])(
    'that is only used, part of another, or no name is not: %s',
    (name) => expect(blockOfName(text, name)).toBeUndefined(),
  );

  it('is found in other languages, and in a text that is cut', () => {
    expect(blockOfName('    def cut(self):\n        pass\n    x = 1\n', 'cut')).toEqual({
      nameLine: 0,
      lastLine: 1,
    });
    expect(blockOfName('let $price = 3;\n', '$price')).toEqual({ nameLine: 0, lastLine: 0 });
    expect(blockOfName('if a == b:\n', 'a')).toBeUndefined();
    expect(blockOfName('count := 3\ncount == 4\n', 'count')).toEqual({ nameLine: 0, lastLine: 0 });
  });
});
