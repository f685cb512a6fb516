/** Tests regular expressions in RE2's syntax: the same matches as RE2JS, found in steps, so that a caller can stop after any step. */
import { array, assert, constantFrom, letrec, oneof, property, tuple } from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { createRe2PatternEngine } from '../../../../worker/adapters/re2js/pattern-engine.ts';
import type { LinePattern } from '../../../../worker/ports/pattern-engine.ts';

const engine = createRe2PatternEngine();
const matchLines = (pattern: LinePattern, text: string) =>
  [...pattern.lines(text)].filter((line) => line !== undefined);
const matchRanges = (pattern: LinePattern, line: string, before = Infinity) =>
  [...pattern.ranges(line, before)].flatMap((range) =>
    range === undefined ? [] : [`${range.start}-${range.end}`],
  );
/** The letters a and b in an order that does not repeat. */
function createVariedText(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed > 1_073_741_824 ? 'a' : 'b';
  }).join('');
}
/** Appends a line end, because an empty text has no line. */
const matches = (pattern: string, line: string, ignoreCase = false) =>
  matchLines(engine.compile(pattern, { ignoreCase }), `${line}\n`).length === 1;

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
  ])('%s on the line %j matches: %s', (pattern, line, expected) => {
    expect(matches(pattern, line)).toBe(expected);
  });

  it('is case-sensitive by default', () => {
    expect(matches('Join', 'join')).toBe(false);
    expect(matches('Join', 'jOIN', true)).toBe(true);
    expect(matches('größe', 'GRÖßE', true)).toBe(true);
  });

  it('matches each line separately, numbered from 1 and without its line end', () => {
    const pattern = engine.compile('^a?b*$', { ignoreCase: false });
    expect(matchLines(pattern, 'a\nc\r\n\r\nbb\r\nb\rb\na')).toEqual([
      { line: 1, text: 'a' },
      { line: 3, text: '' },
      { line: 4, text: 'bb' },
      { line: 6, text: 'a' },
    ]);
    expect(matchLines(pattern, '')).toEqual([]);
    expect(matchLines(pattern, '\n')).toEqual([{ line: 1, text: '' }]);
  });

  it('skips lines without its literal, and still numbers lines correctly', () => {
    const pattern = engine.compile('\\bneedle[0-9]', { ignoreCase: false });
    expect(matchLines(pattern, 'x\nneedle\n\nneedle1 needle2\nneed\nle3\na needle4')).toEqual([
      { line: 4, text: 'needle1 needle2' },
      { line: 7, text: 'a needle4' },
    ]);
  });

  it.each([
    ['an', 'banana', ['1-3', '3-5']],
    ['a*', 'baab', ['1-3']],
    ['^$', '', []],
    ['c', 'a😀c', ['3-4']],
    ['a|ab|abc', 'abcab', ['0-1', '3-4']],
    ['(?:abc|ab|a)?', 'abcab', ['0-3', '3-5']],
    ['.*?b', 'aabab', ['0-3', '3-5']],
  ])('%s matches %j in ranges from left to right', (pattern, line, expected) => {
    expect(matchRanges(engine.compile(pattern, { ignoreCase: false }), line)).toEqual(expected);
  });

  it('returns the ranges that start before an offset, wherever they end', () => {
    const pattern = engine.compile('aa', { ignoreCase: false });
    expect(matchRanges(pattern, 'aaaaaa', 3)).toEqual(['0-2', '2-4']);
  });

  it.each([['('], ['[z-a]'], ['*'], ['(?=x)'], ['(a)\\1'], ['x{1001}'], ['((a{10}){11}){10}'], ['\\']])(
    '%s is rejected with the parse error',
    (pattern) => {
      expect(() => engine.compile(pattern, { ignoreCase: false })).toThrowError(
        expect.objectContaining({
          code: 'invalid_pattern',
          message: expect.stringContaining(`The pattern ${pattern} is not valid: error parsing`),
        }),
      );
    },
  );

  it.each([['(.{1,1000})'.repeat(90)], ['((a?){30}){33}'.repeat(70)], ['(?:[{]x{1,1000}y){10}z'.repeat(2)]])(
    '%s is rejected quickly because its program is too large',
    (pattern) => {
      expect(() => engine.compile(pattern, { ignoreCase: false })).toThrowError(
        expect.objectContaining({
          code: 'invalid_pattern',
          message: expect.stringMatching(/ compiles to (?:about )?\d+ instructions; the limit is 10000\./),
        }),
      );
    },
  );

  it.each([['(a*)*b'], ['(a|aa)+$'], ['(.*)*x'], ['(((a{1,10}){1,10}){1,9})b']])(
    '%s finishes on a line that causes catastrophic backtracking',
    (pattern) => {
      expect(matches(pattern, `${'a'.repeat(5_000)}!`)).toBe(false);
    },
  );

  it('pauses many times within one long line, and still matches its end', () => {
    const pattern = engine.compile('a.{40}b.{20}z$', { ignoreCase: true });
    const steps = [...pattern.lines(`${createVariedText(50_000)}a${'b'.repeat(61)}Z\n`)];
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.filter((step) => step !== undefined)).toHaveLength(1);
  });

  it('pauses between many small texts as often as within one large text', () => {
    const pattern = engine.compile('[a-c]{3}[0-9]', { ignoreCase: false });
    const stops = Array.from({ length: 300 }, () => [...pattern.lines('abc '.repeat(2_000))].length);
    expect(stops.filter((count) => count > 0).length).toBeGreaterThanOrEqual(2);
  });

  it('gives up on ranges that would each search the whole line', () => {
    const pattern = engine.compile('a.*z|a', { ignoreCase: false });
    expect(matchRanges(pattern, 'a'.repeat(400_000), 1_000).length).toBeLessThan(1_000);
  });
});

