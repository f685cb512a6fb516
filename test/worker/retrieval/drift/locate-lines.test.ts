/** The reported drift of cited lines agrees with the edits to their file. */
import { array, assert, integer, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CitedLines, Drift } from '../../../../worker/core/history/drift.ts';
import { createDriftBudget } from '../../../../worker/retrieval/drift/drift-budget.ts';
import {
  locateLines,
  locateUnchanged,
  type OpenFile,
} from '../../../../worker/retrieval/drift/locate-lines.ts';
import { openLines } from '../../../../worker/retrieval/drift/open-lines.ts';

const open = (path: string, text: string): OpenFile => ({ path, lines: openLines(text) });
const cite = (text: string, startLine = 1, path = 'a.py'): CitedLines => ({
  path,
  startLine,
  endLine: startLine + text.replace(/\n$/, '').split('\n').length - 1,
  text,
  fileHash: '',
  symbol: undefined,
});

function locate(cited: CitedLines, now: Readonly<Record<string, string>>): Drift {
  const files = Object.entries(now).map(([path, text]) => open(path, text));
  const ownFile = files.find(({ path }) => path === cited.path);
  const others = files.filter((file) => file !== ownFile);
  return locateUnchanged(cited, ownFile) ?? locateLines(cited, ownFile, others);
}

const locateState = (text: string, ownFile: string) => locate(cite(text), { 'a.py': ownFile }).state;

/** A line that shares no word with any other. */
const uniqueLine = (number: number): string => `w${number}a = w${number}b(w${number}c)`;
const joined = (lines: readonly number[]): string => lines.map((line) => `${uniqueLine(line)}\n`).join('');

type Edit = { readonly at: number; readonly removes: number; readonly adds: number };
const edits = array(
  record({
    at: nat(60),
    removes: integer({ min: 0, max: 8 }),
    adds: integer({ min: 0, max: 8 }),
  }),
  { maxLength: 4 },
);

function apply(lines: readonly number[], appliedEdits: readonly Edit[]): readonly number[] {
  let newLine = 1_000;
  const after = [...lines];
  for (const { at, removes, adds } of appliedEdits)
    after.splice(Math.min(at, after.length), removes, ...Array.from({ length: adds }, () => (newLine += 1)));
  return after;
}

