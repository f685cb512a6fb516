/**
 * Which removed line each added line of one change was made of. Pairs keep the order of both sides and are chosen so that
 * their likeness adds up to the most; in large changes each line is compared with its neighbourhood alone.
 */

import { likeness } from './word-lists.ts';
import type { WordLists } from './word-lists.ts';

/** Below it a line is new, not made of another. Where as many lines came as went, less will do. */
const threshold = 0.5;
const thresholdOfEqualCounts = 0.4;
/** Of a commit that only reformats: a line is hardly ever new there. */
const thresholdOfReformatting = 0.2;
/** Comparisons in one change: all with all up to it, else as many as fit around the diagonal. */
const maxCells = 10_000;
const minReach = 4;

/** Of two lines that define the same name: they are one, however it was written anew. More than two that are merely alike. */
const sameName = 2.5;

const up = 1;
const left = 2;
const pair = 3;

/** @returns for each added line the place of a removed one, or -1. */
export function pairLines(removed: WordLists, added: WordLists, isReformatting = false): Int32Array {
  const pairs = new Int32Array(added.count).fill(-1);
  if (removed.count === 0 || added.count === 0) return pairs;
  const least = isReformatting
    ? thresholdOfReformatting
    : removed.count === added.count
      ? thresholdOfEqualCounts
      : threshold;
  const band = bandOf(removed.count, added.count);
  const choices = choose({ removed, added, least, band });
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
  /** Before which it ends. */
  end(row: number): number;
}

/** The removed lines each added one is compared with: both borders never go back. */
function bandOf(removed: number, added: number): Band {
  if (removed * added <= maxCells) return { width: removed, start: () => 0, end: () => removed };
  const reach = Math.max(minReach, Math.floor(maxCells / (2 * added)));
  const centre = (row: number): number => Math.floor((row * removed) / added);
  return {
    width: 2 * reach + 1,
    start: (row) => Math.max(0, centre(row) - reach),
    end: (row) => Math.min(removed, centre(row) + reach + 1),
  };
}

function choose(of: { removed: WordLists; added: WordLists; least: number; band: Band }): Uint8Array {
  const { removed, added, least, band } = of;
  const choices = new Uint8Array(added.count * band.width);
  // Best sums up to and with a removed line, in the row above and in this one.
  let above = new Float64Array(removed.count + 1);
  let here = new Float64Array(removed.count + 1);
  let reached = 0;
  for (let row = 0; row < added.count; row++) {
    const right = { lists: added, line: row };
    const name = added.defines(row);
    const start = band.start(row);
    const end = band.end(row);
    // What the row above did not reach is as good there as its last cell.
    above.fill(above[reached] ?? 0, reached + 1, end + 1);
    here[start] = row === 0 ? 0 : (above[start] ?? 0);
    for (let column = start; column < end; column++) {
      const isSame = name !== 0 && removed.defines(column) === name;
      const alike = isSame ? sameName : likeness({ lists: removed, line: column }, right, least);
      const both = alike < least ? -1 : (above[column] ?? 0) + alike;
      const [skipAdded, skipRemoved] = [above[column + 1] ?? 0, here[column] ?? 0];
      const best = Math.max(both, skipAdded, skipRemoved);
      here[column + 1] = best;
      choices[row * band.width + column - start] = best === both ? pair : best === skipAdded ? up : left;
    }
    reached = end;
    [above, here] = [here, above];
  }
  return choices;
}
