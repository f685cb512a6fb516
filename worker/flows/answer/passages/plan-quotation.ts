/** Plans what is quoted of one definition or documentation section, before its evidence is issued. */

import { bestStatement } from '../../../answering/compose/best-statement.ts';
import { formatQuotation, type WordWeight } from '../../../answering/compose/choose-quote.ts';
import type { ExcerptMaterial } from '../../../answering/compose/excerpts/compose-excerpts.ts';
import { createTextMatcher } from '../../../answering/evidence-text/text-matcher.ts';
import type { Question } from '../../../core/answers/question.ts';
import { readLines, type ReadableDefinition } from '../../../retrieval/context/readable-definition.ts';
import { maxSentenceLength } from '../../../retrieval/excerpts/choose-sentence.ts';
import type { Excerpt } from '../../../retrieval/excerpts/find-excerpts.ts';
import type { QuotedLines } from './issue-excerpts.ts';

export interface Quotation extends Pick<ExcerptMaterial, 'heading' | 'sample'> {
  readonly definition: ReadableDefinition;
  readonly blocks: readonly QuotedLines[];
  readonly sentence:
    { readonly quotation: string; readonly isComment: boolean; readonly lines: QuotedLines } | undefined;
}

/** A documentation section is quoted by its best statement and the sample below it. */
export function planQuotation(
  question: Question,
  { definition, blocks, sentence }: Excerpt,
  { weight, whole }: { readonly weight: WordWeight; readonly whole: QuotedLines },
): Quotation {
  if (definition.kind === 'section') return planSection(question, definition, { weight, whole });
  return {
    definition,
    blocks: blocks.map((block) => ({ ...whole, ...block })),
    sentence:
      sentence &&
      quoteSentence(definition, sentence, {
        ...whole,
        startLine: sentence.startLine,
        endLine: sentence.endLine,
      }),
    heading: undefined,
    sample: undefined,
  };
}

function planSection(
  question: Question,
  definition: ReadableDefinition,
  { weight, whole }: { readonly weight: WordWeight; readonly whole: QuotedLines },
): Quotation {
  const headings = definition.symbol?.split(/ [›>] /) ?? [];
  const text = readLines(definition.fileLines, definition);
  const best = bestStatement(question, { text, headings }, weight);
  return {
    definition,
    blocks: [],
    sentence: best && quoteSentence(definition, { text: best.text, isComment: false }, whole),
    heading: best?.heading ?? headings.at(-1),
    sample: best?.sample,
  };
}

/** @returns undefined if the lines do not contain the sentence as it would be quoted */
function quoteSentence(
  { fileLines }: ReadableDefinition,
  { text, isComment }: { readonly text: string; readonly isComment: boolean },
  lines: QuotedLines,
): Quotation['sentence'] {
  const matcher = createTextMatcher(readLines(fileLines, lines));
  const quotation = formatQuotation(text, matcher, maxSentenceLength);
  return quotation === undefined ? undefined : { quotation, isComment, lines };
}