describe('a citation in its own file', () => {
  it('has the drift that random edits imply', () => {
    const file = Array.from({ length: 50 }, (_, at) => at);
    const span = record({ first: nat(40), lines: integer({ min: 2, max: 10 }) });
    assert(
      property(edits, span, (appliedEdits, { first, lines }) => {
        const cited = file.slice(first, first + lines);
        const after = apply(file, appliedEdits);
        const remaining = cited.filter((line) => after.includes(line));
        const start = after.indexOf(cited[0] ?? -1);
        const isWhole = cited.every((line, at) => after[start + at] === line);
        const drift = locate(cite(joined(cited), first + 1), { 'a.py': joined(after) });
        if (isWhole && start >= 0) {
          expect(drift.state).toBe(start === first ? 'same' : 'moved');
          expect(drift.position).toEqual({ path: 'a.py', startLine: start + 1, endLine: start + lines });
        } else if (remaining.length / lines < 0.25) {
          expect(drift.state).toBe('deleted');
        } else {
          expect(drift.state).toBe('edited');
          expect(drift.remainingFraction).toBeCloseTo(remaining.length / lines);
          const positions = remaining.map((line) => after.indexOf(line) + 1);
          expect(drift.position?.startLine).toBeLessThanOrEqual(positions[0] ?? 0);
          expect(drift.position?.endLine).toBeGreaterThanOrEqual(positions.at(-1) ?? Infinity);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is at the closest of several matching positions, preferably the cited one', () => {
    const text = 'x = read()\ny = write()\n';
    const now = { 'a.py': `${text}a\nb\n${text}c\n` };
    expect(locate(cite(text, 5), now)).toMatchObject({
      state: 'same',
      position: { startLine: 5, endLine: 6 },
    });
    expect(locate(cite(text, 7), now)).toMatchObject({
      state: 'moved',
      position: { startLine: 5, endLine: 6 },
    });
  });

  it('is edited if words of a line changed, or only whitespace', () => {
    const line = 'def join_chunks(chunks, separator):\n';
    const changed = locate(cite(line), {
      'a.py': 'import os\n\ndef join_chunks(chunks, separator="", strict=True):\n',
    });
    expect(changed).toMatchObject({
      state: 'edited',
      position: { startLine: 3, endLine: 3 },
      remainingFraction: 1,
    });
    const body = 'return [first, second]\nraise Missing(name)\n';
    const deeper = body.replace(/^/gm, '    ').trimEnd();
    expect(locate(cite(body), { 'a.py': deeper })).toMatchObject({ state: 'edited', remainingFraction: 1 });
  });

  it('ignores line endings and a missing last one', () => {
    const text = 'one = 1\ntwo = 2\n';
    expect(locate(cite(text), { 'a.py': 'one = 1\r\ntwo = 2' }).state).toBe('same');
  });
});

describe('masked text', () => {
  const masked = `key = "${'•'.repeat(8)}"\nuse(key)\n`;

  it.each([
    ['masked no longer', 'key = "abcd1234"\nuse(key)\n'],
    ['another of the same length', masked],
    ['another of another length', `key = "${'•'.repeat(20)}"\nuse(key)\n`],
  ])('is not an edit: %s', (_, now) => expect(locate(cite(masked), { 'a.py': now }).state).toBe('same'));

  it('is not an edit if it was not masked before', () => {
    const plain = 'key = "abcd1234"\nuse(key)\n';
    expect(locate(cite(plain), { 'a.py': masked }).state).toBe('same');
  });

  it('does not hide adjacent edits', () => {
    const now = `key = "${'•'.repeat(8)}"\nmisuse(key)\n`;
    expect(locate(cite(masked), { 'a.py': now }).state).toBe('edited');
  });

  it('is not confused with list bullets', () => {
    expect(locate(cite('• one thing\n'), { 'a.py': '* one thing\n' }).state).toBe('edited');
  });
});

describe('a citation in another file', () => {
  const cited = [1, 2, 3, 4];
  const text = joined(cited);

  it('has moved if only that file contains it', () => {
    const now = { 'a.py': joined([9]), 'b.py': joined([7, 8, ...cited]) };
    expect(locate(cite(text), now)).toEqual({
      state: 'moved',
      position: { path: 'b.py', startLine: 3, endLine: 6 },
      remainingFraction: 1,
    });
  });

  it('has not moved if two places match, or if it is a lone bracket', () => {
    expect(locate(cite(text), { 'b.py': text, 'c.py': text }).state).toBe('deleted');
    expect(locate(cite('}\n'), { 'a.py': 'x\n', 'b.py': '}\n' }).state).toBe('deleted');
  });

  it('is edited if at least half of it remains there, and more than anywhere else', () => {
    const now = { 'b.py': joined([1, 2, 3, 50]), 'c.py': joined([1, 2, 60, 61]) };
    expect(locate(cite(text), now)).toMatchObject({
      state: 'edited',
      position: { path: 'b.py' },
      remainingFraction: 0.75,
    });
  });
});

const numbered = (letter: string, lines: number): string =>
  Array.from({ length: lines }, (_, at) => `${letter}${String(at).padStart(4, '0')}\n`).join('');

describe('a file designed to be slow', () => {
  it('with one repeated line is searched completely', () => {
    const line = 'value = compute(value)\n';
    expect(locateState(line.repeat(2_000), line.repeat(200_000))).toBe('same');
    expect(locateState(`${line.repeat(2_000)}end\n`, line.repeat(200_000))).not.toBe('same');
  });

  it('with many masks is searched completely', () => {
    const masks = Array.from({ length: 3_000 }, (_, at) => `k${at} ${'•'.repeat(8)}${at}\n`).join('');
    const plain = Array.from({ length: 50_000 }, (_, at) => `z${at} ${'a'.repeat(8)}${at}\n`).join('');
    expect(locateState(masks, plain)).toBe('deleted');
  });

  const masks = '•'.repeat(60);
  const steps = 20_000_000;
  const locateWithBudget = (text: string, file: string) => {
    const budget = createDriftBudget(steps);
    const ownFile = { path: 'a.py', lines: openLines(file, budget) };
    const cited = cite(text);
    const drift = locateUnchanged(cited, ownFile) ?? locateLines(cited, ownFile, []);
    return { drift, budget };
  };

  it('with masks that differ only at the end stays within the budget and reports refusals', () => {
    const { budget } = locateWithBudget(numbered(masks, 96_000 / 66), numbered('a'.repeat(60), 1_000));
    expect(budget.spentSteps()).toBeLessThanOrEqual(steps);
    expect(budget.refusedCount()).toBeGreaterThan(0);
  });

  it('compares a repeated masked line only once', () => {
    const file = numbered('a'.repeat(60), 1_000);
    const spent = [1, 1_000].map((times) =>
      locateWithBudget(`${masks}bcde\n`.repeat(times), file).budget.spentSteps(),
    );
    expect(spent[0]).toBeGreaterThan(0);
    expect(spent[1]).toBe(spent[0]);
  });

  it('with fifty copies of each line stays within the budget for many citations', () => {
    const block = numbered('x', 400);
    const budget = createDriftBudget(1_000_000);
    const ownFile = { path: 'a.py', lines: openLines(block.repeat(50), budget) };
    const found = Array.from({ length: 20 }, () => locateLines(cite(`${block}end\n`), ownFile, []).state);
    expect(found[0]).toBe('edited');
    expect(budget.spentSteps()).toBeLessThanOrEqual(1_000_000);
    expect(budget.refusedCount()).toBeGreaterThan(0);
  });
});
