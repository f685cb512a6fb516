/** Lines of code with scores given by the test, for tests that choose among them. */

import type { ScoredLine } from '../../../../worker/retrieval/excerpts/choose-block.ts';
import { classifyLines } from '../../../../worker/retrieval/excerpts/classify-lines.ts';

interface LineOptions {
  /** The score of lines that contain none of the texts of `scores`. */
  readonly base?: number;
  /** Scores by a text that the line contains. */
  readonly scores?: Readonly<Record<string, number>>;
  /** Fraction of the question that each line contains. */
  readonly coverage?: number;
  /** Last line of the signature. */
  readonly headEndLine?: number;
  /** Lines of documentation. */
  readonly documentation?: readonly [number, number];
}

/** @param code the first line has number 1 */
export function scoreCode(code: string, options: LineOptions = {}): readonly ScoredLine[] {
  const {
    base = 0.1,
    scores = {},
    coverage = 1,
    headEndLine = 1,
    documentation: [from, to] = [0, 0],
  } = options;
  const lines = code.split('\n');
  const kinds = classifyLines(lines);
  return lines.map((text, index) => {
    const line = index + 1;
    const kind = kinds[index] ?? 'blank';
    const named = Object.entries(scores).find(([part]) => text.includes(part))?.[1];
    return {
      line,
      text,
      kind,
      isDocumentation: line >= from && line <= to,
      features: { isSignature: kind === 'code' && line <= headEndLine ? 1 : 0, coverage },
      score: kind === 'blank' ? 0 : (named ?? base),
    };
  });
}
