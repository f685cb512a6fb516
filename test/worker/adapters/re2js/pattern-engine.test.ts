/** Regular expressions that end: RE2's syntax, time linear in the line. */
import { describe, expect, it } from 'vitest';
import { createRe2PatternEngine } from '../../../../worker/adapters/re2js/pattern-engine.ts';

const engine = createRe2PatternEngine();
const matches = (pattern: string, line: string, ignoreCase = false) =>
  engine.compile(pattern, { ignoreCase }).test(line);

describe('a pattern', () => {
  it.each([
    ['join', 'rejoined', true],
    ['^join', 'rejoined', false],
    ['\\bdef\\s+(\\w+)', '    def  run(self):', true],
    ['^$', '', true],
    ['^$', ' ', false],
    ['[[:digit:]]{3}', 'error 404', true],
    ['\\p{Han}+', '分块', true],
    ['é|ü', 'müsli', true],
    ['a.c', 'a😀c', true],
    ['(?i)JOIN', 'join', true],
    ['', 'anything', true],
    ['\\Q*.ts\\E', 'glob *.ts', true],
  ])('%s on %j', (pattern, line, expected) => {
    expect(matches(pattern, line)).toBe(expected);
  });

  it('minds letter case unless it is told not to', () => {
    expect(matches('Join', 'join')).toBe(false);
    expect(matches('Join', 'jOIN', true)).toBe(true);
    expect(matches('größe', 'GRÖßE', true)).toBe(true);
  });

  it('is tried again for every line, from the start', () => {
    const pattern = engine.compile('a', { ignoreCase: false });
    expect(['a', 'b', 'a', 'a'].map((line) => pattern.test(line))).toEqual([true, false, true, true]);
  });

  it.each([
    ['an', 'banana', ['1-3', '3-5']],
    ['a*', 'baab', ['1-3']],
    ['^$', '', []],
    ['c', 'a😀c', ['3-4']],
  ])('%s matches %j in places told from left to right', (pattern, line, expected) => {
    const ranges = engine.compile(pattern, { ignoreCase: false }).ranges(line);
    expect(ranges.map(({ start, end }) => `${start}-${end}`)).toEqual(expected);
  });

  it.each([['('], ['[z-a]'], ['*'], ['(?=x)'], ['(a)\\1'], ['x{1001}'], ['((a{100}){100}){100}'], ['\\']])(
    '%s is refused with what is wrong with it',
    (pattern) => {
      expect(() => engine.compile(pattern, { ignoreCase: false })).toThrowError(
        expect.objectContaining({
          code: 'invalid_pattern',
          message: expect.stringContaining(`The pattern ${pattern} cannot be read: error parsing`),
        }),
      );
    },
  );

  it.each([['(a*)*b'], ['(a|aa)+$'], ['(.*)*x'], ['(((a{1,10}){1,10}){1,9})b']])(
    '%s ends on a line made to hold it up',
    (pattern) => {
      expect(matches(pattern, `${'a'.repeat(5_000)}!`)).toBe(false);
    },
  );
});
