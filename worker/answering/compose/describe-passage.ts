/**
 * Describes a code passage by quoting its documentation or a comment, and states which of the two it quotes.
 */

import type { Evidence } from '../../core/answers/evidence.ts';
import type { Question } from '../../core/answers/question.ts';
import { documentationAndComments } from '../../core/code/chunk.ts';
import type { ChunkRow, SymbolRow } from '../../ports/chunk-store.ts';
import { canNameInAnswer } from '../evidence-text/evidence-names.ts';
import { bestSentence, quoteOpening, scoreText, type WordWeight } from './choose-quote.ts';

export interface Passage {
  readonly chunk: ChunkRow;
  readonly evidence: Evidence;
  /** Definitions that overlap the chunk, in order. */
  readonly symbols: readonly SymbolRow[];
}

/** Quotes a definition's documentation, or a comment if the comment matches the question better. */
export function describePassage(
  question: Question,
  { chunk, evidence, symbols }: Passage,
  weight: WordWeight,
): { readonly sentence: string; readonly symbol: SymbolRow | undefined } | undefined {
  const documented = findDocumentation(question, { evidence, symbols }, weight);
  const comment = findComment(question, { chunk, evidence }, weight);
  if (
    comment !== '' &&
    (documented === undefined || scoreText(question, comment, weight) > documented.score)
  ) {
    return { sentence: `${formatPlace(evidence)}, says in a comment: “${comment}”`, symbol: undefined };
  }
  if (documented === undefined) return undefined;
  const { name, sentence, symbol } = documented;
  return { sentence: `\`${name}\` in ${formatPlace(evidence)}, is documented: “${sentence}”`, symbol };
}

/** Returns the comment sentence that best matches the question, or an empty string if none matches. */
function findComment(
  question: Question,
  { chunk, evidence }: Pick<Passage, 'chunk' | 'evidence'>,
  weight: WordWeight,
): string {
  const text = documentationAndComments(chunk.metadata);
  const sentence = bestSentence(question, { text, spanText: evidence.text }, weight);
  return scoreText(question, sentence, weight) === 0 ? '' : sentence;
}

/** Returns the definition documented in the span whose documentation best matches the question. */
function findDocumentation(
  question: Question,
  { evidence, symbols }: Omit<Passage, 'chunk'>,
  weight: WordWeight,
): { symbol: SymbolRow; name: string; sentence: string; score: number } | undefined {
  let best: { symbol: SymbolRow; name: string; sentence: string; score: number } | undefined;
  for (const symbol of symbols) {
    const lines = symbol.documentationLines;
    const name = nameForSymbol(evidence, symbol);
    if (name === undefined || lines === undefined) continue;
    if (lines.startLine < evidence.startLine || lines.endLine > evidence.endLine) continue;
    const documentation = { text: symbol.documentation, spanText: evidence.text };
    const sentence =
      bestSentence(question, documentation, weight) || quoteOpening(symbol.documentation, evidence.text, 1);
    const score = scoreText(question, `${symbol.name} ${sentence}`, weight);
    if (sentence !== '' && (best === undefined || score > best.score))
      best = { symbol, name, sentence, score };
  }
  return best;
}

/** Returns the name that the evidence supports: the qualified name if possible, else the short name. */
export function nameForSymbol(evidence: Evidence, symbol: SymbolRow): string | undefined {
  return [symbol.qualifiedName, symbol.name].find((name) => canNameInAnswer(evidence, name));
}

export function formatPlace(evidence: Evidence): string {
  return `\`${evidence.path}\`, ${formatLines(evidence.startLine, evidence.endLine)}`;
}

export function formatLines(startLine: number, endLine: number): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}
