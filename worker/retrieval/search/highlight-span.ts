/** Marks the words of a question in a search result, and chooses the line of the result to open. */

import { containsWord, listForms, type QuestionTerm } from '../../core/answers/question.ts';
import { splitLines } from '../../core/text/decode-text.ts';
import { findTermRanges } from '../../core/text/find-term-ranges.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Highlights {
  /** The line with most of the question's words. */
  readonly bestLine: number;
  readonly lines: readonly (Range & { readonly line: number })[];
  readonly path: readonly Range[];
  readonly symbol: readonly Range[];
}

interface HighlightedSpan {
  readonly path: string;
  readonly startLine: number;
  readonly text: string;
  readonly symbol: string | undefined;
}

/** Weight of a word in a neighboring line, compared with the line itself. */
const neighborWeight = 0.25;
const neighborLines = 2;
/** Weight of the line that contains the name of the result's definition. */
const nameWeight = 0.5;

export function createHighlighter(terms: readonly QuestionTerm[]): (span: HighlightedSpan) => Highlights {
  const forms = listForms(terms);
  const findRanges = (text: string): readonly Range[] =>
    findTermRanges(text, forms).map(({ start, end }) => ({ start, end }));
  return ({ path, startLine, text, symbol }) => {
    const lines = splitLines(text);
    const ranges = lines.map((line) => findTermRanges(line, forms));
    const wordsByLine = ranges.map((found) => {
      const present = new Set(found.flatMap((range) => range.terms));
      return new Set(terms.filter((term) => containsWord(present, term)));
    });
    return {
      bestLine: startLine + findBestLine(lines, wordsByLine, symbol),
      lines: ranges.flatMap((found, index) =>
        found.map(({ start, end }) => ({ line: startLine + index, start, end })),
      ),
      path: findRanges(path),
      symbol: symbol === undefined ? [] : findRanges(symbol),
    };
  };
}

/** The index of the line with most words; without any word, of the definition's name or the first line that is not empty. */
function findBestLine(
  lines: readonly string[],
  wordsByLine: readonly ReadonlySet<QuestionTerm>[],
  symbol: string | undefined,
): number {
  const name = symbol?.split(/[.:>\s]+/).at(-1) ?? '';
  let best = { index: 0, score: -1 };
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const words = wordsByLine[index] ?? new Set();
    const near = new Set(
      wordsByLine
        .slice(Math.max(0, index - neighborLines), index + neighborLines + 1)
        .flatMap((set) => [...set]),
    );
    const isNamed = name !== '' && line.includes(name);
    const score = words.size + neighborWeight * (near.size - words.size) + (isNamed ? nameWeight : 0);
    if (score > best.score) best = { index, score };
  }
  return best.index;
}
