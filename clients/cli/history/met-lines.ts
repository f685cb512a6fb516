/** Followed lines that stand in the hunks of a commit, in the order of its patch, as numbers. */

import { createNumberList } from './number-list.ts';

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
  pair(at: number, number: number): void;
  clear(): void;
}

export function createMetLines(): MetLines {
  const [lines, numbers, files] = [createNumberList(), createNumberList(), createNumberList()];
  const [places, pairs] = [createNumberList(), createNumberList()];
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
    },
    line: (at) => lines.at(at),
    number: (at) => numbers.at(at),
    file: (at) => files.at(at),
    place: (at) => places.at(at),
    pairOf: (at) => pairs.at(at),
    pair: (at, number) => pairs.set(at, number),
    clear: () => {
      for (const list of [lines, numbers, files, places, pairs]) list.clear();
    },
  };
}
