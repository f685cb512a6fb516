/** Finds what to quote of the best definitions: for code the block that answers, and a sentence of its documentation or comments. */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { ReadableDefinition } from '../context/readable-definition.ts';
import { chooseBlock, isBodyLine, type Block, type ScoredLine } from './choose-block.ts';
import { chooseSentence, type ChosenSentence } from './choose-sentence.ts';
import { createLineDescriber, type ExcerptContext } from './describe-lines.ts';
import { scoreLines } from './score-lines.ts';

/** What can be quoted of one definition. */
export interface Excerpt {
  readonly definition: ReadableDefinition;
  /** One or two blocks that answer best, in the order of the file; empty for documentation, and if no line can begin a block. */
  readonly blocks: readonly (SpanPosition & Pick<Block, 'score'>)[];
  readonly sentence: ChosenSentence | undefined;
}

const blockLimits = { minLines: 3, maxLines: 12, threshold: 0.25 } as const;

/** @param definitions best first @returns in the same order */
export function findExcerpts(
  context: ExcerptContext,
  definitions: readonly ReadableDefinition[],
): readonly Excerpt[] {
  const describe = createLineDescriber(context);
  return definitions.map((definition) => {
    if (definition.kind === 'section') return { definition, blocks: [], sentence: undefined };
    const { path, fileLines, startLine, endLine, headEndLine } = definition;
    const scored = scoreLines(describe({ fileLines, startLine, endLine, headEndLine }));
    const { block: best, lines } = chooseBestBlock(definition, scored);
    // The documentation of another member describes another block.
    const inPart = new Set(lines);
    const around = scored.filter((line) => inPart.has(line) || line.isDocumentation);
    const sentence = chooseSentence(context.question, around, best);
    const commented = chooseCommentedBlock(lines, { best, sentence });
    const block = commented ?? best;
    const isShown = block !== undefined && !(sentence !== undefined && isOnlyHead(definition, lines, block));
    if (!isShown) return { definition, blocks: [], sentence };
    const blocks = [block, ...chooseFurtherBlock(lines, block)]
      .map((one) => ({ ...one, path }))
      .toSorted((a, b) => a.startLine - b.startLine);
    return { definition, blocks, sentence: commented === undefined ? sentence : undefined };
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

/** Only a longer definition has a second block. */
const minLinesForTwo = 24;
/** Minimum score of a second block as a fraction of the first. */
const minFurtherFraction = 0.5;

/** The best other block of a long definition, if it scores enough. */
function chooseFurtherBlock(lines: readonly ScoredLine[], block: Block): readonly Block[] {
  if (lines.length < minLinesForTwo) return [];
  const above = lines.filter(({ line }) => line < block.startLine);
  const below = lines.filter(({ line }) => line > block.endLine);
  const [further] = [above, below]
    .flatMap((part) => chooseBlock(part, blockLimits) ?? [])
    .toSorted((a, b) => b.score - a.score);
  if (further === undefined || further.score < block.score * minFurtherFraction) return [];
  return further.endLine - further.startLine + 1 < blockLimits.minLines ? [] : [further];
}

interface BlockInPart {
  readonly block: Block | undefined;
  /** The lines of the part. */
  readonly lines: readonly ScoredLine[];
}

/** A block of a type, or of text around definitions, is in one member or between two of them. */
function chooseBestBlock({ kind, members }: ReadableDefinition, lines: readonly ScoredLine[]): BlockInPart {
  const isOnePart = kind === 'function' || kind === 'method';
  const [best] = (isOnePart ? [lines] : splitByMember(lines, members))
    .map((part) => ({ block: chooseBlock(part, blockLimits), lines: part }))
    .toSorted((a, b) => scorePerLine(b.block) - scorePerLine(a.block));
  return best ?? { block: undefined, lines };
}

/** A long member has no advantage over a short one. */
function scorePerLine(block: Block | undefined): number {
  if (block === undefined) return -Infinity;
  return block.score / Math.max(blockLimits.minLines, block.endLine - block.startLine + 1);
}

function splitByMember(
  lines: readonly ScoredLine[],
  members: readonly SpanPosition[],
): readonly (readonly ScoredLine[])[] {
  const parts: ScoredLine[][] = [];
  let last: SpanPosition | undefined;
  for (const line of lines) {
    const member = members.find(({ startLine, endLine }) => startLine <= line.line && line.line <= endLine);
    if (parts.length === 0 || member !== last) parts.push([]);
    parts.at(-1)?.push(line);
    last = member;
  }
  return parts;
}

/** The first line of a type says less than its documentation. */
export const typeKinds: ReadonlySet<string> = new Set([
  'class',
  'interface',
  'struct',
  'trait',
  'enum',
  'module',
]);

function isOnlyHead({ kind }: ReadableDefinition, lines: readonly ScoredLine[], block: Block): boolean {
  const shown = lines.filter(({ line }) => line >= block.startLine && line <= block.endLine);
  return typeKinds.has(kind) && !shown.some(isBodyLine);
}
