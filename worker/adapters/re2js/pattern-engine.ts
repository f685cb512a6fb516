/**
 * Regular expressions in RE2's syntax: no back-references and no look-around. RE2JS reads and compiles them; the search itself is ours, since
 * one call of RE2JS cannot be interrupted and takes a minute where a large pattern meets a long line.
 */

import { RE2JS } from 're2js';
import { AppError } from '../../core/errors.ts';
import type { LineMatch, LinePattern, PatternEngine } from '../../ports/pattern-engine.ts';
import { createLineAutomaton } from './line-automaton.ts';
import { createMatchSearch, type Range } from './line-matches.ts';
import { estimateProgramSize, programOf, type Program } from './program.ts';

/** Largest program, in instructions. It compiles within 50 ms, and one character is read by it within a millisecond. */
const maxProgramSize = 10_000;
/** Work between two interruptions. A unit takes some 10 ns: a slice takes some 5 ms, and 30 ms where other programs share the processor. */
const slice = 500_000;
/** Work spent on the ranges of one line; of a longer search the ranges found until then are given. */
const maxWorkOfRanges = 50_000_000;
/** Characters that native search reads for one unit of work. */
const charactersPerUnit = 8;

export function createRe2PatternEngine(): PatternEngine {
  return {
    compile(pattern, { ignoreCase }) {
      const program = programOf(compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
      return { lines: linesOf(program), ranges: rangesOf(program) };
    },
  };
}

/** Work is counted over all texts of a pattern: many small ones take as long as one large one. */
function linesOf(program: Program): LinePattern['lines'] {
  const automaton = createLineAutomaton(program);
  let work = 0;
  return function* lines(text): Generator<LineMatch | undefined> {
    let number = 0;
    for (let start = 0; start < text.length;) {
      const skipped = skipTo(text, start, program.literal);
      work += (skipped.start - start) / charactersPerUnit;
      ({ start } = skipped);
      number += skipped.lines;
      if (start >= text.length) break;
      const newline = text.indexOf('\n', start);
      const end = newline < 0 ? text.length : newline;
      const line = { at: start, end: newline > start && text[newline - 1] === '\r' ? end - 1 : end };
      automaton.begin();
      let outcome = automaton.run(text, line, slice - work);
      work += automaton.work + 1;
      while (outcome === 'paused') {
        yield undefined;
        work = 0;
        outcome = automaton.run(text, line, slice);
        work += automaton.work;
      }
      number += 1;
      if (outcome === 'matched') yield { line: number, text: text.slice(start, line.end) };
      if (work >= slice) {
        yield undefined;
        work = 0;
      }
      start = end + 1;
    }
  };
}

/** The beginning of the first line, from that at `start` on, that contains the literal, and how many lines are before it. */
function skipTo(text: string, start: number, literal: string): { start: number; lines: number } {
  if (literal === '') return { start, lines: 0 };
  const found = text.indexOf(literal, start);
  if (found < 0) return { start: text.length, lines: 0 };
  const line = found === 0 ? 0 : text.lastIndexOf('\n', found - 1) + 1;
  let lines = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < line; at = text.indexOf('\n', at + 1)) lines += 1;
  return { start: Math.max(start, line), lines };
}

function rangesOf(program: Program): LinePattern['ranges'] {
  const search = createMatchSearch(program, slice);
  let work = 0;
  return function* ranges(line, before): Generator<Range | undefined> {
    let total = 0;
    for (let from = 0; from <= line.length && from < before;) {
      const steps = search(line, from);
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) {
        work += step.value;
        total += step.value;
        if (total >= maxWorkOfRanges) return;
        if (work < slice) continue;
        yield undefined;
        work = 0;
      }
      const found = step.value;
      if (found === undefined || found.start >= before) return;
      if (found.end > found.start) yield found;
      from = found.end > found.start ? found.end : found.end + widthAt(line, found.end);
    }
  };
}

function widthAt(line: string, at: number): number {
  return (line.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function compile(pattern: string, flags: number): RE2JS {
  const estimate = estimateProgramSize(pattern);
  if (estimate > maxProgramSize) throw tooLarge(pattern, `about ${estimate}`);
  const compiled = read(pattern, flags);
  const size = compiled.programSize();
  if (size > maxProgramSize) throw tooLarge(pattern, String(size));
  return compiled;
}

function read(pattern: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(pattern, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError(
      'invalid_pattern',
      // As it was typed: quoted as JSON its backslashes would be doubled.
      `The pattern ${pattern} cannot be read: ${reason}.`,
      { cause: error },
    );
  }
}

function tooLarge(pattern: string, size: string): AppError {
  return new AppError(
    'invalid_pattern',
    `The pattern ${pattern} compiles to ${size} instructions; the limit is ${maxProgramSize}. Repeat less: lower the counts in {…}.`,
    { details: { maxInstructions: maxProgramSize } },
  );
}