const atom = constantFrom(
  'a',
  'b',
  'é',
  '😀',
  '.',
  '[ab]',
  '[^a]',
  '\\w',
  '\\W',
  '\\s',
  '\\pL',
  '(?i)B',
  '_',
);
const anchor = constantFrom('^', '$', '\\b', '\\B', '\\A', '\\z', '');
const repetition = constantFrom('', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{0,2}?');
const { pattern } = letrec<{ pattern: string; piece: string }>((tie) => ({
  piece: oneof(
    { depthSize: 'small' },
    tuple(atom, repetition).map((parts) => parts.join('')),
    anchor,
    tuple(tie('pattern'), repetition).map(([inner, times]) => `(${inner})${times}`),
    tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
  ),
  pattern: array(tie('piece'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
}));
const character = constantFrom('a', 'b', 'B', 'A', 'é', 'É', '😀', '\ud83d', ' ', '_', '1', '\r', 'ſ', 'K');
const line = array(character, { maxLength: 12 }).map((characters) => characters.join(''));

function readByRe2js(source: string, text: string): { ranges: string[]; matches: boolean } {
  const matcher = RE2JS.compile(source).matcher(text);
  const ranges: (readonly [number, number])[] = [];
  while (matcher.find()) ranges.push([matcher.start(), matcher.end()]);
  return {
    matches: ranges.length > 0,
    ranges: ranges.filter(([start, end]) => end > start).map(([start, end]) => `${start}-${end}`),
  };
}

it('matches what RE2JS matches, in the same ranges', () => {
  assert(
    property(pattern, line, (source, text) => {
      const withoutLineEnd = text.replace(/\r+$/, '');
      const compiled = engine.compile(source, { ignoreCase: false });
      const expected = readByRe2js(source, withoutLineEnd);
      expect(matchLines(compiled, `${withoutLineEnd}\n`).length === 1).toBe(expected.matches);
      expect(matchRanges(compiled, withoutLineEnd)).toEqual(expected.ranges);
    }),
    { numRuns: 2_000 },
  );
});
