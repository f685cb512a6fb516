/** Followed lines that stand in the hunks of a commit, in the order of its patch, as numbers. */

import { createNumberList } from './number-list.ts';

/** What an added line was made of. */
export interface LinePair {
  /** Of the old line; 0 for none. */
  readonly number: number;
  readonly isRenamed: boolean;
}

export interface MetLines {
  readonly count: number;
  /** `place`: among the commit's added lines; -1 where those are not known. */
  push(met: { line: number; number: number; file: number; place: number }): void;
  line(at: number): number;
  number(at: number): number;
  file(at: number): number;
  place(at: number): number;
  /** The number of the old line it was made of; 0 for none. */
  pairOf(at: number): number;
  /** Whether it defines a name that did not stand in that line. */
  isRenamed(at: number): boolean;
  pair(at: number, of: LinePair): void;
  clear(): void;
}

export function createMetLines(): MetLines {
  const [lines, numbers, files] = [createNumberList(), createNumberList(), createNumberList()];
  const [places, pairs, renamed] = [createNumberList(), createNumberList(), createNumberList()];
  return {
    get count() {
      return lines.length;
    },
    push: ({ line, number, file, place }) => {
      lines.push(line);
      numbers.push(number);
      files.push(file);
      places.push(place);
      pairs.push(0);
      renamed.push(0);
    },
    line: (at) => lines.at(at),
    number: (at) => numbers.at(at),
    file: (at) => files.at(at),
    place: (at) => places.at(at),
    pairOf: (at) => pairs.at(at),
    isRenamed: (at) => renamed.at(at) === 1,
    pair: (at, { number, isRenamed }) => {
      pairs.set(at, number);
      renamed.set(at, isRenamed ? 1 : 0);
    },
    clear: () => {
      for (const list of [lines, numbers, files, places, pairs, renamed]) list.clear();
    },
  };
}
