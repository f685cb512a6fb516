/**
 * Creates and merges draft chunks. A draft is a range of whole lines, or a part of one line that exceeds the budget. Small
 * neighbors are merged before drafts become chunks.
 */

import type { MeasuredText } from './measured-text.ts';
import type { ChunkBudget } from '../../core/code/chunk.ts';

export interface DraftChunk {
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** Kind of the node that makes up most of the draft, and that node's tokens. */
  readonly kind: string;
  readonly kindTokens: number;
  /** Whether the draft is one unit (a function, a section) that deserves its own chunk. */
  readonly isStandalone: boolean;
}

/** 0-based line numbers, both inclusive. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

export function createDraft(
  measured: MeasuredText,
  { first, last }: LineRange,
  { kind, isStandalone }: { kind: string; isStandalone: boolean },
): DraftChunk {
  const tokens = measured.tokensOfLines(first, last);
  return {
    start: measured.startOfLine(first),
    end: measured.startOfLine(last + 1),
    tokens,
    kind,
    kindTokens: tokens,
    isStandalone,
  };
}

/** Joins two adjacent drafts. */
function joinDrafts(left: DraftChunk, right: DraftChunk): DraftChunk {
  const main = right.kindTokens > left.kindTokens ? right : left;
  return {
    start: left.start,
    end: right.end,
    tokens: left.tokens + right.tokens,
    kind: main.kind,
    kindTokens: main.kindTokens,
    isStandalone: left.isStandalone || right.isStandalone,
  };
}

export function mergeSmallDrafts(drafts: readonly DraftChunk[], budget: ChunkBudget): DraftChunk[] {
  const runs = joinPlainDrafts(drafts, budget);
  const merged: DraftChunk[] = [];
  for (let at = 0; at < runs.length; at++) {
    let draft = runs[at];
    while (draft !== undefined && draft.tokens < budget.minTokens) {
      const side = chooseSide(draft, { left: merged.at(-1), right: runs[at + 1] }, budget);
      const neighbor = side === 'left' ? merged.pop() : side === 'right' ? runs[++at] : undefined;
      if (neighbor === undefined) break;
      draft = side === 'left' ? joinDrafts(neighbor, draft) : joinDrafts(draft, neighbor);
    }
    if (draft !== undefined) merged.push(draft);
  }
  return merged;
}

function joinPlainDrafts(drafts: readonly DraftChunk[], { maxTokens }: ChunkBudget): DraftChunk[] {
  const joined: DraftChunk[] = [];
  for (const draft of drafts) {
    const previous = joined.at(-1);
    const fits = previous !== undefined && previous.tokens + draft.tokens <= maxTokens;
    if (fits && !previous.isStandalone && !draft.isStandalone)
      joined[joined.length - 1] = joinDrafts(previous, draft);
    else joined.push(draft);
  }
  return joined;
}

/**
 * Chooses the neighbor to merge with a draft under the minimum: prefers a plain draft to a unit, then the
 * smaller one. Returns undefined if neither fits.
 */
function chooseSide(
  draft: DraftChunk,
  neighbors: { left: DraftChunk | undefined; right: DraftChunk | undefined },
  { maxTokens }: ChunkBudget,
): 'left' | 'right' | undefined {
  const rank = (neighbor: DraftChunk | undefined): number => {
    if (neighbor === undefined || neighbor.tokens + draft.tokens > maxTokens) return Infinity;
    return neighbor.tokens + (neighbor.isStandalone ? maxTokens : 0);
  };
  const [left, right] = [rank(neighbors.left), rank(neighbors.right)];
  if (left === Infinity && right === Infinity) return undefined;
  return left <= right ? 'left' : 'right';
}
