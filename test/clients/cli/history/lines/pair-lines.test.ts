import { describe, expect, test } from 'vitest';
import { pairLines } from '../../../../../clients/cli/history/lines/pair-lines.ts';
import { createWordLists } from '../../../../../clients/cli/history/lines/word-lists.ts';
import type { WordLists } from '../../../../../clients/cli/history/lines/word-lists.ts';

function words(lines: readonly string[]): WordLists {
  const lists = createWordLists();
  for (const line of lines) {
    const bytes = Buffer.from(line);
    lists.push(bytes, 0, bytes.length);
  }
  return lists;
}

function pairs(removed: readonly string[], added: readonly string[], isReformatting = false): number[] {
  return [...pairLines(words(removed), words(added), isReformatting)];
}

describe('an added line', () => {
  test('is paired with the most similar removed line, whatever was inserted between', () => {
    expect(
      pairs(
        ['const size = measure(box);', 'return size * 2;'],
        ['const size = measure(box, unit);', 'check(size, "never negative");', 'return size * factor;'],
      ),
    ).toEqual([0, -1, 1]);
  });

  test('is unpaired if no removed line is similar', () => {
    expect(pairs(['import { a } from "b";'], ['while (queue.length > 0) step(queue);'])).toEqual([-1]);
  });

  test('is not paired across another pair', () => {
    expect(
      pairs(['alpha beta gamma', 'delta epsilon zeta'], ['delta epsilon zeta!', 'alpha beta gamma!']),
    ).toSatisfy((paired: number[]) => paired.filter((pair) => pair >= 0).length === 1);
  });

  test('that defines a name is paired with the line that defined it, however much was rewritten', () => {
    const removed = ['def settle(first, second, third, fourth, fifth):', 'other = first + second'];
    expect(pairs(removed, ['def settle(', '    args: Arguments,', ') -> Settled:'])).toEqual([0, -1, -1]);
    expect(pairs(removed, ['def unsettle(', '    args: Arguments,', ') -> Settled:'])).toEqual([-1, -1, -1]);
    expect(
      pairs(['def one(value, limit):', 'def two(value, limit):'], ['def two(value):', 'def one(value):']),
    ).not.toEqual([0, 1]);
  });

  test('without a word is unpaired', () => {
    expect(pairs(['', 'x'], ['', ''])).toEqual([-1, -1]);
  });

  test('of a commit that only reformats needs less similarity', () => {
    const removed = ['call(first, second, third, fourth)'];
    const added = ['call(', '  first,', '  second, third, fourth)'];
    expect(pairs(removed, added).filter((pair) => pair >= 0).length).toBeLessThanOrEqual(1);
    expect(pairs(['value = other_name(1)'], ['value := renamed_wholly(1)'], true)).toEqual([0]);
  });

  test('of a large change is compared only with nearby lines', () => {
    const lines = Array.from({ length: 2_000 }, (_, at) => `entry${at} = compute(${at}, "name${at}")`);
    const paired = pairs(
      lines,
      lines.map((line) => `${line};`),
    );
    expect(paired).toEqual(lines.map((_, at) => at));
  });
});
