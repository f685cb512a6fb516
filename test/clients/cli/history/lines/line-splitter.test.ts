import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineSplitter } from '../../../../../clients/cli/history/lines/line-splitter.ts';

function linesOf(pieces: readonly Buffer[]): string[] {
  const lines = createLineSplitter();
  const found: string[] = [];
  for (const piece of pieces) {
    lines.load(piece);
    while (lines.next()) found.push(lines.bytes.toString('latin1', lines.start, lines.end));
  }
  return found;
}

test('finds the lines of a stream however it is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n') }), { maxLength: 12 }),
      (texts) => {
        const whole = texts.join('').split('\n').slice(0, -1);
        expect(linesOf(texts.map((text) => Buffer.from(text)))).toEqual(whole);
      },
    ),
  );
});

test('keeps the beginning of a line that never ends', () => {
  const piece = Buffer.alloc(64 * 1024, 'x');
  const [long, next] = linesOf([...Array.from({ length: 40 }, () => piece), Buffer.from('\nnext\n')]);
  expect(long).toHaveLength(256 * 1024);
  expect(next).toBe('next');
});
