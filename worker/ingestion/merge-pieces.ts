/**
 * Joins small neighbours among the pieces of one parent. Runs of plain statements fill up to the budget; what is still
 * under the minimum then joins a neighbour, one that is no unit of its own if it can. Nothing grows over the budget.
 */

import type { ChunkBudget } from '../core/chunk.ts';
import { joinPieces } from './piece.ts';
import type { Piece } from './piece.ts';

export function mergePieces(pieces: readonly Piece[], budget: ChunkBudget): Piece[] {
  const runs = joinRuns(pieces, budget);
  const merged: Piece[] = [];
  for (let at = 0; at < runs.length; at++) {
    let piece = runs[at];
    while (piece !== undefined && piece.tokens < budget.minTokens) {
      const side = sideFor(piece, { left: merged.at(-1), right: runs[at + 1] }, budget);
      const neighbour = side === 'left' ? merged.pop() : side === 'right' ? runs[++at] : undefined;
      if (neighbour === undefined) break;
      piece = side === 'left' ? joinPieces(neighbour, piece) : joinPieces(piece, neighbour);
    }
    if (piece !== undefined) merged.push(piece);
  }
  return merged;
}

function joinRuns(pieces: readonly Piece[], { maxTokens }: ChunkBudget): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const previous = joined.at(-1);
    const fits = previous !== undefined && previous.tokens + piece.tokens <= maxTokens;
    if (fits && !previous.alone && !piece.alone) joined[joined.length - 1] = joinPieces(previous, piece);
    else joined.push(piece);
  }
  return joined;
}

/** Where a piece under the minimum goes: to a plain neighbour before a unit, then to the smaller; undefined to stay. */
function sideFor(
  piece: Piece,
  neighbours: { left: Piece | undefined; right: Piece | undefined },
  { maxTokens }: ChunkBudget,
): 'left' | 'right' | undefined {
  const rank = (neighbour: Piece | undefined): number => {
    if (neighbour === undefined || neighbour.tokens + piece.tokens > maxTokens) return Infinity;
    return neighbour.tokens + (neighbour.alone ? maxTokens : 0);
  };
  const [left, right] = [rank(neighbours.left), rank(neighbours.right)];
  if (left === Infinity && right === Infinity) return undefined;
  return left <= right ? 'left' : 'right';
}
