/** Finds the block that defines a name. */
import { describe, expect, it } from 'vitest';
import { findNamedBlock } from '../../../../worker/retrieval/history/find-named-block.ts';

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
  ])('is found with its block: %s', (name, block) => expect(findNamedBlock(text, name)).toEqual(block));

  it.each(['options', 'find', 'given', 'a.*', 'absent', '', '('])(
    'is not found if it is only used, part of another name, or invalid: %s',
    (name) => expect(findNamedBlock(text, name)).toBeUndefined(),
  );

  it('is found in other languages and in truncated text', () => {
    expect(findNamedBlock('    def cut(self):\n        pass\n    x = 1\n', 'cut')).toEqual({
      nameLine: 0,
      lastLine: 1,
    });
    expect(findNamedBlock('let $price = 3;\n', '$price')).toEqual({ nameLine: 0, lastLine: 0 });
    expect(findNamedBlock('if a == b:\n', 'a')).toBeUndefined();
    expect(findNamedBlock('count := 3\ncount == 4\n', 'count')).toEqual({ nameLine: 0, lastLine: 0 });
  });
});
