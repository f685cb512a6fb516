/** What a passage of code says in words, and whose words they are: a definition's documentation, or a comment. */

import type { Evidence } from '../core/evidence.ts';
import type { Question } from '../core/question.ts';
import { saidInCode } from '../core/chunk.ts';
import type { ChunkRow, SymbolRow } from '../ports/chunk-store.ts';
import { isSaidOf } from './is-said-of.ts';
import { bestSentence, openingOf, scoreOf, type WordWeight } from './quote.ts';

export interface Passage {
  readonly chunk: ChunkRow;
  readonly evidence: Evidence;
  /** Definitions that share a line with it, in order. */
  readonly symbols: readonly SymbolRow[];
}

/** What the span says in words: a definition's documentation, or a comment that says more of what was asked. */
export function toldIn(
  question: Question,
  { chunk, evidence, symbols }: Passage,
  weight: WordWeight,
): { readonly sentence: string; readonly of: SymbolRow | undefined } | undefined {
  const documented = documentedIn(question, { evidence, symbols }, weight);
  const comment = commentIn(question, { chunk, evidence }, weight);
  if (comment !== '' && (documented === undefined || scoreOf(question, comment, weight) > documented.score)) {
    return { sentence: `${placeOf(evidence)}, says in a comment: “${comment}”`, of: undefined };
  }
  if (documented === undefined) return undefined;
  const { name, sentence, symbol } = documented;
  return { sentence: `\`${name}\` in ${placeOf(evidence)}, is documented: “${sentence}”`, of: symbol };
}

/** The sentence of the span's comments that says most of what was asked; whose they are is not said. */
function commentIn(
  question: Question,
  { chunk, evidence }: Pick<Passage, 'chunk' | 'evidence'>,
  weight: WordWeight,
): string {
  const text = saidInCode(chunk.metadata);
  const sentence = bestSentence(question, { text, spanText: evidence.text }, weight);
  return scoreOf(question, sentence, weight) === 0 ? '' : sentence;
}

/** Of the definitions whose documentation stands in the span, the one that says most of what was asked. */
function documentedIn(
  question: Question,
  { evidence, symbols }: Omit<Passage, 'chunk'>,
  weight: WordWeight,
): { symbol: SymbolRow; name: string; sentence: string; score: number } | undefined {
  let best: { symbol: SymbolRow; name: string; sentence: string; score: number } | undefined;
  for (const symbol of symbols) {
    const lines = symbol.documentationLines;
    const name = nameIn(evidence, symbol);
    if (name === undefined || lines === undefined) continue;
    if (lines.startLine < evidence.startLine || lines.endLine > evidence.endLine) continue;
    const documentation = { text: symbol.documentation, spanText: evidence.text };
    const sentence =
      bestSentence(question, documentation, weight) || openingOf(symbol.documentation, evidence.text, 1);
    const score = scoreOf(question, `${symbol.name} ${sentence}`, weight);
    if (sentence !== '' && (best === undefined || score > best.score))
      best = { symbol, name, sentence, score };
  }
  return best;
}

/** How a definition can be named of a span: in full where the span is its own, else by the name that stands there. */
export function nameIn(evidence: Evidence, symbol: SymbolRow): string | undefined {
  return [symbol.qualifiedName, symbol.name].find((name) => isSaidOf(evidence, name));
}

export function placeOf(evidence: Evidence): string {
  return `\`${evidence.path}\`, ${linesOf(evidence.startLine, evidence.endLine)}`;
}

export function linesOf(startLine: number, endLine: number): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}
