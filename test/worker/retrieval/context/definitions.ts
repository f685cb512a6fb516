/** Definitions in files written for the tests of packing. */

import { extractTerms } from '../../../../worker/core/text/terms.ts';
import type { QuestionTerm } from '../../../../worker/core/answers/question.ts';
import { splitLines } from '../../../../worker/core/text/decode-text.ts';
import type { ReadableDefinition } from '../../../../worker/retrieval/context/readable-definition.ts';

interface DefinitionOptions extends Partial<ReadableDefinition> {
  /** The whole file. */
  readonly file: string;
  /** The first and the last line as they begin in the file, after white space. */
  readonly from: string;
  readonly to: string;
}

/** Finds a definition in a file by the beginnings of its first and last lines. */
export function createDefinition({ file, from, to, ...rest }: DefinitionOptions): ReadableDefinition {
  const fileLines = splitLines(file);
  const startLine = fileLines.findIndex((line) => line.trimStart().startsWith(from)) + 1;
  const endLine = fileLines.findIndex((line, at) => at + 1 >= startLine && line.startsWith(to)) + 1;
  if (startLine === 0 || endLine === 0) throw new Error(`The file has no definition from ${from} to ${to}.`);
  return {
    path: 'src/kitchen.ts',
    startLine,
    endLine,
    symbol: undefined,
    symbolId: undefined,
    declaration: undefined,
    kind: 'function',
    role: 'source',
    language: 'typescript',
    score: 1,
    matches: [],
    fileLines,
    headEndLine: startLine,
    members: [],
    similar: 0,
    ...rest,
  };
}

/** The words of a question, as the question reader finds them. */
export function termsOf(...words: readonly string[]): readonly QuestionTerm[] {
  return words.map((word) => {
    const variants = extractTerms(word);
    return { word, variants, alternatives: variants.map((variant) => [variant]) };
  });
}
