/** Tests the limits on instructions read between two pauses and on the memory of the states. */
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { createLineAutomaton, maxEntries } from '../../../../worker/adapters/re2js/line-automaton.ts';
import { readProgram, type Program } from '../../../../worker/adapters/re2js/program.ts';

/** The letters a to d in an order that does not repeat, so that nearly every letter needs a new state. */
function createVariedText(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return 'abcd'[seed >>> 30];
  }).join('');
}

/** Compiles a program that counts the instructions compared with a character. */
function countReads(pattern: string): { program: Program; reads: () => number } {
  let reads = 0;
  const program = readProgram(RE2JS.compile(pattern));
  const instructions = program.instructions.map((instruction) => ({
    op: instruction.op,
    out: instruction.out,
    arg: instruction.arg,
    runes: instruction.runes,
    matchRune: (rune: number) => {
      reads += 1;
      return instruction.matchRune(rune);
    },
  }));
  return { program: { ...program, instructions }, reads: () => reads };
}

describe('a pattern that needs a new state for each character', () => {
  const slice = 500_000;
  const { program, reads } = countReads('(a|b).{20}c.{200}d.{100}q');
  const automaton = createLineAutomaton(program);
  const text = createVariedText(20_000);
  const line = { position: 0, end: text.length };
  const slices: { reads: number; work: number; entries: number }[] = [];
  automaton.begin();
  for (let outcome = 'paused', before = reads(); outcome === 'paused'; before = reads()) {
    outcome = automaton.run(text, line, slice);
    slices.push({ reads: reads() - before, work: automaton.work, entries: automaton.entries });
  }
  const inOneState = program.instructions.length;

  it('pauses before it has read 12,500 instructions', () => {
    expect(slices.length).toBeGreaterThan(100);
    expect(Math.max(...slices.map((one) => one.reads))).toBeLessThan(12_500 + inOneState);
    expect(Math.max(...slices.map((one) => one.work))).toBeLessThan(slice + inOneState * 100);
  });

  it('drops its states when they take too much memory', () => {
    const maxSeenEntries = Math.max(...slices.map(({ entries }) => entries));
    expect(maxSeenEntries).toBeLessThan(maxEntries + inOneState * 3);
    expect(maxEntries).toBeLessThanOrEqual(250_000);
    expect(
      slices.filter(({ entries }, at) => entries < (slices[at - 1]?.entries ?? 0)).length,
    ).toBeGreaterThan(3);
  });
});
