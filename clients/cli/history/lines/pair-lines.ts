/**
 * Pairs each added line of a change with the removed line it was edited from. Pairs keep the order of both sides and
 * maximize total similarity; in large changes each line is compared only with nearby lines.
 */

import { measureSimilarity } from './word-lists.ts';
import type { WordLists } from './word-lists.ts';

/** Minimum similarity of a pair. Equal numbers of added and removed lines lower it. */
const threshold = 0.5;
const equalCountThreshold = 0.4;
/** In a commit that only reformats, lines are hardly ever new. */
const reformattingThreshold = 0.2;
/** Maximum comparisons per change: all pairs up to it, else as many as fit around the diagonal. */
const maxCells = 10_000;
const minReach = 4;

/** Score of two lines that define the same name. It outweighs two merely similar pairs. */
const sameNameScore = 2.5;

/** Choices at a cell: skip the added line, skip the removed line, or pair the two. */
const up = 1;
const left = 2;
const pair = 3;

/** @returns the position of the paired removed line for each added line, or -1 */
export function pairLines(removed: WordLists, added: WordLists, isReformatting = false): Int32Array {
  const pairs = new Int32Array(added.count).fill(-1);
  if (removed.count === 0 || added.count === 0) return pairs;
  const minSimilarity = isReformatting
    ? reformattingThreshold
    : removed.count === added.count
      ? equalCountThreshold
      : threshold;
  const band = createBand(removed.count, added.count);
  const choices = chooseSteps({ removed, added, minSimilarity, band });
  let column = removed.count - 1;
  for (let row = added.count - 1; row >= 0;) {
    column = Math.min(column, band.end(row) - 1);
    if (column < band.start(row)) break;
    const choice = choices[row * band.width + column - band.start(row)];
    if (choice === pair) pairs[row] = column;
    if (choice !== left) row--;
    if (choice !== up) column--;
  }
  return pairs;
}

interface Band {
  readonly width: number;
  start(row: number): number;
  /** Exclusive end. */
  end(row: number): number;
}

/** Creates the range of removed lines to compare with each added line. Its ends never decrease from row to row. */
function createBand(removed: number, added: number): Band {
  if (removed * added <= maxCells) return { width: removed, start: () => 0, end: () => removed };
  const reach = Math.max(minReach, Math.floor(maxCells / (2 * added)));
  const center = (row: number): number => Math.floor((row * removed) / added);
  return {
    width: 2 * reach + 1,
    start: (row) => Math.max(0, center(row) - reach),
    end: (row) => Math.min(removed, center(row) + reach + 1),
  };
}

function chooseSteps(options: {
  removed: WordLists;
  added: WordLists;
  minSimilarity: number;
  band: Band;
}): Uint8Array {
  const { removed, added, minSimilarity, band } = options;
  const choices = new Uint8Array(added.count * band.width);
  // Best totals up to each removed line, for the previous and the current row.
  let previous = new Float64Array(removed.count + 1);
  let current = new Float64Array(removed.count + 1);
  let reached = 0;
  for (let row = 0; row < added.count; row++) {
    const right = { lists: added, line: row };
    const name = added.definedName(row);
    const start = band.start(row);
    const end = band.end(row);
    // Cells beyond the previous row's range have the total of its last cell.
    previous.fill(previous[reached] ?? 0, reached + 1, end + 1);
    current[start] = row === 0 ? 0 : (previous[start] ?? 0);
    for (let column = start; column < end; column++) {
      const isSame = name !== 0 && removed.definedName(column) === name;
      const similarity = isSame
        ? sameNameScore
        : measureSimilarity({ lists: removed, line: column }, right, minSimilarity);
      const pairTotal = similarity < minSimilarity ? -1 : (previous[column] ?? 0) + similarity;
      const [skipAdded, skipRemoved] = [previous[column + 1] ?? 0, current[column] ?? 0];
      const best = Math.max(pairTotal, skipAdded, skipRemoved);
      current[column + 1] = best;
      choices[row * band.width + column - start] = best === pairTotal ? pair : best === skipAdded ? up : left;
    }
    reached = end;
    [previous, current] = [current, previous];
  }
  return choices;
}
