/** Blocks begin at statements or paragraphs, cover their range, and are small unless a line is too long. */
import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../../../../worker/core/text/tokens.ts';
import { splitBlocks, type LineRange } from '../../../../worker/retrieval/context/split-blocks.ts';

const toLines = (text: string): string[] => text.split('\n').map((line) => `${line}\n`);
const show = (lines: readonly string[], blocks: readonly LineRange[]): string[] =>
  blocks.map(({ startLine, endLine }) =>
    lines
      .slice(startLine - 1, endLine)
      .join('')
      .trim(),
  );

const ferry = toLines(`  const seats = readSeats(boat);
  const booked = seats.filter((seat) => seat.isBooked);

  // A late passenger takes the seat nearest to the door.
  for (const passenger of late) {
    const free = seats.find((seat) => !seat.isBooked);
    if (free === undefined) {
      throw new Error('The ferry is full.');
    }
    free.assign(passenger);
  }

  return booked.length;`);

describe('splitBlocks', () => {
  it('keeps a text that is short enough in one block per paragraph', () => {
    expect(show(ferry, splitBlocks(ferry, { startLine: 1, endLine: ferry.length }, 400))).toEqual([
      expect.stringMatching(/^const seats.*isBooked\);$/s),
      expect.stringMatching(/^\/\/ A late passenger.*\}$/s),
      'return booked.length;',
    ]);
  });

  it('splits a long statement at the statements inside it, and never before a closing line', () => {
    const blocks = show(ferry, splitBlocks(ferry, { startLine: 1, endLine: ferry.length }, 24));
    expect(blocks.length).toBeGreaterThan(4);
    for (const block of blocks) expect(block).not.toMatch(/^[})\]]/);
    expect(blocks.some((block) => block.startsWith('if (free === undefined)'))).toBe(true);
  });

  it('keeps the branches of a statement together if they fit', () => {
    const python = toLines(`boat = moor(harbour)
crew = boat.crew
if wind > 30:
    reef(boat)
elif wind > 20:
    take_in_the_jib(boat)
else:
    hoist(boat)
sail(boat, crew)`);
    expect(show(python, splitBlocks(python, { startLine: 1, endLine: 9 }, 40))).toEqual([
      'boat = moor(harbour)\ncrew = boat.crew',
      expect.stringMatching(/^if wind > 30:[^]*elif[^]*else:\n {4}hoist\(boat\)$/),
      'sail(boat, crew)',
    ]);
  });

  it('covers the range without gaps', () => {
    const line = constantFrom('a = 1', '  if b:', '    c()', '', '}', '\tx', 'else:', 'word '.repeat(40));
    assert(
      property(
        array(line, { minLength: 1, maxLength: 60 }),
        integer({ min: 4, max: 60 }),
        (texts, maxTokens) => {
          const lines = texts.map((text) => `${text}\n`);
          const blocks = splitBlocks(lines, { startLine: 1, endLine: lines.length }, maxTokens);
          expect(blocks[0]?.startLine).toBe(1);
          expect(blocks.at(-1)?.endLine).toBe(lines.length);
          blocks
            .slice(1)
            .forEach(({ startLine }, at) => expect(startLine).toBe((blocks[at]?.endLine ?? 0) + 1));
        },
      ),
    );
  });

  it('splits a table without structure', () => {
    const rows = toLines(Array.from({ length: 200 }, (_, at) => `  ${at}, ${at * 2}, ${at * 3},`).join('\n'));
    const blocks = splitBlocks(rows, { startLine: 1, endLine: 200 }, 100);
    for (const { startLine, endLine } of blocks)
      expect(countTokens(rows.slice(startLine - 1, endLine).join(''))).toBeLessThanOrEqual(100);
  });
});
