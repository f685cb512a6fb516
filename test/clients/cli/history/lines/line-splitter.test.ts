import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineSplitter } from '../../../../../clients/cli/history/lines/line-splitter.ts';

function splitLines(pieces: readonly Buffer[]): string[] {
  const lines = createLineSplitter();
  const texts: string[] = [];
  for (const piece of pieces) {
    lines.load(piece);
    while (lines.next()) texts.push(lines.bytes.toString('latin1', lines.start, lines.end));
  }
  return texts;
}

test('finds the lines of a stream regardless of its chunk boundaries', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n') }), { maxLength: 12 }),
      (texts) => {
        const whole = texts.join('').split('\n').slice(0, -1);
        expect(splitLines(texts.map((text) => Buffer.from(text)))).toEqual(whole);
      },
    ),
  );
});

test('keeps only the first 256 KiB of an endless line', () => {
  const piece = Buffer.alloc(64 * 1024, 'x');
  const [longLine, nextLine] = splitLines([
    ...Array.from({ length: 40 }, () => piece),
    Buffer.from('\nnext\n'),
  ]);
  expect(longLine).toHaveLength(256 * 1024);
  expect(nextLine).toBe('next');
});
