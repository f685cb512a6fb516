/** Finds what to quote of the best definitions: for code the block that answers, and a sentence of its documentation or comments. */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { ReadableDefinition } from '../context/readable-definition.ts';
import { chooseBlock, type Block, type ScoredLine } from './choose-block.ts';
import { chooseSentence, type ChosenSentence } from './choose-sentence.ts';
import { createLineDescriber, type ExcerptContext } from './describe-lines.ts';
import { scoreLines } from './score-lines.ts';

/** What can be quoted of one definition. */
export interface Excerpt {
  readonly definition: ReadableDefinition;
  /** Rank of the definition, from 1. */
  readonly rank: number;
  /** The lines that answer best; undefined for documentation, and if no line can begin a block. */
  readonly block: (SpanPosition & Pick<Block, 'score'>) | undefined;
  readonly sentence: ChosenSentence | undefined;
}

const blockLimits = { minLines: 3, maxLines: 12, threshold: 0.2 } as const;

/** @param definitions best first @returns in the same order */
export function findExcerpts(
  context: ExcerptContext,
  definitions: readonly ReadableDefinition[],
): readonly Excerpt[] {
  const describe = createLineDescriber(context);
  return definitions.map((definition, index) => {
    const rank = index + 1;
    if (definition.kind === 'section') return { definition, rank, block: undefined, sentence: undefined };
    const { path, fileLines, startLine, endLine, headEndLine } = definition;
    const scored = scoreLines(describe({ fileLines, startLine, endLine, headEndLine }));
    const best = chooseBestBlock(definition, scored);
    const sentence = chooseSentence(context.question, scored, best);
    const block = chooseCommentedBlock(scored, { best, sentence }) ?? best;
    return {
      definition,
      rank,
      block: block && { ...block, path },
      sentence: block === best ? sentence : undefined,
    };
  });
}

/**
 * The block that a comment introduces, if the comment matches the question better than the best block.
 * @returns undefined if the best block should be shown
 */
function chooseCommentedBlock(
  lines: readonly ScoredLine[],
  { best, sentence }: { readonly best: Block | undefined; readonly sentence: ChosenSentence | undefined },
): Block | undefined {
  if (best === undefined || sentence?.isComment !== true) return undefined;
  const measure = ({ startLine, endLine }: Pick<Block, 'startLine' | 'endLine'>): number =>
    Math.max(
      0,
      ...lines
        .filter(({ line }) => line >= startLine && line <= endLine)
        .map(({ features }) => features['coverage'] ?? 0),
    );
  if (measure(sentence) <= measure(best)) return undefined;
  const from = lines.findIndex(({ line }) => line === sentence.startLine);
  const commented = lines.slice(from, from + blockLimits.maxLines);
  // The comment begins the block, however its lines score.
  return chooseBlock(
    commented.map((line, index) => (index === 0 ? { ...line, score: 1 } : line)),
    blockLimits,
  );
}

/** A block of a type is in one of its members, or outside all of them. */
function chooseBestBlock(
  { kind, members }: ReadableDefinition,
  lines: readonly ScoredLine[],
): Block | undefined {
  if (kind === 'function' || kind === 'method') return chooseBlock(lines, blockLimits);
  const parts = new Map<SpanPosition | undefined, ScoredLine[]>();
  for (const line of lines) {
    const member = members.find(({ startLine, endLine }) => startLine <= line.line && line.line <= endLine);
    parts.set(member, [...(parts.get(member) ?? []), line]);
  }
  return [...parts.values()]
    .flatMap((part) => chooseBlock(part, blockLimits) ?? [])
    .toSorted((a, b) => b.score - a.score)[0];
}
