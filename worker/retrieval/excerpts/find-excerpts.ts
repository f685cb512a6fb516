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

const blockLimits = { minLines: 3, maxLines: 12, threshold: 0.25 } as const;

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
    const block = chooseBestBlock(definition, scored);
    return {
      definition,
      rank,
      block: block && { ...block, path },
      sentence: chooseSentence(context.question, scored, block),
    };
  });
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
