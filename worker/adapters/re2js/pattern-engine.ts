/**
 * Implements regular expressions in RE2's syntax, which has no back-references and no look-around. RE2JS parses and compiles them. The search is
 * implemented here, because a call of RE2JS cannot be interrupted and can take a minute for a large pattern and a long line.
 */

import { RE2JS } from 're2js';
import { AppError } from '../../core/errors.ts';
import type { LineMatch, LinePattern, PatternEngine } from '../../ports/pattern-engine.ts';
import { createLineAutomaton } from './line-automaton.ts';
import { createMatchSearch, type Range } from './line-matches.ts';
import { estimateProgramSize, readProgram, type Program } from './program.ts';

/** Maximum instructions of a program. A program of this size compiles within 50 ms and reads one character within a millisecond. */
const maxProgramSize = 10_000;
/** Work between two pauses. A unit takes about 10 ns, so a slice takes about 5 ms, or 30 ms on a shared processor. */
const workPerSlice = 500_000;
/** Maximum work for the ranges of one line. A longer search returns only the ranges found up to this limit. */
const maxWorkForRanges = 50_000_000;
/** Characters that native search reads per unit of work. */
const charactersPerUnit = 8;

export function createRe2PatternEngine(): PatternEngine {
  return {
    compile(pattern, { ignoreCase }) {
      const program = readProgram(compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
      return { lines: createLineSearch(program), ranges: createRangeSearch(program) };
    },
  };
}

/** Counts work over all texts of a pattern, because many small texts take as long as one large text. */
function createLineSearch(program: Program): LinePattern['lines'] {
  const automaton = createLineAutomaton(program);
  let work = 0;
  return function* lines(text): Generator<LineMatch | undefined> {
    let lineNumber = 0;
    for (let start = 0; start < text.length;) {
      const skipped = skipToLiteral(text, start, program.literal);
      work += (skipped.start - start) / charactersPerUnit;
      ({ start } = skipped);
      lineNumber += skipped.lines;
      if (start >= text.length) break;
      const newline = text.indexOf('\n', start);
      const end = newline < 0 ? text.length : newline;
      const line = { position: start, end: newline > start && text[newline - 1] === '\r' ? end - 1 : end };
      automaton.begin();
      let outcome = automaton.run(text, line, workPerSlice - work);
      work += automaton.work + 1;
      while (outcome === 'paused') {
        yield undefined;
        work = 0;
        outcome = automaton.run(text, line, workPerSlice);
        work += automaton.work;
      }
      lineNumber += 1;
      if (outcome === 'matched') yield { line: lineNumber, text: text.slice(start, line.end) };
      if (work >= workPerSlice) {
        yield undefined;
        work = 0;
      }
      start = end + 1;
    }
  };
}

/** Finds the first line at or after `start` that contains the literal, and counts the lines before it. */
function skipToLiteral(text: string, start: number, literal: string): { start: number; lines: number } {
  if (literal === '') return { start, lines: 0 };
  const literalStart = text.indexOf(literal, start);
  if (literalStart < 0) return { start: text.length, lines: 0 };
  const line = literalStart === 0 ? 0 : text.lastIndexOf('\n', literalStart - 1) + 1;
  let lines = 0;
  for (
    let newline = text.indexOf('\n', start);
    newline >= 0 && newline < line;
    newline = text.indexOf('\n', newline + 1)
  )
    lines += 1;
  return { start: Math.max(start, line), lines };
}

function createRangeSearch(program: Program): LinePattern['ranges'] {
  const search = createMatchSearch(program, workPerSlice);
  let work = 0;
  return function* ranges(line, before): Generator<Range | undefined> {
    let total = 0;
    for (let from = 0; from <= line.length && from < before;) {
      const steps = search(line, from);
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) {
        work += step.value;
        total += step.value;
        if (total >= maxWorkForRanges) return;
        if (work < workPerSlice) continue;
        yield undefined;
        work = 0;
      }
      const range = step.value;
      if (range === undefined || range.start >= before) return;
      if (range.end > range.start) yield range;
      from = range.end > range.start ? range.end : range.end + widthAt(line, range.end);
    }
  };
}

function widthAt(line: string, index: number): number {
  return (line.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

function compile(pattern: string, flags: number): RE2JS {
  const estimate = estimateProgramSize(pattern);
  if (estimate > maxProgramSize) throw tooLargeError(pattern, `about ${estimate}`);
  const compiled = compileWithRe2(pattern, flags);
  const size = compiled.programSize();
  if (size > maxProgramSize) throw tooLargeError(pattern, String(size));
  return compiled;
}

function compileWithRe2(pattern: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(pattern, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError(
      'invalid_pattern',
      // Shows the pattern as typed; quoting it as JSON would double its backslashes.
      `The pattern ${pattern} is not valid: ${reason}.`,
      { cause: error },
    );
  }
}

function tooLargeError(pattern: string, size: string): AppError {
  return new AppError(
    'invalid_pattern',
    `The pattern ${pattern} compiles to ${size} instructions; the limit is ${maxProgramSize}. Lower the repetition counts in {…}.`,
    { details: { maxInstructions: maxProgramSize } },
  );
}
